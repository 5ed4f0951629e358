/**
 * Answers as data, typed by what an OpenAPI document declares of them. Their bodies are finished JSON texts, most of which the database
 * wrote: the values that the texts encode are types only.
 */
import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** JSON text of a value of this type, whole, in pieces, or as it is made. */
export class JsonText<Value> {
  /** Has no value; it makes texts of different types different types. */
  declare protected readonly value: Value;

  constructor(readonly content: string | readonly string[] | Readable) {}

  /** @throws Error for a text that is not made yet */
  toString(): string {
    const { content } = this;
    if (content instanceof Readable) throw new Error('The text is a stream');
    return typeof content === 'string' ? content : content.join('');
  }
}

export interface JsonAnswer<Status extends number, Value> {
  readonly status: Status;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: the answer has none. */
  readonly body: JsonText<Value> | undefined;
}

export function jsonText<Value>(value: Value): JsonText<Value> {
  return new JsonText(JSON.stringify(value));
}

type Texts = Readonly<Record<string, JsonText<unknown> | undefined>>;
type ValueOf<Text> = Text extends JsonText<infer Value> ? Value : never;
type OptionalNames<Members> = {
  [Name in keyof Members]: undefined extends Members[Name] ? Name : never;
}[keyof Members];
type ObjectOf<Members> = { [Name in Exclude<keyof Members, OptionalNames<Members>>]: ValueOf<Members[Name]> } & {
  [Name in OptionalNames<Members>]?: ValueOf<Members[Name]>;
};

/** @param members those that are undefined are left out */
export function jsonObject<Members extends Texts>(members: Members): JsonText<ObjectOf<Members>> {
  const pieces: string[] = [];
  for (const [name, text] of Object.entries(members)) {
    if (text === undefined) continue;
    pieces.push(`${pieces.length === 0 ? '{' : ','}"${name}":`);
    if (typeof text.content === 'string') pieces.push(text.content);
    else pieces.push(...(text.content as readonly string[]));
  }
  return new JsonText([...pieces, '}']);
}

/** @param items finished JSON texts */
export function jsonArray<Value>(items: readonly string[]): JsonText<readonly Value[]> {
  return new JsonText(['[', ...items.map((text, index) => (index > 0 ? `,${text}` : text)), ']']);
}

/**
 * @param chunks pieces of one JSON text; the next one is made when the connection has taken the last
 */
export function jsonStream<Value>(chunks: AsyncIterable<string>): JsonText<Value> {
  return new JsonText(Readable.from(chunks, { objectMode: true, highWaterMark: 1 }));
}

export function answer<Status extends number, Value>(
  status: Status,
  body: JsonText<Value>,
  headers: Readonly<Record<string, string>> = {},
): JsonAnswer<Status, Value> {
  return { status, headers, body };
}

export function writeAnswer(ctx: Context, { status, headers, body }: JsonAnswer<number, unknown>): void {
  ctx.response.status = status;
  for (const name in headers) ctx.response.set(name, headers[name] ?? '');
  if (body === undefined) return;
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (Array.isArray(body.content)) sendPieces(ctx, body.content);
  // When a stream fails, the status line is out already: the connection is cut, which shows the caller that the answer is incomplete.
  else ctx.body = body.content;
}

// Sends a text that comes in pieces. A very long one is never put together: text and bytes as long as that get memory of their own from
// the system each time, which costs more than to read the records in it. Knows no API.

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
