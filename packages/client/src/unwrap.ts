/**
 * From a result to its body: the throwing way to call an operation.
 * Must not know which operation it was.
 */
import { apiErrorOf } from './errors/api-error-of.js';

/** What the methods of a client resolve to: the body of a success, or the body of an error. */
export type Result<Body> =
  | { data: Body; error?: never; response: Response }
  | { data?: never; error: unknown; response: Response };

/** The body of a success. Only there is `data` required, whatever the compiler settings for optional members are. */
type BodyOf<Given extends Result<unknown>> = Given extends { data: infer Body } ? Body : never;

/**
 * Gives the body of a successful answer.
 * @example const { data: contact } = await unwrap(client.GET('/entities/Contacts/{id}', { params: { path: { id } } }));
 * @throws ApiError the server answered with an error: one of its subclasses by status
 * @throws TimeoutError, NetworkError, or the reason of an aborted signal, as the result's promise rejects with it
 */
export async function unwrap<Given extends Result<unknown>>(result: Given | Promise<Given>): Promise<BodyOf<Given>> {
  const { data, error, response } = await result;
  // Decided by the status, because an answer without a body has neither `data` nor `error`.
  if (!response.ok) throw apiErrorOf(response, error);
  return data as BodyOf<Given>;
}
