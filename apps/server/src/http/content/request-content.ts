/**
 * The body of a request as it comes, whatever its type. Knows no store.
 */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../errors/api-error.js';

/** What a page may send to another site without that site's leave. */
const formTypes: ReadonlySet<string> = new Set([
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'text/plain',
]);

/**
 * A page of another site can make a browser send a form with the credentials that it remembers; for any other type the browser asks
 * first whether that site may (CORS).
 * @param ownOrigin scheme and host of this service
 * @throws ApiError `ERROR_PARAMETER_INVALID`; also for a body that is compressed on its way
 */
export function requirePlainContent({ headers }: IncomingMessage, ownOrigin: string): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    const message = `Content-Encoding: a file is taken as it is sent; send it without "${encoding}".`;
    throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'Content-Encoding' });
  }
  const { origin } = headers;
  if (origin === undefined || origin === new URL(ownOrigin).origin) return;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && !formTypes.has(type)) return;
  const message = 'Content-Type: pages of other origins must name a type such as application/octet-stream.';
  throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'Content-Type' });
}

/**
 * @returns the chunks of the body; who stops early leaves the rest on the connection
 * @throws ApiError `ERROR_PARAMETER_INVALID`, while it is read, when the caller goes away
 */
export async function* requestContent(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!request.errored) throw error;
    throw new ApiError('ERROR_PARAMETER_INVALID', 'The body ended early.', { cause: error });
  }
}

/** A rejected body is read on and dropped up to so many times its limit: many clients read an answer only when they have sent all. */
const maxDropped = 16;

/** Drops what is left of a body. Resolves when it has ended, or goes on for too long. */
export function dropRest(request: IncomingMessage, maxBytes: number): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let dropped = 0;
    request.on('data', (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > maxBytes * maxDropped) resolve();
    });
    request.on('close', resolve);
    request.on('end', resolve);
  });
}
