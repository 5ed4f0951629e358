/**
 * Reads the body of a request as JSON, within a bound. Knows no entity type.
 */

import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../errors/api-error.js';

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
  const bytes = await readBytes(request, maxBytes, hold);
  return bytes.length === 0 ? {} : toObject(parseJson(bytes));
}

/**
 * The same for bodies of any shape.
 * @returns undefined for what is not JSON in UTF-8
 */
export async function readJson(request: IncomingMessage, maxBytes: number, hold: Hold): Promise<unknown> {
  requireJson(request);
  return parseJson(await readBytes(request, maxBytes, hold));
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

/** A body that is too long is read to its end and dropped, as many clients read an answer only then; but only up to so many times the bound. */
const maxDropped = 16;

function readBytes(request: IncomingMessage, maxBytes: number, hold: Hold): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const bounds = new JsonBounds();
    const chunks: Buffer[] = [];
    let bytes = 0;
    let failure: unknown;
    const take = (chunk: Buffer): void => {
      if (bytes > maxBytes) throw new ApiError('ERROR_BODY_TOO_LARGE', `The body is longer than ${maxBytes} bytes.`);
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
    request.on('end', () => (failure === undefined ? resolve(Buffer.concat(chunks)) : reject(failure)));
    request.on('error', reject);
    const endEarly = () => reject(new ApiError('ERROR_PARAMETER_INVALID', 'The body ended early.'));
    request.on('aborted', endEarly);
    // It went before anybody listened.
    if (request.destroyed) endEarly();
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

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

// Bounds a JSON text while it arrives, before it is parsed: a short text can hold more than a process has time and memory for.

/** Lists and objects inside one another; a member of free JSON may have 100 of them. */
const maxDepth = 200;

/** A batch of 1,000 records with 200 values each has fewer than half as many. */
const maxValues = 500_000;

/**
 * Forms of objects: which members they begin with, in their order. Each costs the parser some microseconds, however few values there are;
 * objects that are written by one program have few.
 */
const maxForms = 50_000;

/** So that nobody can choose names that count as one. */
const hashSeed = randomInt(2 ** 31);
const hashFactor = 16_777_619;

const [quote, backslash, colon, comma, openList, closeList, openObject, closeObject] = [...'"\\:,[]{}'].map((sign) =>
  sign.charCodeAt(0),
);

export class JsonBounds {
  private depth = 0;
  private values = 1;
  private inText = false;
  /** Of the last text. */
  private hash = hashSeed;
  /** Of the open objects by their depth: a hash of their members so far. */
  private readonly form = new Int32Array(maxDepth + 1);
  private readonly forms = new Set<number>();
  private escaped = false;

  /**
   * Takes the next bytes of the text; whether it is JSON shows when it is parsed.
   * @throws ApiError `ERROR_PARAMETER_INVALID` beyond 200 levels, `ERROR_BODY_TOO_LARGE` beyond 500,000 values or
   *   50,000 forms of objects
   */
  add(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length; index++) {
      if (this.inText) {
        index = this.endOfText(bytes, index);
        continue;
      }
      const byte = bytes[index];
      if (byte === quote) {
        this.inText = true;
        this.hash = hashSeed;
      } else if (byte === colon) this.addMember();
      else if (byte === comma) this.values++;
      else if (byte === openList || byte === openObject) {
        this.values++;
        if (++this.depth > maxDepth) throw tooDeep();
        this.form[this.depth] = hashSeed;
      } else if (byte === closeList || byte === closeObject) this.depth--;
    }
    if (this.values > maxValues) throw tooMany(`${maxValues} values`);
    if (this.forms.size > maxForms) throw tooMany(`${maxForms} forms of objects`);
  }

  private addMember(): void {
    const form = Math.imul((this.form[this.depth] ?? 0) ^ this.hash, hashFactor);
    this.form[this.depth] = form;
    this.forms.add(form);
  }

  /**
   * Most bytes are passed here, and so with variables of its own.
   * @returns where the open text ends; the length when the end is still to come
   */
  private endOfText(bytes: Uint8Array, from: number): number {
    let { hash, escaped } = this;
    let index = from;
    for (; index < bytes.length; index++) {
      const byte = bytes[index] as number;
      hash = Math.imul(hash ^ byte, hashFactor);
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) {
        this.inText = false;
        break;
      }
    }
    this.hash = hash;
    this.escaped = escaped;
    return index;
  }
}

function tooDeep(): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `The JSON data is nested deeper than ${maxDepth} levels.`);
}

function tooMany(what: string): ApiError {
  return new ApiError('ERROR_BODY_TOO_LARGE', `The JSON data holds more than ${what}. Send it in parts.`);
}
