/**
 * The body of a request as it comes, whatever its type. Knows no store.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
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
    // It has not come whole: nothing but the caller ends it.
    if (request.complete && !request.errored) throw error;
    throw new ApiError('ERROR_PARAMETER_INVALID', 'The body ended early.', { cause: error });
  }
}

/**
 * Before a body is waited for.
 * @throws ApiError `ERROR_BODY_TOO_LARGE` when the request says that its body is longer
 */
export function requireLength(request: IncomingMessage, maxBytes: number, message: string): void {
  if (declaredLength(request) > maxBytes) throw new ApiError('ERROR_BODY_TOO_LARGE', message);
}

function declaredLength({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? 0);
}

/** A rejected body is read on and dropped up to so many times its limit: many clients read an answer only when they have sent all. */
const maxDropped = 16;

/** Drops what is left of a body. Resolves when it has ended, or goes on for too long, at once when it says so. */
export function dropRest(request: IncomingMessage, maxBytes: number): Promise<void> {
  if (request.readableEnded || request.destroyed || declaredLength(request) > maxBytes) return Promise.resolve();
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

/** What comes of a body after its answer: a caller who reads the answer only when all is sent can send so much, in that time. */
const lingering = { bytes: 64 * 1024 * 1024, ms: 10_000 };

/**
 * A body that is too long is answered before all of it has come. Node reads and drops the rest, however much that is. A body whose end is
 * far, or not known, ends the connection: after the answer the rest is dropped for some time, as the answer would be lost for a caller who
 * is still sending if the connection were closed at once.
 * @param response when it is on its way already, nothing is done
 */
export function closeWhenTooLong(response: ServerResponse, { bytes, ms } = lingering): void {
  const { req: request } = response;
  if (request.complete || response.headersSent || Number(request.headers['content-length']) <= bytes) return;
  const { socket } = request;
  response.setHeader('Connection', 'close');
  // Node calls it after the last answer.
  socket.destroySoon = () => {
    socket.end();
    const [until, most] = [performance.now() + ms, socket.bytesRead + bytes];
    const isOver = () => request.complete || performance.now() > until || socket.bytesRead > most;
    const look = setInterval(() => isOver() && socket.destroy(), 50).unref();
    socket.once('close', () => clearInterval(look));
  };
}
