/**
 * Members that come of other records: rows of which only some or only one is shown, ids collected from rows, favourites; and lists
 * of plain values.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { listRecords } from '../../src/records/read/list-records.js';
import type { Filter } from '../../src/request/filter.js';
import { Rights } from '../../src/rights/rights.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, Page, TestRecord, TestSpace } from '../test-space.js';

const ids = (page: Page) => page.data.map((record) => record.id);

onDatabaseInTurn((running) => {
  let space: TestSpace;
  let leadStep: TestRecord;
  beforeAll(async () => {
    space = await running.server.newSpace('related');
    await space.create('TaskTypes', { name: 'To do' });
    const process = await space.create('LeadProcesses', { name: 'Asked' });
    await space.create('LeadTypes', { name: 'Inbound', lead_process_id: process.id });
    leadStep = await space.create('Steps', { name: 'New', lead_process_id: process.id });
  });

  const newTask = (members: Json = {}) =>
    space.create('Tasks', { subject: 'Call back', owner_id: space.ids.ownerId, ...members });
  const link = ({ id }: TestRecord, collection: string) => `${space.entities}/${collection}/${id}`;

  describe('one row alone', () => {
    const remind = (task: TestRecord, set_date: string) =>
      space.create('TaskReminders', { task_id: task.id, owner_id: space.ids.ownerId, set_date });

    it('is its address, or the record when it is expanded', async () => {
      const task = await newTask();
      const first = await remind(task, '2027-03-02T08:00:00');
      await remind(task, '2027-03-01T08:00:00');
      expect((await space.get('Tasks', task.id)).reminder).toBe(link(first, 'TaskReminders'));
      const expanded = await space.get('Tasks', task.id, { expand: 'reminder' });
      expect(expanded.reminder).toMatchObject({ id: first.id, set_date: '2027-03-02T08:00:00.000000' });
    });

    it('is the oldest that is not deleted, else null', async () => {
      const task = await newTask();
      expect((await space.get('Tasks', task.id)).reminder).toBeNull();
      expect((await space.get('Tasks', task.id, { expand: 'reminder' })).reminder).toBeNull();
      const first = await remind(task, '2027-03-02T08:00:00');
      const second = await remind(task, '2027-03-01T08:00:00');
      await space.delete('TaskReminders', first.id);
      for (const query of [{}, { 'include-deleted': true }]) {
        expect((await space.get('Tasks', task.id, query)).reminder).toBe(link(second, 'TaskReminders'));
      }
    });

    it('is filtered like other rows', async () => {
      const [without, withOne] = [await newTask({ subject: 'Rows' }), await newTask({ subject: 'Rows' })];
      await remind(withOne, '2029-01-01T00:00:00');
      const find = async (query: Json) =>
        ids(await space.list('Tasks', { 'filter[subject]': 'Rows', ...(query as Record<string, string>) }));
      expect(await find({ 'filter[reminder.set_date]': '2029-01-01T00:00:00' })).toEqual([withOne.id]);
      expect(await find({ 'filter-op[reminder]': 'empty' })).toEqual([without.id]);
    });
  });

  describe('rows that one type keeps for several members', () => {
    it('are distinguished by what they point at', async () => {
      const [account, lead, oppty] = [
        await space.newAccount(),
        await space.create('Leads', { name: 'Ask', owner_id: space.ids.ownerId, step_id: leadStep.id }),
        await space.newOpportunity(),
      ];
      const task = await newTask();
      const other = await newTask();
      const relate = (members: Json) => space.create('ActivityRelations', { activity_id: task.id, ...members });
      const ofAccount = await relate({ account_id: account.id });
      const ofLead = await relate({ lead_oppty_id: lead.id });
      const ofOppty = await relate({ lead_oppty_id: oppty.id });
      const found = await space.get('Tasks', task.id, { expand: 'opportunity_relations' });
      expect(found).toMatchObject({
        account_relations: [link(ofAccount, 'ActivityRelations')],
        lead_relations: [link(ofLead, 'ActivityRelations')],
        opportunity_relations: [{ id: ofOppty.id }],
        contact_relations: [],
      });
      const find = async (query: Record<string, string>) => ids(await space.list('Tasks', query));
      expect(await find({ 'filter[lead_relations]': ofLead.id })).toEqual([task.id]);
      expect(await find({ 'filter[lead_relations]': ofOppty.id })).toEqual([]);
      expect(await find({ 'filter-op[lead_relations]': 'not-empty' })).toEqual([task.id]);
      expect(await find({ 'filter[opportunity_relations.oppty.name]': '200 forklifts' })).toEqual([task.id]);
      expect(await find({ 'filter-op[account_relations]': 'empty' })).toContain(other.id);
    });
  });

  describe('ids collected from rows', () => {
    it('are those of the rows that hold the value, each once and in their order', async () => {
      const units = await Promise.all(['A', 'B', 'C'].map((name) => space.create('SalesUnits', { name })));
      const [a, b, c] = units.map(({ id }) => id).sort() as [string, string, string];
      const user = (email: string, unit_membership: Json[]) =>
        space.create('Clients', { email, default_unit_id: space.ids.unitId, unit_membership });
      const client = await user('ada@units.example', [
        { unit_id: c, unit_role: 1 },
        { unit_id: a, unit_role: 1 },
        { unit_id: c, unit_role: 1 },
        { unit_id: b, unit_role: 2 },
      ]);
      const idle = await user('idle@units.example', [{ unit_id: a, unit_role: 2 }]);
      expect(client).toMatchObject({ unit_member_ids: [a, c], unit_manager_ids: [b] });
      expect(idle).toMatchObject({ unit_member_ids: [], unit_manager_ids: [a] });
      const find = async (query: Record<string, string>) =>
        ids(await space.list('Clients', { 'filter[email]': 'units.example', 'filter-op[email]': 'ends', ...query }));
      const member = 'unit_member_ids';
      expect(await find({ [`filter[${member}]`]: a })).toEqual([client.id]);
      expect(await find({ [`filter[${member}]`]: b })).toEqual([]);
      expect(await find({ [`filter[${member}]`]: a, [`filter-op[${member}]`]: 'not-eq' })).toEqual([idle.id]);
      expect(await find({ [`filter-op[${member}]`]: 'empty' })).toEqual([idle.id]);
      expect(await find({ [`filter-op[${member}]`]: 'not-empty' })).toEqual([client.id]);
      expect(await find({ [`filter[account_favorite.owner.${member}]`]: a })).toEqual([]);
      const rejected = await space.send('GET', 'Clients', { query: { 'order-by': member } });
      expect(rejected).toMatchObject({ status: 400, body: { code: 117 } });
    });
  });

  describe('favourites', () => {
    const isFavorite = (value: boolean): Filter => {
      return { kind: 'condition', path: ['is_favorite'], operator: 'eq', operands: [value], at: 'filter' };
    };
    const listAs = async (client: string | null, filter: Filter | null, sort: 'is_favorite' | 'id' = 'id') => {
      const principal = { space: space.id, token: 'test', rights: Rights.reading, client };
      const { texts } = await listRecords(
        running.server.deps,
        { principal, origin: space.origin },
        {
          entityType: 'Account',
          selection: { kind: 'rest', expand: {}, only: { is_favorite: {} } },
          filter,
          sort: [{ path: [sort], descending: true, at: 'order-by' }],
          window: { kind: 'cursor' },
          includeDeleted: false,
          withTotal: true,
        },
      );
      return texts.map((text) => JSON.parse(text) as { id: string; is_favorite: boolean });
    };

    it('are those of the user who asks', async () => {
      const { ownerId } = space.ids;
      const other = await space.create('Clients', { email: 'eve@example.com', default_unit_id: space.ids.unitId });
      const [plain, marked, left] = [await space.newAccount(), await space.newAccount(), await space.newAccount()];
      await space.create('ClientFavorites', { owner_id: ownerId, account_id: marked.id });
      const gone = await space.create('ClientFavorites', { owner_id: ownerId, account_id: left.id });
      await space.delete('ClientFavorites', gone.id);
      const favorites = async (client: string | null) =>
        (await listAs(client, isFavorite(true))).map(({ id, is_favorite }) => ({ id, is_favorite }));
      expect(await favorites(ownerId)).toEqual([{ id: marked.id, is_favorite: true }]);
      expect(await favorites(other.id)).toEqual([]);
      expect(await favorites(null)).toEqual([]);
      const others = (await listAs(ownerId, isFavorite(false))).map(({ id }) => id);
      expect(others).toEqual(expect.arrayContaining([plain.id, left.id]));
      expect(others).not.toContain(marked.id);
      expect((await listAs(ownerId, null, 'is_favorite'))[0]).toEqual({ id: marked.id, is_favorite: true });
    });

    it('cost nothing when no user asks', async () => {
      const statements = await running.server.statementsOf(() => listAs(null, null));
      expect(statements.map(({ text }) => text).join()).not.toContain('client_favorites');
    });
  });

  describe('lists of plain values', () => {
    const hook = (events: unknown, url = 'https://hooks.example.com/a') =>
      space.send('POST', 'Webhooks', { body: { insecure_ssl: false, url, events } });
    const created = async (events: unknown, url?: string) =>
      ((await hook(events, url)).body as { data: TestRecord }).data;

    it('come back as they were given', async () => {
      const events = ['Lead.*', 'Account.Create', 'Account.*'];
      expect(await created(events)).toMatchObject({ events });
      const profile = await space.create('Profiles', { name: 'All', entity: 2 });
      expect(profile.pipelines).toEqual([]);
      const given = await space.update('Profiles', profile.id, { pipelines: [space.ids.pipelineId.toUpperCase()] });
      expect(given.pipelines).toEqual([space.ids.pipelineId]);
      expect((await space.update('Profiles', profile.id, { pipelines: null })).pipelines).toEqual([]);
    });

    it.each([
      ['one text', 'Lead.*'],
      ['a number', [1]],
      ['null', ['a', null]],
      ['two lines', ['a\nb']],
      ['a long text', ['x'.repeat(256)]],
      ['too many', Array.from({ length: 1001 }, () => 'a')],
    ])('are rejected with %s', async (_, events) => {
      expect(await hook(events)).toMatchObject({
        status: 422,
        body: { field_errors: [{ field_name: 'events', errors: [{ name: 'ERROR_VALUE_INVALID' }] }] },
      });
    });

    it('are found by an item, whatever is in it', async () => {
      const [quoted, plain] = [
        await created(['Lead.*'], 'https://find.me/1'),
        await created(['Lead.*'], 'https://find.me/2'),
      ];
      const store = (id: string, events: string[]) =>
        running.server.deps.db
          .knex('webhooks')
          .where({ id })
          .update({ events: JSON.stringify(events) });
      await store(quoted.id, ['a"b', 'c']);
      await store(plain.id, ['b']);
      const find = async (query: Record<string, string | string[]>) =>
        ids(await space.list('Webhooks', { 'filter[url]': 'https://find.me/', 'filter-op[url]': 'starts', ...query }));
      expect(await find({ 'filter[events]': 'b' })).toEqual([plain.id]);
      expect(await find({ 'filter[events]': ['b', 'c'] })).toEqual([quoted.id, plain.id]);
      expect(await find({ 'filter[events]': 'c', 'filter-op[events]': 'not-eq' })).toEqual([plain.id]);
      expect(await find({ 'filter-op[events]': 'empty' })).toEqual([]);
      expect(await find({ 'filter-op[events]': 'not-null' })).toEqual([quoted.id, plain.id]);
      const rejected = await space.send('GET', 'Webhooks', {
        query: { 'filter[events]': 'b', 'filter-op[events]': 'contains' },
      });
      expect(rejected.status).toBe(400);
    });

    it('that were never given have no item', async () => {
      const profile = await space.create('Profiles', { name: 'None', entity: 1 });
      const find = async (operator: string) =>
        ids(await space.list('Profiles', { 'filter[name]': 'None', 'filter-op[pipelines]': operator }));
      expect(await find('empty')).toEqual([profile.id]);
      expect(await find('null')).toEqual([profile.id]);
      expect(await find('not-empty')).toEqual([]);
    });
  });

  describe('what no answer shows', () => {
    it.each(['content', 'storage_key'])('cannot be requested: %s', async (member) => {
      const queries = [
        { [`filter[${member}]`]: 'x' },
        { 'order-by': member },
        { 'load-only': member },
        { [`filter[documents.cloud_object.${member}]`]: 'x' },
      ];
      for (const query of queries) {
        const collection = Object.keys(query)[0]?.includes('documents') ? 'Accounts' : 'CloudObjects';
        expect(await space.send('GET', collection, { query })).toMatchObject({ status: 400, body: { code: 117 } });
      }
    });
  });
});
