/**
 * Gathers what is wrong with the parameters of one request, so that one answer lists the errors.
 * Knows no grammar and no names.
 */
import { ApiError } from '../../../errors/api-error.js';

/** Errors that are listed one by one: there may be more of them than anybody reads. */
const maxListed = 100;

export class QueryErrors {
  #left = 0;
  readonly #messages: string[] = [];
  #firstPlace: string | undefined;

  /**
   * @param at the parameter that is wrong: `filter`, `sort`
   * @param message what is wrong and what would be right, without the place; made of an error that is listed only where it is a function
   */
  add(at: string, message: string | (() => string)): void {
    this.#firstPlace ??= at;
    if (this.#messages.length < maxListed)
      this.#messages.push(`${at}: ${typeof message === 'string' ? message : message()}`);
    else this.#left++;
  }

  /** @throws ApiError ERROR_PARAMETER_INVALID (400) naming every error, but 100 at most, when there is one */
  rejectAny(): void {
    if (this.#firstPlace === undefined) return;
    const left = this.#left === 0 ? [] : [`There are ${this.#left} more errors.`];
    throw new ApiError('ERROR_PARAMETER_INVALID', [...this.#messages, ...left].join('\n'), { at: this.#firstPlace });
  }
}
