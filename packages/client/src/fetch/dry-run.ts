/**
 * Dry runs: requests that ask for nothing to be written. A server that does not know the parameter ignores it, and writes.
 * Must not know operations or bodies.
 */
import { UnexpectedAnswerError } from '../errors/unexpected-answer-error.js';

/**
 * @returns the answer
 * @throws UnexpectedAnswerError when the request asks for a dry run, and a success does not say that it was one
 */
export function checkDryRun(request: Request, response: Response): Response {
  if (response.ok && /[?&]dry-run=true\b/.test(request.url) && !response.headers.has('Dry-Run'))
    throw new UnexpectedAnswerError('The answer does not say that this was a dry run: it may have been written');
  return response;
}
