/**
 * From a result to its body: the throwing way to call an operation.
 * Must not know which operation it was.
 */
import { apiErrorOf } from './api-error-of.js';

/** What the methods of a client resolve to: the body of a success, or the body of an error. */
export type Result<Body> =
  | { data: Body; error?: never; response: Response }
  | { data?: never; error: unknown; response: Response };

/**
 * Gives the body of a successful answer.
 * @example const { data: contact } = await unwrap(client.GET('/entities/Contacts/{id}', { params: { path: { id } } }));
 * @throws ApiError the server answered with an error: one of its subclasses by status
 * @throws TimeoutError, NetworkError, or the reason of an aborted signal, as the result's promise rejects with it
 */
export async function unwrap<Body>(result: Result<Body> | Promise<Result<Body>>): Promise<Body> {
  const settled = await result;
  if (isSuccess(settled)) return settled.data;
  throw apiErrorOf(settled.response, settled.error);
}

/** Told by the status, because an answer without a body has neither `data` nor `error`. */
function isSuccess<Body>(result: Result<Body>): result is Extract<Result<Body>, { data: Body }> {
  return result.response.ok;
}
