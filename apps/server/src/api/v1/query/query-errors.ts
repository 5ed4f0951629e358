/**
 * Gathers what is wrong with the parameters of one request, so that one answer lists every error.
 * Knows no grammar and no names.
 */
import { ApiError } from '../../../errors/api-error.js';

export class QueryErrors {
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

  /** @throws ApiError ERROR_PARAMETER_INVALID (400) naming every error, when there is one */
  rejectAny(): void {
    if (this.#firstPlace !== undefined) {
      throw new ApiError('ERROR_PARAMETER_INVALID', this.#messages.join('\n'), { at: this.#firstPlace });
    }
  }
}
