/**
 * An answer of REST v1 as data: what the door writes to the connection. Knows no HTTP library.
 */
import { Readable } from 'node:stream';

export interface LegacyAnswer {
  readonly status: 200 | 201;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, whole or as it is made. */
  readonly body: string | Readable;
}

/** @param text finished JSON */
export function textAnswer(text: string, headers: Readonly<Record<string, string>> = {}): LegacyAnswer {
  return { status: 200, headers, body: text };
}

/** @param value anything that JSON can say */
export function valueAnswer(value: unknown): LegacyAnswer {
  return textAnswer(JSON.stringify(value));
}

/**
 * @param chunks pieces of one JSON text; the next is asked for when the connection has taken the last
 */
export function streamAnswer(chunks: AsyncIterable<string>, headers: Readonly<Record<string, string>>): LegacyAnswer {
  return { status: 200, headers, body: Readable.from(chunks, { objectMode: true, highWaterMark: 1 }) };
}
