/**
 * Many writes at once have the outcome that they would have one after another.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';
import {
  choosing,
  create,
  idsOf,
  newId,
  rejectionOf,
  remove,
  restore,
  update,
  wordsOf,
  writeMany,
} from './write-many.js';

onDatabaseInTurn((running, database) => {
  let owner: string;
  beforeAll(() => {
    owner = running.space.ids.ownerId;
  });
  const contact = (members: Json = {}) => create('Contact', { last_name: 'Okafor', owner_id: owner, ...members });
  const account = (members: Json = {}, level = 0) =>
    create('Account', { name: 'Ltd', owner_id: owner, ...members }, level);
  const product = (sku: string, members: Json = {}) =>
    create('Product', { name: sku, allowed_pipelines: 1, unit_symbol: 'pcs', sku, ...members });
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));
  const get = (collection: string, id: string) => running.space.get(collection, id, { 'include-deleted': true });

  describe('values', () => {
    it('of every kind are stored as a single write keeps them', async () => {
      const { space } = running;
      const members = {
        name: 'Größe "1"\\',
        closing_date: '2026-09-30',
        value: { base_value: 1234567.8901, value_foreign: 12.5, currency_id: space.ids.foreignCurrencyId },
        owner_id: owner,
        step_id: space.ids.stepIds[0],
        ranking: 7,
        is_archived: false,
        won_date: null,
        product_sections: [{ id: newId(), name: "it's" }],
      };
      const single = await space.create('Opportunities', members);
      const [first, second] = idsOf(
        await writeMany(running, [
          create('Opportunity', members),
          create('Opportunity', { ...members, ranking: null }),
        ]),
      );
      const reported = (record: TestRecord, but: Json) => {
        const { id, created, modified, revision, last_move_date, ...rest } = record;
        return { ...rest, ...but };
      };
      expect(reported(await space.get('Opportunities', first ?? ''), {})).toEqual(reported(single, {}));
      expect(reported(await space.get('Opportunities', second ?? ''), { ranking: 7 })).toEqual(reported(single, {}));
      const changes = { name: 'ẞ', value: { base_value: -0.5, value_foreign: -1 }, ranking: 8 };
      await space.update('Opportunities', single.id, changes);
      await writeMany(running, [
        update('Opportunity', first ?? '', changes),
        update('Opportunity', second ?? '', { description: 'only this' }),
      ]);
      const after = reported(await space.get('Opportunities', single.id), {});
      expect(reported(await space.get('Opportunities', first ?? ''), {})).toEqual(after);
      expect(await space.get('Opportunities', second ?? '')).toMatchObject({
        name: members.name,
        description: 'only this',
        value: members.value,
        product_sections: members.product_sections,
        closing_date: '2026-09-30',
      });
      const folded = await space.list('Opportunities', { 'filter[name]': 'grösse', 'filter-op[name]': 'istarts' });
      expect(folded.data.map(({ id }) => id)).toContain(second);
    });

    it('of numbered records rise in the order of the items', async () => {
      const { space, server } = running;
      const unit = space.ids.unitId;
      const role = (await space.list('MasterRights')).data[0]?.id;
      const ids = idsOf(
        await writeMany(
          running,
          many(3, (index) => create('SalesUnit', { name: `unit ${index}`, parent_id: unit })),
        ),
      );
      expect(role).toBeDefined();
      const p = server.deps.db.dialect.placeholder(1);
      const rows = await server.deps.db.read({
        text: `SELECT id, number FROM sales_units WHERE space_id = ${p} ORDER BY number`,
        values: [space.id],
      });
      expect(rows.slice(-3).map(({ id }) => id)).toEqual(ids);
      expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, index) => index + 1));
    });
  });

  describe('what comes after', () => {
    it('sees what came before it', async () => {
      const [parent, child] = [newId(), newId()];
      const outcomes = await writeMany(running, [
        account({ id: parent, name: 'Parent' }, choosing),
        account({ id: child, name: 'Child', parent_account_id: parent }, choosing),
        update('Account', child, { city: 'Leeds' }),
        update('Account', child, { country: 'UK' }),
        contact({ last_name: 'At child', account_relations: [{ account_id: child, is_primary: true }] }),
        remove('Account', parent),
        update('Account', child, { zip_code: '1' }),
      ]);
      expect(wordsOf(outcomes)).toEqual(many(7, () => 'done'));
      expect(new Set(outcomes.map((one) => one.kind === 'done' && one.revision)).size).toBe(1);
      expect(await get('Accounts', child)).toMatchObject({ city: 'Leeds', country: 'UK', zip_code: '1' });
      expect(await get('Accounts', parent)).toMatchObject({ is_deleted: true });
    });

    it('does not see what comes later', async () => {
      const later = newId();
      const [failure] = await rejectionOf(running, [
        account({ parent_account_id: later }),
        account({ id: later }, choosing),
      ]);
      expect(failure).toMatch(/^0 \[parent_account_id\] Relation .* doesn't exist!$/);
    });

    it('may not point at what was deleted before', async () => {
      const gone = await running.space.newAccount();
      const words = wordsOf(
        await writeMany(
          running,
          [
            account({ parent_account_id: gone.id }),
            remove('Account', gone.id),
            account({ parent_account_id: gone.id }),
          ],
          { keepGoing: true },
        ),
      );
      expect(words.slice(0, 2)).toEqual(['done', 'done']);
      expect(words[2]).toMatch(/is deleted/);
    });

    it('takes over what changed before it', async () => {
      const { space } = running;
      const unit = await space.create('SalesUnits', { name: 'North', parent_id: space.ids.unitId });
      const user = await space.create('Clients', await newUser());
      const outcomes = await writeMany(running, [
        update('Client', user.id, { default_unit_id: unit.id }),
        contact({ owner_id: user.id }),
      ]);
      expect((await get('Contacts', idsOf(outcomes)[1] ?? '')).unit_id).toBe(unit.id);
    });

    const newUser = async (): Promise<Json> => {
      const [right] = (await running.space.list('MasterRights')).data;
      return {
        email: `${newId()}@example.com`,
        default_unit_id: running.space.ids.unitId,
        ...(right ? { master_right_id: right.id } : {}),
      };
    };
  });

  describe('unique values', () => {
    it('go to the first who wants them', async () => {
      const outcomes = await writeMany(running, [product('A1'), product('A2'), product('A1')], { keepGoing: true });
      expect(wordsOf(outcomes)).toEqual([
        'done',
        'done',
        '[sku] The value "A1" belongs to another record of the request; it must be unique. Letter case and blanks count.',
      ]);
    });

    it('go to the next when the first is rejected', async () => {
      const outcomes = await writeMany(running, [product('B1', { name: '' }), product('B1')], { keepGoing: true });
      expect(wordsOf(outcomes)[0]).toMatch(/'name'/);
      expect(wordsOf(outcomes)[1]).toBe('done');
    });

    it('are free again when a record before gives them up', async () => {
      const [one, two, three] = idsOf(await writeMany(running, [product('C1'), product('C2'), product('C3')])) as [
        string,
        string,
        string,
      ];
      const outcomes = await writeMany(running, [
        update('Product', one, { sku: 'C4' }),
        update('Product', two, { sku: 'C1' }),
        remove('Product', three),
        product('C3'),
      ]);
      expect(wordsOf(outcomes)).toEqual(['done', 'done', 'done', 'done']);
      expect((await get('Products', two)).sku).toBe('C1');
    });

    it('are taken while only a record after gives them up', async () => {
      const [one, two] = idsOf(await writeMany(running, [product('D1'), product('D2')])) as [string, string];
      const items = [update('Product', two, { sku: 'D1' }), update('Product', one, { sku: 'D3' })];
      expect(await rejectionOf(running, items)).toEqual([
        `0 [sku] The value "D1" belongs to another record, ${one}; it must be unique. Letter case and blanks count.`,
      ]);
    });

    it('are kept apart where ids are chosen', async () => {
      const id = newId();
      const outcomes = await writeMany(running, [account({ id }, choosing), account({ id }, choosing)], {
        keepGoing: true,
      });
      expect(wordsOf(outcomes)).toEqual([
        'done',
        `[id] The value "${id}" belongs to another record; it must be unique.`,
      ]);
    });
  });

  describe('failures', () => {
    it('are all reported, with their indexes, and nothing is written', async () => {
      const { space } = running;
      const kept = await space.newAccount({ name: 'Kept' });
      const failures = await rejectionOf(running, [
        account({ name: 'Never' }),
        account({ name: '' }),
        update('Account', kept.id, { city: 'Never' }),
        update('Account', newId(), { city: 'x' }),
        update('Account', kept.id.slice(1), { city: 'x' }),
        remove('Account', kept.id, { expectedRevision: kept.revision - 1 }),
      ]);
      expect(failures).toEqual([
        expect.stringMatching(/^1 Non-null field 'name'/),
        '3 ERROR_RECORD_NOT_FOUND',
        '4 ERROR_RECORD_NOT_FOUND',
        '5 ERROR_REVISION_CONFLICT',
      ]);
      expect(await space.get('Accounts', kept.id)).toEqual(kept);
      expect((await space.list('Accounts', { 'filter[name]': 'Never' })).data).toEqual([]);
    });

    it('leave the others alone when they are to go on', async () => {
      const { space } = running;
      const kept = await space.newAccount();
      const outcomes = await writeMany(
        running,
        [
          account({ nmae: 'x' }),
          account({ name: 'Made' }),
          update('Account', kept.id, { owner_id: newId() }),
          remove('SalesUnit', space.ids.unitId),
          remove('Account', kept.id, { expectedRevision: kept.revision }),
          update('Account', kept.id, { city: 'x' }),
        ],
        { keepGoing: true },
      );
      expect(wordsOf(outcomes)).toEqual([
        expect.stringMatching(/Account has no member "nmae"/),
        'done',
        expect.stringMatching(/owner_id/),
        'ERROR_DELETE_PROTECTED',
        'done',
        'ERROR_RECORD_NOT_FOUND',
      ]);
    });

    it('tell nothing of another space', async () => {
      const other = await running.server.newSpace(`other-${database}`);
      const foreign = await other.newAccount();
      const items = [
        update('Account', foreign.id, { city: 'x' }),
        remove('Account', foreign.id),
        restore('Account', foreign.id),
      ];
      const words = wordsOf(await writeMany(running, items, { keepGoing: true }));
      expect(words).toEqual(many(3, () => 'ERROR_RECORD_NOT_FOUND'));
      expect(await other.get('Accounts', foreign.id)).toEqual(foreign);
    });
  });

  it('does nothing for no items, and takes no revision when nothing changes', async () => {
    expect(await writeMany(running, [])).toEqual([]);
    const kept = await running.space.newAccount({ city: 'Leeds' });
    const [outcome] = await writeMany(running, [update('Account', kept.id, { city: 'Leeds' })]);
    expect(outcome).toMatchObject({ kind: 'done', id: kept.id, revision: kept.revision, entityType: 'Account' });
    expect((await running.space.newAccount()).revision).toBe(kept.revision + 1);
  });

  it('fails on nothing', () => expect(running.server.failures).toEqual([]));
});
