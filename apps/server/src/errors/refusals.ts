/**
 * Gathers what is wrong with the parameters of a request while it is read, so that a caller learns of all mistakes at once. Whatever is
 * thrown for another reason ends the reading as ever.
 */
import { ApiError } from './api-error.js';
import { ParameterErrors } from './parameter-errors.js';

export class Refusals {
  private readonly mistakes: ApiError[] = [];

  /** @returns what the work gives; undefined when it refuses */
  attempt<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      this.add(error);
      return undefined;
    }
  }

  /** The same for work that waits. */
  async wait<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      this.add(error);
      return undefined;
    }
  }

  /** @throws ParameterErrors when something was refused */
  settle(): void {
    if (this.mistakes.length > 0) throw new ParameterErrors(this.mistakes);
  }

  private add(error: unknown): void {
    if (error instanceof ParameterErrors) this.mistakes.push(...error.mistakes);
    else if (error instanceof ApiError && error.errorName === 'ERROR_PARAMETER_INVALID') this.mistakes.push(error);
    else throw error;
  }
}

/** @returns what the work makes of each item @throws ParameterErrors with what is wrong in any of them */
export function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): readonly Result[] {
  const refusals = new Refusals();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    refusals.attempt(() => {
      results.push(work(item, index));
    });
  }
  refusals.settle();
  return results;
}

/** @returns what the readers give, by name @throws ParameterErrors with what is wrong in any of them */
export function everyOf<Parts extends object>(readers: { readonly [Name in keyof Parts]: () => Parts[Name] }): Parts {
  const names = Object.keys(readers) as (keyof Parts)[];
  // Each name has its own reader, which gives the part of that name.
  return Object.fromEntries(eachOf(names, (name) => [name, readers[name]()])) as Parts;
}
