/** What SQLite goes through to make a pivot table: without statistics it takes whatever index looks best for the text of a statement. */
import { expect, it } from 'vitest';
import { tableOf } from '../../src/sql/table.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json } from '../test-space.js';
import { pivot } from './ask-pivot.js';

const sum = { measures: [{ function: 'Sum' }, { function: 'Count' }] };
const byMonth = { columns: [{ field: 'created', period: 'Month' }] };

onDatabaseInTurn((running, database) => {
  const planOf = async (table: Json): Promise<string> => {
    const { db } = running.server.deps;
    const statements = await running.server.statementsOf(() => pivot(running.space, table, 'Europe/Vienna'));
    const made = statements.find(({ inBulk }) => inBulk);
    if (!made) throw new Error('no statement makes the table');
    const rows = await db.read({ text: `EXPLAIN QUERY PLAN ${made.text}`, values: made.values });
    return rows.map(({ detail }) => detail).join('\n');
  };

  it.runIf(database === 'sqlite').each<[string, Json]>([
    ['their owners', { rows: [{ field: 'owner_id' }] }],
    ['units and owners', { rows: [{ field: 'unit_id' }, { field: 'owner_id' }] }],
    ['steps of those that are open', { rows: [{ field: 'step_id' }], filter: isOpen() }],
    ['the months in which they are to close', { rows: [{ field: 'closing_date', period: 'Month' }] }],
  ])('reads of opportunities by %s nothing but an index', async (_, table) => {
    const { catalog } = running.server.deps;
    const { indexes } = tableOf(catalog, catalog.existing('Opportunity'));
    const name = indexes.find(({ joint, columns }) => joint && columns.includes('owner_id'))?.name;
    expect(await planOf({ ...table, ...sum, ...byMonth })).toContain(`r USING COVERING INDEX ${name} (space_id=?)`);
  });

  it.runIf(database === 'sqlite').each([
    ['Opportunity', 'oppty_type_id'],
    ['Account', 'owner_id'],
  ])('does not look up each %s in the order of %s', async (entityType, field) => {
    const plan = await planOf({ entityType, rows: [{ field }] });
    expect(plan).toMatch(/SEARCH r .*\(space_id=\?\)/);
    expect(plan).not.toContain(`_${field} (`);
    expect(plan).toContain('USE TEMP B-TREE FOR GROUP BY');
  });
});

function isOpen(): Json {
  return { mainBox: { entity: 'Opportunity', filterFields: [{ field: 'status', operator: 'Is', values: [['1']] }] } };
}
