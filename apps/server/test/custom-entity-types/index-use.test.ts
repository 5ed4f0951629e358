/**
 * A page of one kind costs the same however many records the others have: the databases walk along an index that begins with the kind.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Operand } from '../../src/plan/list/predicate.js';
import { onDatabaseInTurn } from '../fixture.js';
import { recount } from '../miscounted.js';
import type { Sent } from '../test-space.js';
import { defineEntityType, type Kind } from './define-entity-type.js';

/** Of each kind. */
const size = 10_000;

onDatabaseInTurn((running, database) => {
  let kinds: readonly Kind[];
  beforeAll(async () => {
    kinds = [await defineEntityType(running.space, 'Vehicle'), await defineEntityType(running.space, 'Crane')];
    // All of one kind are newer than those of the other.
    for (const [turn, kind] of kinds.entries()) await fill(kind, turn);
    if (database === 'postgres') await running.server.deps.db.knex.raw('VACUUM ANALYZE custom_entities');
  }, 120_000);

  async function fill({ name: kind, typeId }: Kind, turn: number): Promise<void> {
    const { deps, space } = running.server;
    const { catalog, db, writes } = await deps.stores.of(space.id);
    const entityType = catalog.existing(kind);
    const rows = Array.from({ length: size }, (_, index): ReadonlyMap<string, Operand> => {
      const moment = `202${turn}-01-01T00:00:00.${String(index).padStart(6, '0')}`;
      return new Map<string, Operand>([
        ['id', `018f4b7a-6c1e-7d5${turn}-9a3b-${index.toString(16).padStart(12, '0')}`],
        ['created', moment],
        ['modified', moment],
        ['revision', 1],
        ['is_deleted', false],
        ['is_delete_protected', false],
        ['name', `${kind} ${(index * 7919) % 10_007}`],
        ['kind', kind],
        ['owner_id', space.ids.ownerId],
        ['unit_id', space.ids.unitId],
        ['type_id', typeId],
        ['share_mode', 0],
      ]);
    });
    for (let start = 0; start < size; start += 1_000) {
      const statement = writes.compileInserts(entityType, space.id, rows.slice(start, start + 1_000));
      await db.write((transaction) => transaction.run(statement));
    }
    await recount(db, 'custom_entities');
  }

  /** @returns how the database goes about the page, step by step */
  async function planOf(query: Sent['query'], collection = 'Vehicle'): Promise<string> {
    const list = () => running.space.list(collection, { 'load-only': 'id', ...query });
    const [statement] = await running.server.statementsOf(list);
    if (!statement) throw new Error('the list took no statement');
    const how = database === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN (COSTS OFF)';
    const { db } = running.server.deps;
    const steps = await db.write((transaction) => transaction.run({ ...statement, text: `${how} ${statement.text}` }));
    return steps.map((step) => String(step.detail ?? step['QUERY PLAN'])).join('\n');
  }

  it('the kinds are full', async () => {
    const query = { first: 1, 'include-total': true };
    for (const { name } of kinds) expect(await running.space.list(name, query)).toMatchObject({ total: size });
  });

  describe.each([
    ['no order', {}, 'custom_entities_kind'],
    ['name', { 'order-by': 'name' }, 'custom_entities_kind_name'],
    ['the newest first', { 'order-by': '-created' }, 'custom_entities_kind_created'],
    ['the last changed first', { 'order-by': '-modified' }, 'custom_entities_kind_modified'],
    // Few records of any kind bear it.
    ['a filter by name', { 'filter[name]': 'Vehicle 5' }, 'custom_entities(?:_kind)?_name'],
    [
      'a filter by what has changed',
      { 'filter[modified]': '2020-01-01', 'filter-op[modified]': 'gte', 'order-by': 'modified' },
      'custom_entities_kind_modified',
    ],
  ])('%s', (_, query: Sent['query'], index) => {
    const indexPattern = new RegExp(`${index}\\b`);

    it(`walks along ${index}`, async () => {
      const plan = await planOf({ first: 30, ...query });
      expect(plan).toMatch(indexPattern);
      expect(plan).not.toMatch(/Seq Scan|SCAN custom_entities/);
    });

    it('and so after a cursor', async () => {
      const { page_info } = await running.space.list('Vehicle', { first: 30, ...query });
      const plan = await planOf({ first: 30, ...query, after: page_info.end_cursor ?? '' });
      expect(plan).toMatch(indexPattern);
      expect(plan).not.toMatch(/Seq Scan|SCAN custom_entities/);
    });
  });

  it('all kinds together are walked along an index without the kind', async () => {
    const plan = await planOf({ 'order-by': '-modified', first: 30 }, 'CustomEntities');
    expect(plan).toMatch(/custom_entities_modified\b/);
  });
});
