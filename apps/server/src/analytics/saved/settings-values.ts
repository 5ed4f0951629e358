/**
 * Values in the settings of records, which any program may write: each is what it should be, or rejected with its path. Pure.
 */
import type { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { eachOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { isUuid } from '../../plan/values/operand.js';

export type Settings = { readonly [name: string]: unknown };

/** @throws ApiError `ERROR_PARAMETER_INVALID`, as all of these do */
export function objectAt(value: unknown, at: string): Settings {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw parameterError(at, 'is not an object');
  return value as Settings;
}

/** What is absent is an empty list. */
function listAt(value: unknown, at: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw parameterError(at, 'is not a list');
  return value;
}

/** @returns what each item is parsed to @throws ParameterErrors with what is wrong in any of them */
export function parseList<Item>(
  value: unknown,
  at: string,
  parse: (item: unknown, at: string) => Item,
): readonly Item[] {
  return eachOf(listAt(value, at), (item, index) => parse(item, `${at}[${index}]`));
}

export function textAt(value: unknown, at: string): string {
  if (typeof value !== 'string') throw parameterError(at, 'is not a text');
  return value;
}

export function textOrNull(value: unknown, at: string): string | null {
  return value === undefined || value === null ? null : textAt(value, at);
}

/** @returns in small letters, as ids are stored */
export function idOrNull(value: unknown, at: string): string | null {
  if (value === undefined || value === null) return null;
  if (!isUuid(value)) throw parameterError(at, 'is not an id');
  return value.toLowerCase();
}

export function integerAt(value: unknown, at: string): number {
  if (!Number.isSafeInteger(value)) throw parameterError(at, 'is not a whole number');
  return value as number;
}

export function oneOf<Word extends string>(words: readonly Word[], value: unknown, at: string): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) throw unknownWord(value, words, at);
  return found;
}

/** @returns the error that names the words there are, or the one that is closest */
export function unknownWord(value: unknown, words: readonly string[], at: string): ApiError {
  const hint = (typeof value === 'string' && suggestion(value, words)) || ` There are ${words.join(', ')}.`;
  const shown = JSON.stringify(value) ?? 'undefined';
  const problem = `there is no ${shown.length > 80 ? `${shown.slice(0, 79)}…` : shown}`;
  return parameterError(at, problem, hint);
}
