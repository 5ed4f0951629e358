/** A chunk takes fewer records where much belongs to them that it sums up, or where they have long formulas. */
import { expect, test } from 'vitest';
import { recomputeValues } from '../../src/jobs/handlers/recompute-values.js';
import { systemCall } from '../../src/records/call.js';
import { WriteContext } from '../../src/records/write/write-context.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { TestRecord, TestSpace } from '../test-space.js';
import { Copier } from './many-records.js';

const perParent = 30_000;

onDatabaseInTurn((running) => {
  /** @returns how many of the accounts each chunk takes */
  async function chunkSizes(space: TestSpace, rank = 1): Promise<number[]> {
    const store = await running.server.deps.stores.of(space.id);
    const counts: number[] = [];
    for (let after: string | null = null; ; ) {
      const chunk: Awaited<ReturnType<typeof recomputeValues.run>> = await store.db.write((transaction) => {
        const context = new WriteContext(store, transaction, systemCall(space.id));
        return recomputeValues.run(context, { do: 'recompute', entityType: 'Account', rank }, after);
      });
      if (chunk === 'blocked') throw new Error('nobody else writes these records');
      counts.push(chunk.count);
      if (chunk.last === null) return counts;
      after = chunk.last;
    }
  }

  const halves = (first: string, second: string, copier: Copier) =>
    `CASE WHEN n.i <= ${perParent} THEN ${copier.uuid(`'${first}'`)} ELSE ${copier.uuid(`'${second}'`)} END`;

  test.each(['a column', 'a custom field'])(
    'whose reference is %s',
    async (kept) => {
      const space = await running.server.newSpace(kept === 'a column' ? 'columns' : 'customs');
      const accounts: TestRecord[] = [];
      for (const name of ['One', 'Two', 'Three', 'Four']) accounts.push(await space.newAccount({ name }));
      const [, second, third] = accounts.map(({ id }) => id) as [string, string, string];
      const copier = new Copier(running.server.deps, space.id);
      const owners = halves(second, third, copier);
      let relation = 'sharing_clients';
      if (kept === 'a column') {
        const row = { account_id: accounts[3]?.id, client_id: space.ids.ownerId, role: 2 };
        const { id } = await space.create('AccountSharingClientRelations', row);
        await copier.copy('account_sharing_client_relations', id, 2 * perParent, 3, { account_id: owners });
      } else {
        const lookup = { entity_name: 'Account', many: false };
        const field = await space.create('Fields', {
          entity_name: 'Product',
          name: 'Maker',
          type_id: 'lookup',
          lookup,
        });
        const back = { entity_name: 'Product', many: true, relation_id: field.id };
        await space.create('Fields', { entity_name: 'Account', name: 'Made', type_id: 'lookup', lookup: back });
        const product = await space.create('Products', { name: 'P', allowed_pipelines: 1, unit_symbol: 'pcs' });
        await copier.copy('products', product.id, 2 * perParent, 3);
        await copier.give('custom_uuids', field.id, 2 * perParent, copier.idOf(3), owners);
        relation = 'cf_made';
      }
      const rollup = { relation, function: 'COUNT' };
      await space.create('Fields', { entity_name: 'Account', name: 'Many', type_id: 'rollup', rollup });
      const counts = await chunkSizes(space);
      expect(counts).toEqual([2, 2]);
      const counted = await Promise.all(accounts.map(({ id }) => space.get('Accounts', id)));
      const ofLast = kept === 'a column' ? 1 : 0;
      expect(counted.map(({ cf_many }) => cf_many)).toEqual([0, perParent, perParent, ofLast]);
    },
    60_000,
  );

  test('which have many long formulas', async () => {
    const space = await running.server.newSpace('formulas');
    const { id } = await space.newAccount({ name: 'One' });
    const [fields, records] = [25, 450];
    const sum = (numbers: number): string =>
      numbers === 1 ? '1' : `(${sum(Math.ceil(numbers / 2))}+${sum(Math.floor(numbers / 2))})`;
    const made = Array.from({ length: fields }, (_, index) => ({
      ...{ entity_name: 'Account', name: `F${index}`, api_name: `cf_f${index}`, type_id: 'integer' },
      calc_formula: sum(100),
    }));
    await space.send('POST', 'Fields/batch-modify', { body: made });
    await new Copier(running.server.deps, space.id).copy('accounts', id, records - 1, 3);
    const most = Math.floor(1_000_000 / (199 * fields));
    expect(await chunkSizes(space, 0)).toEqual([most, most, records - 2 * most]);
    const { cf_f0 } = await space.get('Accounts', Copier.id(3, records - 1));
    expect(cf_f0).toBe(100);
  });
});
