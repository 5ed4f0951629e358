/**
 * What is wrong with a formula, and where. Whoever saves the formula turns it into the refusal of a request.
 */
export class FormulaMistake extends Error {
  override readonly name = 'FormulaMistake';
  /** Characters before the mistake, and one: as people count. */
  readonly position: number;

  /**
   * @param problem what is wrong and what would be right, as sentences; safe to show
   * @param at where it stands in the text, from 0
   */
  constructor(
    readonly problem: string,
    at: number,
  ) {
    super(`At position ${at + 1}: ${problem}`);
    this.position = at + 1;
  }
}
