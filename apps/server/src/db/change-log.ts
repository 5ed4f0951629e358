/**
 * What a transaction has changed, record by record: gathered, and written with one statement at its end. Writes that share the
 * transaction share the statement.
 */
import type { Statement } from '../sql/binder.js';
import type { BindingDialect } from '../sql/dialects/binding.js';
import { insertChanges, type LoggedChange } from '../sql/tables/changes.js';

/** Changes of one statement at most: their values are one text. */
const maxRows = 10_000;

export class ChangeLog {
  private readonly spaces = new Map<string, LoggedChange[]>();

  add(space: string, change: LoggedChange): void {
    const changes = this.spaces.get(space);
    if (changes) changes.push(change);
    else this.spaces.set(space, [change]);
  }

  /** @returns the statements that write the changes; forgets them */
  take(dialect: BindingDialect): Statement[] {
    const statements: Statement[] = [];
    for (const [space, changes] of this.spaces) {
      for (let start = 0; start < changes.length; start += maxRows) {
        statements.push(insertChanges(dialect, space, changes.slice(start, start + maxRows)));
      }
    }
    this.spaces.clear();
    return statements;
  }
}
