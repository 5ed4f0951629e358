/**
 * Gives a SQLite table other foreign keys: SQLite can add them to no table that is there already, nor take them from it, so the
 * table is made again and its rows move over. Knows nothing of what the table is for.
 */
import type { Knex } from 'knex';
import { identifier } from '../../sql/dialects/quote.js';
import type { Table } from '../../sql/table.js';

export interface Rebuilding {
  /** Writes CREATE TABLE for the table under another name. */
  createText(name: string): string;
  /** Whether the table is as it should be: another process may have done it meanwhile. */
  isDone(transaction: Knex): Promise<boolean>;
}

/** The table's indexes go with the old table. */
export async function rebuildTable(knex: Knex, table: Table, { createText, isDone }: Rebuilding): Promise<void> {
  const rebuilt = `${table.name}_rebuilt`;
  // Dropping a table would delete its rows one by one, and be rejected for those that others point at.
  await knex.raw('PRAGMA foreign_keys = OFF');
  try {
    await knex.transaction(async (transaction) => {
      if (await isDone(transaction)) return;
      const found = await transaction(table.name).columnInfo();
      const existing = Object.keys(found);
      const names = existing.map(identifier).join(', ');
      for (const statement of [
        createText(rebuilt),
        // What the catalog no longer has stays where it is.
        ...existing
          .filter((name) => !table.columns.some((column) => column.name === name))
          .map(
            (name) => `ALTER TABLE ${identifier(rebuilt)} ADD COLUMN ${identifier(name)} ${found[name]?.type ?? ''}`,
          ),
        `INSERT INTO ${identifier(rebuilt)} (${names}) SELECT ${names} FROM ${identifier(table.name)}`,
        `DROP TABLE ${identifier(table.name)}`,
        `ALTER TABLE ${identifier(rebuilt)} RENAME TO ${identifier(table.name)}`,
      ]) {
        await transaction.raw(statement);
      }
    });
  } finally {
    await knex.raw('PRAGMA foreign_keys = ON');
  }
}
