/**
 * Gives a SQLite table columns with foreign keys: SQLite can add those to no table that is there already, so the table is made
 * anew and its rows move over. Knows nothing of what the table is for.
 */
import type { Knex } from 'knex';
import type { Table } from '../sql/columns.js';
import { identifier } from '../sql/dialects/dialect.js';

/**
 * Nothing happens when another process has done it meanwhile. The table's indexes go with the old table.
 * @param createText writes CREATE TABLE for the table under another name
 */
export async function rebuildTable(knex: Knex, table: Table, createText: (name: string) => string): Promise<void> {
  const rebuilt = `${table.name}_rebuilt`;
  // Dropping a table would delete its rows one by one, and be refused for those that others point at.
  await knex.raw('PRAGMA foreign_keys = OFF');
  try {
    await knex.transaction(async (transaction) => {
      const found = await transaction(table.name).columnInfo();
      const existing = Object.keys(found);
      if (table.columns.every(({ name }) => existing.includes(name))) return;
      const kept = existing.map(identifier).join(', ');
      for (const statement of [
        createText(rebuilt),
        // What the catalog no longer has stays where it is.
        ...existing
          .filter((name) => !table.columns.some((column) => column.name === name))
          .map(
            (name) => `ALTER TABLE ${identifier(rebuilt)} ADD COLUMN ${identifier(name)} ${found[name]?.type ?? ''}`,
          ),
        `INSERT INTO ${identifier(rebuilt)} (${kept}) SELECT ${kept} FROM ${identifier(table.name)}`,
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
