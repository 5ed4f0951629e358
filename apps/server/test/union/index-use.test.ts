/**
 * A page of a union costs what a page of its tables costs: the database looks through the view, walks an index of each table and
 * stops when the page is full.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import type { Sent } from '../test-space.js';
import { fillUnions } from './two-unions.js';

onBothDatabases((running, database) => {
  beforeAll(async () => {
    await fillUnions(running.space);
  });

  /** @returns how the database goes about the page, step by step */
  const planOf = async (collection: string, query: Sent['query']): Promise<string[]> => {
    const [statement] = await running.server.statementsOf(() =>
      running.space.list(collection, { 'load-only': 'id', ...query }),
    );
    if (!statement) throw new Error('the list took no statement');
    const { db } = running.server.deps;
    if (database === 'sqlite') {
      const steps = await db.read({ ...statement, text: `EXPLAIN QUERY PLAN ${statement.text}` });
      return steps.map((step) => String(step.detail)).filter((step) => / t\b/.test(step));
    }
    // Small tables are sorted sooner than walked: what counts is that they can be walked.
    const settings = "SELECT set_config('enable_seqscan', 'off', true), set_config('enable_sort', 'off', true)";
    return db.write(async (transaction) => {
      await transaction.run({ text: settings, values: [] });
      const steps = await transaction.run({ ...statement, text: `EXPLAIN (COSTS OFF) ${statement.text}` });
      return steps.map((step) => String(step['QUERY PLAN'])).filter((step) => / on \w+ t(_\d+)?\b|Sort Key/.test(step));
    });
  };
  const cursorOf = async (collection: string, query: Sent['query']) =>
    (await running.space.list(collection, { ...query, first: 1 })).page_info.end_cursor ?? '';

  const cases: readonly [string, string, string, string][] = [
    ['LeadOppties', '', 'leads_pkey', 'opportunities_pkey'],
    ['LeadOppties', '-modified', 'leads_modified', 'opportunities_modified'],
    ['LeadOppties', 'created', 'leads_created', 'opportunities_created'],
    ['LeadOppties', 'name', 'leads_name', 'opportunities_name'],
    ['LeadOppties', '-formatted_name', 'leads_formatted_name', 'opportunities_formatted_name'],
    ['Activities', '', 'tasks_pkey', 'appointments_pkey'],
    ['Activities', 'subject', 'tasks_subject', 'appointments_subject'],
    ['Activities', 'activity_type_id', 'tasks_activity_type_id', 'appointments_activity_type_id'],
    // A day in one table, a moment in the other.
    ['Activities', 'start_date', 'tasks_start_date_as_datetime', 'appointments_start_date'],
    // Only in one of the tables: the records of the other come in the order of their ids.
    ['LeadOppties', '-closing_date', 'leads_pkey', 'opportunities_closing_date'],
    ['Activities', 'due_date', 'tasks_due_date', 'appointments_pkey'],
  ];
  /** SQLite makes the index of a primary key itself; where there is one of ids with more members, it is as good. */
  const indexName = (name: string) =>
    database === 'sqlite' ? name.replace(/(.*)_pkey$/, '(sqlite_autoindex_$1_1|$1_id_\\w+)') : name;

  describe.each(cases)('%s in the order "%s"', (collection, orderBy, ...indexes) => {
    const order = orderBy === '' ? {} : { 'order-by': orderBy };
    const wanted = indexes.map(indexName);

    it.each([
      ['at the start', false],
      ['after a cursor', true],
    ])(`walks along ${wanted.join(' and ')} %s`, async (_, isAfter) => {
      const query = isAfter ? { ...order, after: await cursorOf(collection, order) } : order;
      const steps = await planOf(collection, query);
      for (const index of wanted) expect(steps.join('\n')).toMatch(new RegExp(`\\b${index}\\b`));
      for (const step of steps) expect(step).not.toMatch(/SCAN|Seq Scan|NULL::/);
    });
  });

  it('a filter by owner looks up its records in each table', async () => {
    const steps = (await planOf('LeadOppties', { 'filter[owner_id]': running.space.ids.ownerId })).join('\n');
    expect(steps).toContain('leads_owner_id_set');
    expect(steps).toContain('opportunities_owner_id');
  });
});
