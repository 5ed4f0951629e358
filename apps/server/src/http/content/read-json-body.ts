/**
 * Reads the body of a request as JSON, within a bound. Knows no entity type.
 */
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../errors/api-error.js';
import { Yielder } from '../../records/yielder.js';
import { JsonBounds } from './json-bounds.js';
import { requireLength } from './request-content.js';

/**
 * A body whose type is not declared is taken for JSON, as programs send it. Not so from a browser: it lets any page send such a
 * body anywhere, with the credentials that it remembers, and sends a preflight only for a declared type.
 * @param maxBytes longer bodies are rejected as soon as that shows
 * @param hold counts the bytes as they come; what it throws is thrown
 * @throws ApiError `ERROR_BODY_TOO_LARGE` also for too many values; `ERROR_MEDIA_TYPE` when the body is something other than JSON;
 *   `ERROR_PARAMETER_INVALID` when it is no JSON object, or nested too deeply
 */
export async function readJsonBody(
  request: IncomingMessage,
  maxBytes: number,
  hold: Hold,
  { emptyList = false }: BodyForm = {},
): Promise<Readonly<Record<string, unknown>>> {
  const body = await readJson(request, maxBytes, hold);
  return emptyList && Array.isArray(body) && body.length === 0 ? {} : toObject(body);
}

/** Counts bytes that the request holds from now on. @throws ApiError when they are too many */
type Hold = (bytes: number) => void;

export interface BodyForm {
  /** Takes `[]` as an object without members: some languages encode an empty one so. */
  readonly emptyList?: boolean;
}

/** The same for a body that may be left out. @returns an object without members when there is none */
export async function readOptionalJsonBody(
  request: IncomingMessage,
  maxBytes: number,
  hold: Hold,
): Promise<Readonly<Record<string, unknown>>> {
  requireJson(request);
  const { chunks } = await readBytes(request, maxBytes, hold);
  const bytes = Buffer.concat(chunks);
  return bytes.length === 0 ? {} : toObject(parseJson(bytes));
}

/**
 * The same for bodies of any shape. A long list is parsed in parts, so that others need not wait for all of it.
 * @param maxItemBytes longer items of a list are rejected as soon as that shows
 * @returns undefined for what is not JSON in UTF-8
 */
export async function readJson(
  request: IncomingMessage,
  maxBytes: number,
  hold: Hold,
  maxItemBytes?: number,
): Promise<unknown> {
  requireJson(request);
  const { chunks, cuts } = await readBytes(request, maxBytes, hold, maxItemBytes);
  return cuts.length === 0 ? parseJson(Buffer.concat(chunks)) : parseList(chunks, cuts);
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ApiError('ERROR_PARAMETER_INVALID', 'Missing or invalid JSON data.');
  }
  return value as Readonly<Record<string, unknown>>;
}

function requireJson({ headers }: IncomingMessage): void {
  const declared = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (declared === undefined ? headers.origin === undefined : /^application\/([^/]+\+)?json$/.test(declared)) return;
  const message = `The body must be application/json, not ${declared ?? 'of a type that is not declared'}.`;
  throw new ApiError('ERROR_MEDIA_TYPE', message, { at: 'Content-Type' });
}

/**
 * A body that turns out to be too long is read to its end and dropped, as many clients read an answer only then; but only up to so many
 * times the bound.
 */
const maxDropped = 16;

interface Body {
  readonly chunks: Buffer[];
  /** As `JsonBounds` has them. */
  readonly cuts: readonly number[];
}

function readBytes(request: IncomingMessage, maxBytes: number, hold: Hold, maxItemBytes?: number): Promise<Body> {
  const tooLong = `The body is longer than ${maxBytes} bytes.`;
  return new Promise((resolve, reject) => {
    requireLength(request, maxBytes, tooLong);
    const bounds = new JsonBounds(maxItemBytes);
    const chunks: Buffer[] = [];
    let bytes = 0;
    let failure: unknown;
    const take = (chunk: Buffer): void => {
      if (bytes > maxBytes) throw new ApiError('ERROR_BODY_TOO_LARGE', tooLong);
      hold(chunk.length);
      bounds.add(chunk);
      chunks.push(chunk);
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (failure === undefined) {
        try {
          take(chunk);
        } catch (error) {
          failure = error;
          chunks.length = 0;
        }
      }
      if (bytes > maxBytes * maxDropped) reject(failure);
    });
    request.on('end', () => (failure === undefined ? resolve({ chunks, cuts: bounds.cuts }) : reject(failure)));
    request.on('error', reject);
    const endEarly = () => reject(new ApiError('ERROR_PARAMETER_INVALID', 'The body ended early.'));
    request.on('aborted', endEarly);
    // It went before anybody listened.
    if (request.destroyed) endEarly();
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** In the midst of a text the sign that may begin one is none that JSON has. */
const utf8Part = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param chunks are given up one by one
 * @param cuts at least one
 * @returns the list; undefined for what is not JSON in UTF-8
 */
async function parseList(chunks: Buffer[], cuts: readonly number[]): Promise<unknown[] | undefined> {
  const yielder = new Yielder(() => {});
  const items: unknown[] = [];
  let start = 0;
  for (const end of [...cuts, undefined]) {
    await yielder.pause();
    const bytes = takeBytes(chunks, end === undefined ? undefined : end - start);
    const part = parsePart(bytes, start === 0, end === undefined);
    // Between two commas there is an item.
    if (part === undefined || part.length === 0) return undefined;
    for (const item of part) items.push(item);
    // The comma itself.
    if (end !== undefined) takeBytes(chunks, 1);
    start = (end ?? 0) + 1;
  }
  return items;
}

/** @param length undefined: all that are left @returns the first bytes of the chunks, which then begin behind them */
function takeBytes(chunks: Buffer[], length = Number.POSITIVE_INFINITY): Buffer {
  const taken: Buffer[] = [];
  let left = length;
  while (left > 0 && chunks.length > 0) {
    const [chunk] = chunks as [Buffer];
    taken.push(chunk.subarray(0, left));
    if (chunk.length > left) chunks[0] = chunk.subarray(left);
    else chunks.shift();
    left -= chunk.length;
  }
  return Buffer.concat(taken);
}

/** @returns the items of a part of a list */
function parsePart(bytes: Buffer, isFirst: boolean, isLast: boolean): unknown[] | undefined {
  try {
    const text = isFirst ? utf8.decode(bytes) : `[${utf8Part.decode(bytes)}`;
    return JSON.parse(isLast ? text : `${text}]`);
  } catch {
    return undefined;
  }
}

/**
 * For JSON that comes in an address.
 * @returns undefined for what is not JSON in UTF-8
 * @throws ApiError as `JsonBounds` does
 */
export function parseBoundedJson(bytes: Buffer): unknown {
  new JsonBounds().add(bytes);
  return parseJson(bytes);
}

/** @returns undefined for what is not JSON in UTF-8 */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}
