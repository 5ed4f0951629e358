/**
 * Collects the bound values of a statement while its text is written. Values never become part of the text.
 */
import { ApiError } from '../errors/api-error.js';
import type { Dialect } from './dialects/dialect.js';

/** Values that one statement can bind on SQLite. PostgreSQL takes twice as many, but a request is answered by both or by none. */
const maxValues = 32_766;

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** It goes through a great many rows and adds them up, where others look for a few. */
  readonly inBulk?: true;
}

export class Binder {
  readonly values: unknown[];

  /**
   * @param first values that the text names by position: 1 the space, 2 the address that links begin with, 3 the user who asks, if
   *   one does
   * @param client the placeholder of the user who asks; undefined when none does
   */
  constructor(
    private readonly dialect: Dialect,
    first: readonly unknown[],
    readonly client: string | undefined = undefined,
  ) {
    this.values = [...first];
  }

  /** The placeholder of the space, which every statement binds first. */
  get space(): string {
    return this.dialect.placeholder(spaceParameter);
  }

  /** @returns the statement with all values bound so far */
  statement(text: string): Statement {
    return { text, values: this.values };
  }

  /**
   * @returns the placeholder that stands for the value in the text
   * @throws ApiError when the statement has as many values as one can have: filters have bounds each, but a request can hold many
   */
  bind(value: unknown): string {
    if (this.values.length >= maxValues) {
      const message = `The filters of this request compare with more than ${maxValues} values in all. Ask for less at once.`;
      throw new ApiError('ERROR_PARAMETER_INVALID', message);
    }
    this.values.push(value);
    return this.dialect.placeholder(this.values.length);
  }
}

/** Begins a statement that names nothing by its position but the space. */
export function spaceBinder(dialect: Dialect, space: string): Binder {
  return new Binder(dialect, [space]);
}

/** What stands around the space in the address that links begin with; before them stand scheme and host. */
export const linkBaseParts = ['/api/v100/rest/spaces/', '/entities/'] as const;

/** Positions of the values that every statement over records begins with. */
export const spaceParameter = 1;
export const linkBaseParameter = 2;
export const clientParameter = 3;
