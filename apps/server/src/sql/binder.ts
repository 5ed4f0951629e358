/**
 * Collects the bound values of a statement while its text is written. Values never become part of the text. Every statement over the
 * records of a space is written with a binder, which gives all placeholders; the first is the space.
 */
import { ApiError } from '../errors/api-error.js';
import type { ColumnType } from './columns.js';
import type { BindingDialect, BoundRows } from './dialects/binding.js';

/** Values that one statement can bind on SQLite. PostgreSQL takes twice as many, but a request is answered by both or by none. */
const maxValues = 32_766;

/** Records that a statement reads or changes. */
export interface Touched {
  readonly table: string;
  /** Left out: any of the table. */
  readonly ids?: readonly string[];
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** All that it reads of records or changes, where that is known: what it gives does not depend on changes of anything else. */
  readonly touches?: readonly Touched[];
  /** It goes through a great many rows and adds them up, where others look for a few. */
  readonly inBulk?: true;
}

/** What every statement that may show records begins with. */
export interface StatementScope {
  readonly space: string;
  /** The address of the space's collections, with a trailing slash. */
  readonly linkBase: string;
  /** Id of the user who asks; null: none does. */
  readonly client: string | null;
}

/** Positions of the values that a statement begins with. */
const positions = { space: 1, linkBase: 2, client: 3 } as const;

export class Binder {
  readonly values: unknown[];

  /** @param first values that the text names by position. @param client the user who asks, as an expression; undefined when none does */
  constructor(
    private readonly dialect: BindingDialect,
    first: readonly unknown[],
    readonly client: string | undefined = undefined,
  ) {
    this.values = [...first];
  }

  /** The placeholder of the space, which every statement binds first. */
  get space(): string {
    return spaceOf(this.dialect);
  }

  /** @returns the condition that rows are of the space. @param alias of the rows; none in statements over one table, which can't name it */
  inSpace(alias?: string): string {
    return inSpace(this.dialect, alias);
  }

  /** @returns the statement with all values bound so far */
  statement(text: string): Statement {
    return { text, values: this.values };
  }

  /**
   * @param type where the statement does not tell it
   * @returns the placeholder of the value in the text
   * @throws ApiError when the statement has as many values as one can have: filters have bounds each, but a request can hold many
   */
  bind(value: unknown, type?: 'text' | 'uuid'): string {
    if (this.values.length >= maxValues) {
      const message = `The filters of this request compare with more than ${maxValues} values in all. Ask for less at once.`;
      throw new ApiError('ERROR_PARAMETER_INVALID', message);
    }
    this.values.push(value);
    return this.dialect.placeholder(this.values.length, type);
  }

  /** Binds any number of ids as one value. @returns its placeholder, for `isOneOf` of the dialect */
  bindIds(ids: readonly string[]): string {
    return this.bind(this.dialect.encodeIds(ids));
  }

  /** @returns the condition that an expression is one of the ids, which are bound as one value */
  isOneOf(expression: string, ids: readonly string[]): string {
    return this.dialect.isOneOf(expression, this.bindIds(ids));
  }

  /** Binds any number of rows as one value. @param rows of values as `encode` of the dialect gives them. @param types of their columns */
  bindRows(rows: readonly (readonly unknown[])[], types: readonly ColumnType[]): BoundRows {
    return this.dialect.boundRows(this.bind(this.dialect.encodeRows(rows)), types);
  }
}

/** Begins a statement that names nothing by its position but the space. */
export function spaceBinder(dialect: BindingDialect, space: string): Binder {
  return new Binder(dialect, [space]);
}

/** Begins a statement that may show records or look at who asks. @returns a binder whose statement has to name the scope (`namesScope`) */
export function scopedBinder(dialect: BindingDialect, { space, linkBase, client }: StatementScope): Binder {
  if (client === null) return new Binder(dialect, [space, linkBase]);
  return new Binder(dialect, [space, linkBase, client], userOf(dialect));
}

/** @returns a condition that always holds and names the values of the scope: databases reject those that a statement does not name */
export function namesScope(dialect: BindingDialect, { client }: StatementScope): string {
  const linkBase = `${linkBaseOf(dialect)} IS NOT NULL`;
  return client === null ? linkBase : `${linkBase} AND ${userOf(dialect)} IS NOT NULL`;
}

/** @returns the placeholder of the space. @param type where its position in the text does not tell */
export function spaceOf(dialect: BindingDialect, type?: 'text'): string {
  return dialect.placeholder(positions.space, type);
}

/** @returns the dialect, whose statements do not tell the planner which space it is (`unplanned`) */
export function withoutPlannedSpace<Dialect extends BindingDialect>(dialect: Dialect): Dialect {
  const placeholder: BindingDialect['placeholder'] = (position, type) => {
    const parameter = dialect.placeholder(position, type);
    return position === positions.space ? dialect.unplanned(parameter) : parameter;
  };
  return { ...dialect, placeholder };
}

/** @returns the condition that rows are of the space. @param alias of the rows; none in statements over one table, which can't name it */
export function inSpace(dialect: BindingDialect, alias?: string): string {
  return `${alias === undefined ? '"space_id"' : `${alias}.space_id`} = ${spaceOf(dialect)}`;
}

/** @returns the placeholder of the address that links begin with; only in statements with a scope */
export function linkBaseOf(dialect: BindingDialect): string {
  return dialect.placeholder(positions.linkBase, 'text');
}

/**
 * A statement that says what a user sees takes PostgreSQL tens of milliseconds to plan, and would be planned for each user.
 * @returns the user who asks, as an expression; only in statements with a scope that has one
 */
export function userOf(dialect: BindingDialect): string {
  return dialect.unplanned(dialect.placeholder(positions.client, 'uuid'));
}
