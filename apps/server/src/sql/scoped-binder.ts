/**
 * Begins a statement that may show records or look at who asks: the values that such statements name by their positions. Pure.
 */
import { Binder, clientParameter, linkBaseParameter } from './binder.js';
import type { Dialect } from './dialects/dialect.js';

/** What every statement over the records of a space begins with. */
export interface StatementScope {
  readonly space: string;
  /** The address of the space's collections, with a trailing slash. */
  readonly linkBase: string;
  /** Id of the user who asks; null: none does. */
  readonly client: string | null;
}

/** @returns a binder that holds the values of the scope; the statement has to name them all (`namesScope`) */
export function scopedBinder(dialect: Dialect, { space, linkBase, client }: StatementScope): Binder {
  if (client === null) return new Binder(dialect, [space, linkBase]);
  return new Binder(dialect, [space, linkBase, client], dialect.idParameter(clientParameter));
}

/** @returns a condition that always holds and names the values of the scope: databases refuse those that a statement does not name */
export function namesScope(dialect: Dialect, { client }: StatementScope): string {
  const linkBase = `${dialect.textParameter(linkBaseParameter)} IS NOT NULL`;
  return client === null ? linkBase : `${linkBase} AND ${dialect.idParameter(clientParameter)} IS NOT NULL`;
}
