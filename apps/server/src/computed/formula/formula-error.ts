/**
 * What is wrong with a formula, and where. The one who saves the formula turns it into an error of the request.
 */
export class FormulaError extends Error {
  override readonly name = 'FormulaError';
  /** Characters before the error, and one: as people count. */
  readonly position: number;

  /**
   * @param problem what is wrong and what would be right, as sentences; safe to show
   * @param at where it is in the text, from 0
   */
  constructor(
    readonly problem: string,
    at: number,
  ) {
    super(`At position ${at + 1}: ${problem}`);
    this.position = at + 1;
  }
}
