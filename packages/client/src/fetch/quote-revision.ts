/**
 * `If-Match` with a number: HTTP wants an entity tag there, which is a text in quotes. Must not know operations.
 */

/** @returns the request; a bare number in its `If-Match` has become the tag of that revision */
export function quoteRevision(request: Request): Request {
  const revision = request.headers.get('If-Match');
  if (revision !== null && /^\d+$/.test(revision)) request.headers.set('If-Match', `"${revision}"`);
  return request;
}
