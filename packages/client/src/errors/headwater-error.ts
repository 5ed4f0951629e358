/**
 * The root of everything this client throws about a request that was sent.
 * Holds no request, for a request carries the credentials.
 */

/** A request did not lead to the answer it requested. `instanceof` distinguishes the kinds. */
export abstract class HeadwaterError extends Error {
  override name = 'HeadwaterError';
}
