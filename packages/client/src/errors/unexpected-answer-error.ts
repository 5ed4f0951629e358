/**
 * What is thrown of an answer that is a success and yet of no use.
 */
import { HeadwaterError } from './headwater-error.js';

/** A successful answer that does not hold what the interface promises. */
export class UnexpectedAnswerError extends HeadwaterError {
  override name = 'UnexpectedAnswerError';
}
