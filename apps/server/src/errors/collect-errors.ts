/**
 * Collects what is wrong with the parameters of a request while it is parsed, so that a caller learns of all errors at once. Errors of
 * other types are thrown as usual.
 */
import { ApiError } from './api-error.js';
import { ParameterErrors } from './parameter-error.js';

export class ErrorCollector {
  private readonly errors: ApiError[] = [];

  /** @returns what the work gives; undefined when it throws a parameter error */
  attempt<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      this.add(error);
      return undefined;
    }
  }

  /** The same for asynchronous work. */
  async wait<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.add(error);
      return undefined;
    }
  }

  /** @throws ParameterErrors when there were errors */
  throwIfAny(): void {
    if (this.errors.length > 0) throw new ParameterErrors(this.errors);
  }

  private add(error: unknown): void {
    if (error instanceof ParameterErrors) this.errors.push(...error.all);
    else if (error instanceof ApiError && error.errorName === 'ERROR_PARAMETER_INVALID') this.errors.push(error);
    else throw error;
  }
}

/** @returns what the work makes of each item @throws ParameterErrors with what is wrong in any of them */
export function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): readonly Result[] {
  const errors = new ErrorCollector();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    errors.attempt(() => {
      results.push(work(item, index));
    });
  }
  errors.throwIfAny();
  return results;
}

/** @returns what the readers give, by name @throws ParameterErrors with what is wrong in any of them */
export function everyOf<Parts extends object>(readers: { readonly [Name in keyof Parts]: () => Parts[Name] }): Parts {
  const names = Object.keys(readers) as (keyof Parts)[];
  // Each name has its own reader, which gives the part of that name.
  return Object.fromEntries(eachOf(names, (name) => [name, readers[name]()])) as Parts;
}
