/**
 * JSON as it comes off the wire, and readers that state what they expect to find.
 */
import { ExpectationFailed } from '../expectation.js';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json | undefined;
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws ExpectationFailed unless `text` is JSON; `what` names it */
export function parseJson(text: string, what: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw new ExpectationFailed(`${what} is not JSON: ${JSON.stringify(text.slice(0, 200))}`);
  }
}

/** @throws ExpectationFailed unless `value` is an object; `what` names it */
export function readObject(value: Json | undefined, what: string): JsonObject {
  if (!isJsonObject(value)) throw new ExpectationFailed(`${what} should be an object, but is ${kindOf(value)}`);
  return value;
}

/** @throws ExpectationFailed unless `value` is an array; `what` names it */
export function readArray(value: Json | undefined, what: string): readonly Json[] {
  if (!Array.isArray(value)) throw new ExpectationFailed(`${what} should be an array, but is ${kindOf(value)}`);
  return value;
}

/** @throws ExpectationFailed unless `value` is an array of objects */
export function readObjects(value: Json | undefined, what: string): readonly JsonObject[] {
  return readArray(value, what).map((item, index) => readObject(item, `${what}[${index}]`));
}

/** @throws ExpectationFailed unless `value` is a text */
export function readText(value: Json | undefined, what: string): string {
  if (typeof value !== 'string') throw new ExpectationFailed(`${what} should be a text, but is ${kindOf(value)}`);
  return value;
}

/** @throws ExpectationFailed unless `value` is a number */
export function readNumber(value: Json | undefined, what: string): number {
  if (typeof value !== 'number') throw new ExpectationFailed(`${what} should be a number, but is ${kindOf(value)}`);
  return value;
}

function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
