/**
 * Reads the parameters of a query and gathers what is wrong with them.
 */
import { ApiError } from '../../errors/api-error.js';
import { closestName } from '../../errors/closest-name.js';
import { isQueryParameter } from './query-parameters.js';

/** Another spelling of `include-deleted`. */
type Spelling = 'include_deleted';

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

  error(at: string, problem: string): void {
    this.errors.push({ at, problem });
  }

  /** @throws ApiError `ERROR_PARAMETER_INVALID` with every error gathered so far */
  rejectErrors(): void {
    const [first] = this.errors;
    if (!first) return;
    const message = this.errors.map(({ at, problem }) => `${at}: ${problem}.`).join(' ');
    throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: first.at });
  }
}
