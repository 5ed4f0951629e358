/**
 * What a transaction has looked up before it has its revision, and so while others may still write. With the revision it is alone:
 * what others changed in between is looked up again then. Knows nothing of what the facts are about.
 */
import type { Row, Transaction } from '../../db/database.js';
import { TransactionConflict } from '../../db/translate-error.js';
import type { Statement } from '../../sql/binder.js';
import { seenRevision } from '../../sql/write/lookups.js';

interface Seen {
  readonly statement: Statement;
  readonly row: Row;
}

export class SeenFacts {
  private seen: Seen[] = [];

  constructor(private readonly transaction: Transaction) {}

  /** @param row that the statement gave; one without the space's revision comes from a database in which one writes at a time */
  add(statement: Statement, row: Row | undefined): void {
    if (row?.[seenRevision] !== undefined) this.seen.push({ statement, row });
  }

  /**
   * @param revision that the transaction has just taken: from here on nobody else commits a change of the space
   * @throws TransactionConflict when a fact is not any more as it was seen
   */
  async confirm(revision: number): Promise<void> {
    for (const { statement, row } of this.seen) {
      if (Number(row[seenRevision]) === revision - 1) continue;
      const [again] = await this.transaction.run(statement);
      const differs = Object.entries(row).some(([name, value]) => name !== seenRevision && again?.[name] !== value);
      if (differs) throw new TransactionConflict('what the write rests on has changed since it was looked up');
    }
    this.seen = [];
  }
}
