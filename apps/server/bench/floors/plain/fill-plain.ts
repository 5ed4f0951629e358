/**
 * Fills the plain tables with the benchmark's records: those that the server gets through its API, as plain rows.
 */
import { accountRow, contactRow, type Row, relationRows, userRow } from '../../data/invent-rows.js';
import { type SpacePlan, userCount } from '../../data/space-plan.js';
import type { TableName } from './columns.js';

const rowsAtATime = 1_000;

/** @param insert writes the rows of a JSON array */
export async function fillPlain(
  plan: SpacePlan,
  insert: (table: TableName, rows: string) => Promise<void>,
): Promise<void> {
  const fill = async (table: TableName, count: number, rowsOf: (place: number) => Row | readonly Row[]) => {
    for (let from = 0; from < count; from += rowsAtATime) {
      const places = Array.from({ length: Math.min(rowsAtATime, count - from) }, (_, index) => from + index);
      await insert(table, JSON.stringify(places.flatMap(rowsOf)));
    }
  };
  await fill('users', userCount, userRow);
  await fill('accounts', plan.accounts, accountRow);
  await fill('contacts', plan.contacts, (place) => contactRow(place, plan));
  await fill('contact_accounts', plan.contacts, (place) => relationRows(place, plan));
}
