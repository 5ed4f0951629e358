/**
 * Sends a text that comes in pieces. A very long one is never put together: text and bytes as long as that get memory of their own from
 * the system each time, which costs more than to read the records in it. Knows no API.
 */
import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** Characters of the shortest text that is sent in chunks: below, to send once is worth more. */
const minLength = 100_000;
/** Characters of a chunk. */
const chunk = 24_000;

/** The status and the type of the answer are set before. */
export function sendPieces(ctx: Context, pieces: readonly string[]): void {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  // What may be compressed is compressed as a whole.
  if (length < minLength || ctx.req.headers['accept-encoding'] !== undefined) {
    ctx.body = pieces.join('');
    return;
  }
  const encoded = encodePieces(pieces);
  ctx.body = readableOf(encoded);
  ctx.length = encoded.reduce((sum, bytes) => sum + bytes.length, 0);
}

function encodePieces(pieces: readonly string[]): Buffer[] {
  const encoded: Buffer[] = [];
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < chunk) continue;
    encoded.push(Buffer.from(waiting.join('')));
    waiting = [];
    length = 0;
  }
  return [...encoded, Buffer.from(waiting.join(''))];
}

function readableOf(parts: readonly Buffer[]): Readable {
  return new Readable({
    read() {
      for (const part of parts) this.push(part);
      this.push(null);
    },
  });
}
