/**
 * Reads the parameters of a query and gathers what is wrong with them.
 */

import type { EntityType } from '@headwater/catalog';
import { type StandardOperation, type V100SpecialOperation, v100QueryParameters } from '@headwater/openapi-types';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../errors/api-error.js';
import { closestName } from '../../errors/closest-name.js';

/** Another spelling of `include-deleted`. */
type Spelling = 'include_deleted';

/** Errors that are listed one by one: there may be more of them than anybody reads. */
const maxListed = 100;

export class QueryReader<Name extends string> {
  /** Has no value; a reader with other names is another type. */
  declare protected readonly names: (name: Name) => void;
  /** Names that are no parameters of the operation, nor close to one; nothing reads them. */
  readonly ignored: readonly string[];
  private readonly parameters: URLSearchParams;
  private read: unknown;
  private readonly errors: { readonly at: string; readonly problem: string }[] = [];

  /**
   * @param search the query part of the address, without the question mark
   * @param declared names of the parameters that the operation has. A name that is close to one of them is an error; not so the name of
   *   a parameter that only other operations have
   */
  constructor(search: string, declared: ReadonlySet<string>) {
    this.parameters = new URLSearchParams(search);
    const names = new Set([...this.parameters.keys()].map((name) => name.replace(/\[.*$/s, '')));
    const unknown = [...names].filter((name) => !declared.has(name));
    const meant = unknown.map((name) => (isQueryParameter(name) ? undefined : closestName(name, declared)));
    for (const [index, name] of unknown.entries()) {
      if (meant[index] !== undefined) this.error(name, `is not a parameter here; use ${meant[index]}`);
    }
    this.ignored = unknown.filter((_, index) => meant[index] === undefined);
  }

  /** @returns what `read` makes of the query, the same each time @throws what `read` throws */
  once<Value extends {}>(read: () => Value): Value {
    this.read ??= read();
    return this.read as Value;
  }

  /** @returns all values of a parameter, in order */
  all(name: Name | Spelling): string[] {
    return this.parameters.getAll(name);
  }

  /** @returns the value of a parameter; undefined when it is absent or empty */
  one(name: Name | Spelling): string | undefined {
    const values = this.all(name);
    if (values.length > 1) this.error(name, 'may be given once only');
    return values[0] === '' ? undefined : values[0];
  }

  /** @returns true when one of the spellings is `true` or `1` */
  flag(...names: (Name | Spelling)[]): boolean {
    return names.some((name) => {
      const value = this.one(name)?.toLowerCase();
      if (value !== undefined && !['true', 'false', '1', '0'].includes(value)) {
        this.error(name, 'must be true or false');
      }
      return value === 'true' || value === '1';
    });
  }

  wholeNumber(name: Name, minimum: number, maximum: number): number | undefined {
    const text = this.one(name);
    if (text === undefined) return undefined;
    const number = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    this.error(name, `must be a whole number from ${minimum} to ${maximum}`);
    return undefined;
  }

  /** Base64 has plus signs; unescaped in a query they represent blanks. */
  cursor(name: Name): string | undefined {
    return this.one(name)?.replaceAll(' ', '+');
  }

  /** @returns the values of `name[key]` by key; `name[key][]` means the same; a value under the bare name is an error */
  bracketed(name: Name): Map<string, string[]> {
    const found = new Map<string, string[]>();
    for (const [parameter, value] of this.parameters) {
      const isBare = parameter === name;
      if (!isBare && !parameter.startsWith(`${name}[`)) continue;
      if (isBare && value === '') continue;
      const key = /^\[([^\]]+)\](?:\[\])?$/.exec(parameter.slice(name.length))?.[1];
      if (key === undefined) {
        this.error(parameter, `must have the form ${name}[<field>]`);
        continue;
      }
      const values = found.get(key);
      if (values) values.push(value);
      else found.set(key, [value]);
    }
    return found;
  }

  /** @param problem what is wrong, without a full stop @param hint a sentence that follows, with the space ahead of it */
  error(at: string, problem: string, hint = ''): void {
    this.errors.push({ at, problem: `${problem}.${hint}` });
  }

  /** @throws ApiError `ERROR_PARAMETER_INVALID` with every error gathered so far */
  rejectErrors(): void {
    const [first] = this.errors;
    if (!first) return;
    const messages = this.errors.slice(0, maxListed).map(({ at, problem }) => `${at}: ${problem}`);
    const left = this.errors.length - messages.length;
    if (left > 0) messages.push(`There are ${left} more errors.`);
    throw new ApiError('ERROR_PARAMETER_INVALID', messages.join(' '), { at: first.at });
  }
}

/**
 * The query parameters that operations of REST v100 have, from the document.
 */
export type RestOperation = StandardOperation | V100SpecialOperation;

/** Other spellings that are taken. */
const spellings: Readonly<Record<string, readonly string[]>> = { 'include-deleted': ['include_deleted'] };

const namesByOperation = readNames();
const allNames: ReadonlySet<string> = new Set([...namesByOperation.values()].flatMap((names) => [...names]));

/** @returns the names of the parameters that the operation has, in every spelling */
export function queryParameters(operation: RestOperation): ReadonlySet<string> {
  return namesByOperation.get(operation) ?? new Set();
}

/** @returns whether some operation has a parameter of that name */
function isQueryParameter(name: string): boolean {
  return allNames.has(name);
}

function readNames(): Map<string, ReadonlySet<string>> {
  return new Map(
    Object.entries(v100QueryParameters).map(([operation, names]) => [
      operation,
      new Set(names.flatMap((name) => [name, ...(spellings[name] ?? [])])),
    ]),
  );
}

// Caches the queries of reads that were answered: programs send the same ones again and again, and what was read and planned of them is
// the same each time.

const maxQueries = 300;
/** Of a query that is cached. */
const maxCharacters = 2_000;

const queries = new LRUCache<string, QueryReader<string>>({ max: maxQueries });

export class CachedQuery {
  readonly reader: QueryReader<string>;
  private readonly key: string;
  private readonly isCached: boolean;

  /** @param search the query part of the address, without the question mark */
  constructor(
    private readonly operation: RestOperation,
    entityType: EntityType | undefined,
    search: string,
  ) {
    this.key = `${operation} ${entityType?.name ?? ''} ${search}`;
    const known = queries.get(this.key);
    this.isCached = known !== undefined;
    this.reader = known ?? new QueryReader(search, queryParameters(operation));
  }

  /** Called when the request was answered: nothing is wrong with its query. */
  keep(): void {
    const isRead = this.operation === 'list' || this.operation === 'get';
    if (isRead && !this.isCached && this.key.length <= maxCharacters) queries.set(this.key, this.reader);
  }
}
