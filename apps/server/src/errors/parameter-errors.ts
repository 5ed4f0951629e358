/**
 * The refusal of a request whose parameters are wrong in one or several places: all of them at once.
 */
import { ApiError } from './api-error.js';

/** Mistakes that are told one by one: there may be more of them than anybody reads. */
const maxListed = 100;

export class ParameterErrors extends ApiError {
  /** Each once, in the order found. */
  readonly mistakes: readonly ApiError[];
  /** Those that are told one by one. */
  readonly listed: readonly ApiError[];

  /** @param found at least one; some more than once, where a part is read for several others */
  constructor(found: readonly ApiError[]) {
    const mistakes = [...new Map(found.map((mistake) => [mistake.message, mistake])).values()];
    const listed = mistakes.slice(0, maxListed);
    const left = mistakes.length - listed.length;
    const messages = listed.map(({ message }) => message);
    if (left > 0) messages.push(`There are ${left} more mistakes.`);
    const at = listed[0]?.at;
    super('ERROR_PARAMETER_INVALID', messages.join(' '), at === undefined ? {} : { at });
    this.name = 'ParameterErrors';
    this.mistakes = mistakes;
    this.listed = listed;
  }
}
