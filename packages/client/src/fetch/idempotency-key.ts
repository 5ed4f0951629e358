/**
 * The header `Idempotency-Key`: a server that knows it carries a POST out once, however often it comes.
 * Must not know operations or bodies.
 */

export const keyHeader = 'Idempotency-Key';

/** Of the error table of the interface: the first request with this key is not answered yet. */
const inProgress = 9011;

/**
 * Whether a request may be given a key, by which it is carried out once. Streams and files are not: a repetition would have to hold them
 * in memory. Nor is what answers with a password: the server keeps none, so each is carried out, whatever key it has.
 */
export function mayHaveKey({ method, headers, body, url }: Request): boolean {
  const isJson = body === null || (headers.get('Content-Type') ?? '').startsWith('application/json');
  return method === 'POST' && isJson && !url.includes('/keys');
}

/** A name that no other request has. `crypto.randomUUID` would be missing on pages without TLS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether an answer says that the first request of its key is still being carried out. Leaves the body unread. */
export async function isInProgress(response: Response): Promise<boolean> {
  if (response.status !== 409) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === inProgress;
}
