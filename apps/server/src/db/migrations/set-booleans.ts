/**
 * Sets booleans that may not be null and are null in older records: of fields that came later, or that became required. They are false
 * wherever they are shown; a filter finds them when they are stored so.
 */
import type { Catalog } from '@headwater/catalog';
import type { Knex } from 'knex';
import { requiredBooleans } from '../../sql/columns.js';
import { identifier } from '../../sql/dialects/quote.js';

/** Of a row; keys rise through the table. */
interface Key {
  readonly space_id: string;
  readonly id: string;
}

/**
 * Changes nothing that is shown, so no revision is taken. It may be run again, beside requests and from any point on: each statement is a
 * transaction.
 * @param rowsAtOnce of one statement, which others who write to them wait for: by default some tens of milliseconds
 */
export async function setBooleans(knex: Knex, catalog: Catalog, rowsAtOnce = 2_000): Promise<void> {
  for (const [table, columns] of requiredBooleans(catalog)) await setInTable(knex, table, columns, rowsAtOnce);
}

async function setInTable(knex: Knex, table: string, columns: readonly string[], rowsAtOnce: number): Promise<void> {
  const name = identifier(table);
  const isUnset = columns.map((column) => `${identifier(column)} IS NULL`).join(' OR ');
  const [unset] = await rowsOf(knex, `SELECT space_id, id FROM ${name} WHERE ${isUnset} LIMIT 1`);
  if (unset === undefined) return;
  const values = columns.map((column) => `${identifier(column)} = COALESCE(${identifier(column)}, FALSE)`).join(', ');
  for (let last: Key | undefined; ; ) {
    const after = last === undefined ? [] : [{ text: '(space_id, id) > (?, ?)', key: last }];
    const where = after.map(({ text }) => `WHERE ${text}`).join('');
    const [end]: Key[] = await rowsOf(
      knex,
      `SELECT space_id, id FROM ${name} ${where} ORDER BY space_id, id LIMIT 1 OFFSET ${rowsAtOnce - 1}`,
      after.map(({ key }) => key),
    );
    const range = [...after, ...(end === undefined ? [] : [{ text: '(space_id, id) <= (?, ?)', key: end }])];
    const conditions = [...range.map(({ text }) => text), `(${isUnset})`].join(' AND ');
    await rowsOf(
      knex,
      `UPDATE ${name} SET ${values} WHERE ${conditions}`,
      range.map(({ key }) => key),
    );
    if (end === undefined) return;
    last = end;
  }
}

async function rowsOf(knex: Knex, text: string, keys: readonly Key[] = []): Promise<Key[]> {
  const found = await knex.raw(
    text,
    keys.flatMap(({ space_id, id }) => [space_id, id]),
  );
  return Array.isArray(found) ? found : found.rows;
}
