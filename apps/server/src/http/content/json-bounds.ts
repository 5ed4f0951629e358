/**
 * Bounds a JSON text while it arrives, before it is parsed: a short text can hold more than a process has time and memory for.
 */
import { randomInt } from 'node:crypto';
import { ApiError } from '../../errors/api-error.js';

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

/** A list is parsed in parts of about so many bytes. */
const partBytes = 500_000;

export class JsonBounds {
  private depth = 0;
  /** Whether the outermost value is a list; undefined until it begins. */
  private isList: boolean | undefined;
  /** Bytes taken before. */
  private before = 0;
  /** Where the item of the outermost list begins, or the comma before it. */
  private itemStart = 0;
  private partStart = 0;
  /**
   * Commas between two items of the outermost list, by their position in the text: what is between them is parsed by itself. None where
   * the text is short, or no list.
   */
  readonly cuts: number[] = [];
  private values = 1;
  private inText = false;
  /** Of the last text. */
  private hash = hashSeed;
  /** Of the open objects by their depth: a hash of their members so far. */
  private readonly form = new Int32Array(maxDepth + 1);
  private readonly forms = new Set<number>();
  private escaped = false;

  /** @param maxItemBytes of an item of the outermost list */
  constructor(private readonly maxItemBytes = Number.POSITIVE_INFINITY) {}

  /**
   * Takes the next bytes of the text; whether it is JSON shows when it is parsed.
   * @throws ApiError `ERROR_PARAMETER_INVALID` beyond 200 levels, `ERROR_BODY_TOO_LARGE` beyond 500,000 values,
   *   50,000 forms of objects or the bytes of an item
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
      else if (byte === comma) {
        this.values++;
        if (this.depth === 1 && this.isList) this.endItem(this.before + index);
      } else if (byte === openList || byte === openObject) {
        this.values++;
        if (++this.depth > maxDepth) throw tooDeep();
        this.isList ??= byte === openList;
        this.form[this.depth] = hashSeed;
      } else if (byte === closeList || byte === closeObject) this.depth--;
    }
    this.before += bytes.length;
    this.checkItem(this.before);
    if (this.values > maxValues) throw tooMany(`${maxValues} values`);
    if (this.forms.size > maxForms) throw tooMany(`${maxForms} forms of objects`);
  }

  private endItem(at: number): void {
    this.checkItem(at);
    this.itemStart = at;
    if (at - this.partStart < partBytes) return;
    this.cuts.push(at);
    this.partStart = at;
  }

  private checkItem(at: number): void {
    if (this.isList && at - this.itemStart > this.maxItemBytes) throw itemTooLong(this.maxItemBytes);
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

function itemTooLong(bytes: number): ApiError {
  return new ApiError('ERROR_BODY_TOO_LARGE', `An item of the list is longer than ${bytes} bytes.`);
}

function tooMany(what: string): ApiError {
  return new ApiError('ERROR_BODY_TOO_LARGE', `The JSON data holds more than ${what}. Send it in parts.`);
}
