/**
 * Bounds a JSON text while it arrives, before it is parsed: a short text can hold more than a process has time and memory for.
 */
import { ApiError } from '../../errors/api-error.js';

/** Lists and objects inside one another; a member of free JSON may have 100 of them. */
const maxDepth = 200;

/** A batch of 1,000 records with 200 values each has fewer than half as many. */
const maxValues = 500_000;

const [quote, backslash, comma, openList, closeList, openObject, closeObject] = [...'"\\,[]{}'].map((sign) =>
  sign.charCodeAt(0),
);

export class JsonBounds {
  private depth = 0;
  private values = 1;
  private inText = false;
  private escaped = false;

  /**
   * Takes the next bytes of the text; whether it is JSON shows when it is parsed.
   * @throws ApiError `ERROR_PARAMETER_INVALID` beyond 200 levels, `ERROR_BODY_TOO_LARGE` beyond 500,000 values
   */
  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.inText) this.addToText(byte);
      else if (byte === quote) this.inText = true;
      else if (byte === comma) this.values++;
      else if (byte === openList || byte === openObject) {
        this.values++;
        if (++this.depth > maxDepth) throw tooDeep();
      } else if (byte === closeList || byte === closeObject) this.depth--;
    }
    if (this.values > maxValues) throw tooMany();
  }

  private addToText(byte: number): void {
    if (this.escaped) this.escaped = false;
    else if (byte === backslash) this.escaped = true;
    else if (byte === quote) this.inText = false;
  }
}

function tooDeep(): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `The JSON data is nested deeper than ${maxDepth} levels.`);
}

function tooMany(): ApiError {
  return new ApiError('ERROR_BODY_TOO_LARGE', `The JSON data holds more than ${maxValues} values. Send it in parts.`);
}
