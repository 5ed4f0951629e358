/**
 * Filters through relations, and deleted records among those that lists find.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import type { Page, TestRecord, TestSpace } from '../test-space.js';

const ids = (page: Page) => page.data.map((record) => record.id);

onBothDatabases((running) => {
  let space: TestSpace;
  beforeAll(async () => {
    space = await running.server.newSpace('lists');
  });

  describe('filters through relations', () => {
    it('look for some row behind a record, whatever the operator', async () => {
      const [mixed, alike] = [
        await space.create('Pipelines', { name: 'x' }),
        await space.create('Pipelines', { name: 'y' }),
      ];
      const step = (pipeline: TestRecord, name: string) =>
        space.create('Steps', { name, pipeline_id: pipeline.id, timeframe: 77 });
      const inMixed = [await step(mixed, 'Won'), await step(mixed, 'Lost')].map(({ id }) => id);
      const inAlike = [await step(alike, 'Won'), await step(alike, 'Won')].map(({ id }) => id);
      const found = async (operator: string) =>
        ids(
          await space.list('Steps', {
            'filter[timeframe]': 77,
            'filter[pipeline.steps.name]': 'Won',
            'filter-op[pipeline.steps.name]': operator,
          }),
        );
      expect(await found('not-eq')).toEqual(inMixed);
      expect(await found('not-ieq')).toEqual(inMixed);
      expect(await found('eq')).toEqual([...inMixed, ...inAlike]);
    });

    it('lead to records of the same space, where another one has records of the same ids', async () => {
      const other = await running.server.newSpace('same-ids');
      const makePipeline = async (owner: TestSpace, name: string, id?: string) => {
        const chosen = id === undefined ? {} : { id };
        const pipeline = await owner.create('Pipelines', { name, ...chosen }, { 'validation-level': 8 });
        await owner.create('Steps', { name, pipeline_id: pipeline.id });
        return pipeline.id;
      };
      const id = await makePipeline(space, 'Ours');
      await makePipeline(other, 'Theirs', id);
      for (const [collection, path] of [
        ['Pipelines', 'steps.name'],
        ['Steps', 'pipeline.name'],
        ['Steps', 'pipeline.steps.name'],
      ] as const) {
        const found = async (name: string) => (await space.list(collection, { [`filter[${path}]`]: name })).data;
        expect(await found('Theirs')).toEqual([]);
        expect(await found('Ours')).toHaveLength(1);
      }
    });

    // Comparing all with all takes half a minute here.
    it('follow five of them, though the database knows nothing of its tables yet', { timeout: 15_000 }, async () => {
      for (let index = 0; index < 20; index++) await space.newAccount();
      const { data } = await space.list('Accounts', { [`filter[${'parent_account.'.repeat(5)}city]`]: 'x' });
      expect(data).toEqual([]);
    });

    it('follow five of them, also in an order, under names that no database cuts', async () => {
      const path = `${'parent_account.'.repeat(5)}city`;
      const query = { [`filter[${path}]`]: 'x', 'order-by': path, expand: path.replace('.city', '') };
      const statements = await running.server.statementsOf(() => space.list('Accounts', query));
      const names = statements.flatMap(({ text }) => text.match(/[A-Za-z_0-9]+/g) ?? []);
      expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(63);
    });
  });

  describe('deleted records', () => {
    it('are none of the rows that a filter looks at, unless they are included', async () => {
      const pipeline = await space.create('Pipelines', { name: 'z' });
      const step = await space.create('Steps', { name: 'Removed', pipeline_id: pipeline.id });
      const query = { 'filter[steps.name]': 'Removed' };
      expect(ids(await space.list('Pipelines', query))).toEqual([pipeline.id]);
      await space.delete('Steps', step.id);
      expect(ids(await space.list('Pipelines', query))).toEqual([]);
      expect(ids(await space.list('Pipelines', { ...query, 'include-deleted': true }))).toEqual([pipeline.id]);
    });

    it('are left out, and found with include-deleted in either spelling', async () => {
      const contact = await space.newContact({ last_name: 'Gone' });
      await space.delete('Contacts', contact.id);
      const query = { 'filter[last_name]': 'Gone' };
      expect((await space.list('Contacts', query)).data).toEqual([]);
      for (const name of ['include-deleted', 'include_deleted']) {
        const page = await space.list('Contacts', { ...query, [name]: true });
        expect(page.data).toMatchObject([{ id: contact.id, is_deleted: true }]);
      }
      const none = await space.list('Contacts', { ...query, 'include-deleted': true, 'filter[is_deleted]': false });
      expect(none.data).toEqual([]);
    });

    it('are not shown among the rows of others, unless they are requested', async () => {
      const account = await space.newAccount();
      const contact = await space.newContact({ account_relations: [{ account_id: account.id, is_primary: true }] });
      await space.update('Contacts', contact.id, { account_relations: [] });
      expect((await space.get('Contacts', contact.id)).account_relations).toEqual([]);
      const all = await space.get('Contacts', contact.id, { 'include-deleted': true });
      expect(all.account_relations).toHaveLength(1);
    });
  });
});
