/**
 * The query of a request, by the parameters that its operation has.
 */
import type { FilterParameters } from './filters.js';
import { badParameter } from './rejection.js';
import { near } from './spelling.js';

/** Names of the parameters of each operation. */
export const parameterNames = {
  list: [
    ...[
      'include-deleted',
      'first',
      'last',
      'before',
      'after',
      'expand',
      'order-by',
      'filter',
      'filter-op',
      'load-only',
    ],
    ...['include-total', 'limit', 'offset'],
  ],
  get: ['expand', 'load-only', 'include-deleted', 'at-revision'],
  write: ['validation-level', 'dry-run'],
  batch: ['validation-level', 'dry-run', 'rollback-method'],
} as const;

const alsoCalled: Readonly<Record<string, string>> = { include_deleted: 'include-deleted' };
const bracketed = /^(filter|filter-op)\[(.+)\]$/;

export class Parameters {
  /** Names that the operation does not have and that are close to none. */
  readonly ignored: readonly string[];
  private readonly given = new Map<string, string>();
  private readonly values = new Map<string, string[]>();
  private readonly operators = new Map<string, string>();

  /** @throws Rejection for a name that is close to one of the operation, and for one that is given twice */
  constructor(query: URLSearchParams, known: readonly string[]) {
    const ignored: string[] = [];
    for (const [name, value] of query) {
      const [, family, path] = bracketed.exec(name) ?? [];
      const plain = alsoCalled[name] ?? family ?? name;
      if (!known.includes(plain)) ignored.push(unknown(name, known));
      else if (family === 'filter') this.values.set(path ?? '', [...(this.values.get(path ?? '') ?? []), value]);
      else if (family === 'filter-op') put(this.operators, path ?? '', value, name);
      else if (plain.startsWith('filter')) throw badParameter(name, 'needs a member in brackets');
      else put(this.given, plain, value, name);
    }
    this.ignored = ignored;
  }

  get filters(): FilterParameters {
    return { values: this.values, operators: this.operators };
  }

  text(name: string): string | undefined {
    return this.given.get(name);
  }

  /** @throws Rejection unless it is true, false or left out */
  flag(name: string): boolean {
    const text = this.given.get(name) ?? 'false';
    if (text !== 'true' && text !== 'false') throw badParameter(name, 'is neither true nor false');
    return text === 'true';
  }

  /** @throws Rejection unless it is a whole number within the bounds or left out */
  integer(name: string, least: number, most: number): number | undefined {
    const text = this.given.get(name);
    if (text === undefined) return undefined;
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    if (number < least || number > most) throw badParameter(name, `is no whole number from ${least} to ${most}`);
    return number;
  }
}

function put(map: Map<string, string>, key: string, value: string, name: string): void {
  if (map.has(key)) throw badParameter(name, 'is given twice');
  map.set(key, value);
}

/** @returns the name when it is to be ignored */
function unknown(name: string, known: readonly string[]): string {
  const [word = ''] = name.split('[', 1);
  const meant = near(word, known);
  if (meant !== undefined) throw badParameter(word, `is none of this operation; "${meant}" is near`);
  return name;
}
