/**
 * Reads the query of a REST v1 collection GET. Grammar only: names stay as written. Parameters it does not know are
 * ignored.
 */
import type { ParsedUrlQuery } from 'node:querystring';
import type { V1Handlers } from '@headwater/openapi-types';
import type { QueryName } from '../../../http/handler-types.js';
import { type LegacyPhrase, parseFilter } from './parse-filter.js';
import type { QueryErrors } from './query-errors.js';

// Reads the parameters of REST v1 that are names separated by `|`: `sort` and `loadonly`. Grammar only.

/** One sort key as written. */
export interface LegacySort {
  readonly name: string;
  readonly descending: boolean;
}

/**
 * @param text `-MODIFIED|CREATED`; `-` means descending; an empty text is no order
 * @returns the keys in order of weight
 */
export function parseSort(text: string, errors: QueryErrors): LegacySort[] {
  return parseNames('sort', text, errors).flatMap((key) => {
    const descending = key.startsWith('-');
    const name = descending ? key.slice(1) : key;
    if (name === '') {
      errors.add('sort', 'a "-" has no field name after it.');
      return [];
    }
    return { name, descending };
  });
}

/** @returns the names of `loadonly`; undefined, meaning all fields, for an empty text */
export function parseLoadOnly(text: string, errors: QueryErrors): string[] | undefined {
  return text === '' ? undefined : parseNames('loadonly', text, errors);
}

function parseNames(at: string, text: string, errors: QueryErrors): string[] {
  if (text === '') {
    return [];
  }
  const names = text.split('|');
  if (names.includes('')) {
    errors.add(at, `"${text}" holds an empty name; names are separated by a single "|".`);
  }
  return names.filter((name) => name !== '');
}

export interface LegacyListQuery {
  /** Records at most; null: all. */
  readonly limit: number | null;
  readonly offset: number;
  readonly sort: readonly LegacySort[];
  readonly phrases: readonly LegacyPhrase[];
  /** Only records modified after this date-time, as written. */
  readonly after: string | undefined;
  /** Names of the fields to answer; undefined: all. */
  readonly loadOnly: readonly string[] | undefined;
  /** Deleted records are found too. */
  readonly includeDeleted: boolean;
  /** The answer has the revision of the space. */
  readonly withRevision: boolean;
}

/** Of the operations that have parameters in the query. */
type ParameterName =
  | QueryName<V1Handlers['list']>
  | QueryName<V1Handlers['getFields']>
  | QueryName<V1Handlers['setEntities']>;

const defaultLimit = 25;
const maxCount = 2 ** 31 - 1;

/**
 * @param errors takes every parameter whose value it cannot have
 * @spec interface, Legacy REST v1: parameters of a collection GET
 */
export function parseListQuery(query: ParsedUrlQuery, errors: QueryErrors): LegacyListQuery {
  const text = (name: ParameterName) => parseSingle(query, name, errors);
  const limit = text('limit');
  return {
    limit: limit === '-1' ? null : parseCount('limit', limit, defaultLimit, errors),
    offset: parseCount('offset', text('offset'), 0, errors),
    sort: parseSort(text('sort'), errors),
    phrases: parseFilter(text('filter'), errors),
    after: text('after') || undefined,
    loadOnly: parseLoadOnly(text('loadonly'), errors),
    includeDeleted: parseIncludeDeleted(query, errors),
    withRevision: isTrue(text('revision')),
  };
}

/** @returns true for `true`, in any case, and 1 */
export function isTrue(text: string): boolean {
  return text === '1' || text.toLowerCase() === 'true';
}

/** @returns whether `include-deleted`, or `include_deleted`, is true */
export function parseIncludeDeleted(query: ParsedUrlQuery, errors: QueryErrors): boolean {
  const values = (['include-deleted', 'include_deleted'] as const).map((name) => {
    const text = String(query[name] ?? '');
    if (text !== '' && !isTrue(text) && !/^(false|0)$/i.test(text)) errors.add(name, 'must be true or false.');
    return isTrue(text);
  });
  return values.includes(true);
}

/** @returns the value; an absent parameter reads like an empty one */
export function parseSingle(query: ParsedUrlQuery, name: ParameterName, errors: QueryErrors): string {
  const value = query[name] ?? '';
  if (typeof value === 'string') {
    return value;
  }
  errors.add(name, 'is given more than once.');
  return '';
}

/** @param allowed the numbers that may be added up @returns their sum; `absent` when the parameter is not there */
export function parseBits(
  query: ParsedUrlQuery,
  name: 'flag' | 'validation_level',
  allowed: readonly number[],
  absent: number,
  errors: QueryErrors,
): number {
  const text = parseSingle(query, name, errors);
  if (text === '') return absent;
  const all = allowed.reduce((sum, bit) => sum | bit, 0);
  const sum = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if ((sum & ~all) === 0 && !Number.isNaN(sum)) return sum;
  errors.add(name, `"${text}" is neither 0 nor a sum of ${allowed.join(', ')}.`);
  return absent;
}

function parseCount(name: 'limit' | 'offset', text: string, absent: number, errors: QueryErrors): number {
  if (text === '') {
    return absent;
  }
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (count <= maxCount) {
    return count;
  }
  const wanted = `a whole number from 0 to ${maxCount}${name === 'limit' ? ', or -1 for all' : ''}`;
  errors.add(name, `"${text}" is not ${wanted}.`);
  return absent;
}
