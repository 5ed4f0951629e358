/**
 * Gathers what is wrong with the parameters of one request, so that one answer lists every mistake.
 * Knows no grammar and no names.
 */
import { ApiError } from '../../errors/api-error.js';

export class Mistakes {
  readonly #messages: string[] = [];
  #firstPlace: string | undefined;

  /**
   * @param at the parameter that is wrong: `filter`, `sort`
   * @param message what is wrong and what would be right, without the place
   */
  add(at: string, message: string): void {
    this.#firstPlace ??= at;
    this.#messages.push(`${at}: ${message}`);
  }

  /** @throws ApiError ERROR_PARAMETER_INVALID (400) naming every mistake, when there is one */
  refuseAny(): void {
    if (this.#firstPlace !== undefined) {
      throw new ApiError('ERROR_PARAMETER_INVALID', this.#messages.join('\n'), { at: this.#firstPlace });
    }
  }
}
