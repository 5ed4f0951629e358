/**
 * Collects the bound values of a statement while its text is written. Values never become part of the text.
 */
import type { Dialect } from './dialects/dialect.js';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
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

  /** @returns the placeholder that stands for the value in the text */
  bind(value: unknown): string {
    this.values.push(value);
    return this.dialect.placeholder(this.values.length);
  }
}

/** What stands around the space in the address that links begin with; before them stand scheme and host. */
export const linkBaseParts = ['/api/v100/rest/spaces/', '/entities/'] as const;

/** Positions of the values that every statement over records begins with. */
export const spaceParameter = 1;
export const linkBaseParameter = 2;
export const clientParameter = 3;
