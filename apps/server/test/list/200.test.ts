/**
 * Lists: the envelope, the windows, the order, and what of each record is shown.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { onEachDatabase } from '../fixture.js';
import type { Page, TestRecord, TestSpace } from '../test-space.js';

const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}$/;

const ids = (page: Page) => page.data.map((record) => record.id);
const names = (page: Page, member = 'name') => page.data.map((record) => record[member]);

onEachDatabase((running) => {
  let space: TestSpace;
  let products: TestRecord[];

  beforeAll(async () => {
    space = await running.server.newSpace('lists');
    products = [];
    for (let index = 0; index < 35; index++) {
      products.push(await space.newProduct({ name: `p${String(index).padStart(2, '0')}` }));
    }
  });

  describe('the envelope', () => {
    it('has success, page_info and data, in this order', async () => {
      const { text } = await space.send('GET', 'Products', { query: { first: 1, 'load-only': 'id' } });
      const cursor = JSON.stringify(Buffer.from(`["${products[0]?.id}"]`).toString('base64'));
      expect(text).toBe(
        `{"success":true,"page_info":{"start_cursor":${cursor},"end_cursor":${cursor},` +
          `"has_previous_page":false,"has_next_page":true},"data":[{"id":"${products[0]?.id}"}]}`,
      );
    });

    it('has the number of all matches between them when it is asked for', async () => {
      const query = { first: 1, 'filter[name]': 'p1', 'filter-op[name]': 'starts', 'include-total': true };
      const { text, body } = await space.send('GET', 'Products', { query });
      expect(Object.keys(body)).toEqual(['success', 'total', 'page_info', 'data']);
      expect(text).toContain('"success":true,"total":10,"page_info":');
    });

    it('has no page_info when the list is asked for by limit and offset', async () => {
      const { body } = await space.send('GET', 'Products', { query: { limit: 2, offset: 3 } });
      expect(Object.keys(body)).toEqual(['success', 'data']);
      expect(ids(body as unknown as Page)).toEqual(products.slice(3, 5).map(({ id }) => id));
      expect(ids(await space.list('Products', { offset: 33 }))).toHaveLength(2);
    });

    it('skips records by an offset, however many of their rows match', async () => {
      const account = await space.newAccount();
      const relation = { account_id: account.id };
      const made: string[] = [];
      for (let index = 0; index < 3; index++) {
        const account_relations = [{ ...relation, is_primary: true }, relation, relation];
        made.push((await space.newContact({ last_name: 'Skipped', account_relations })).id);
      }
      const query = { 'filter[last_name]': 'Skipped', 'filter[account_relations.account_id]': account.id };
      expect(ids(await space.list('Contacts', { ...query, limit: 5, offset: 1 }))).toEqual(made.slice(1));
    });

    it('has an empty list where nothing matches', async () => {
      expect(await space.list('Products', { 'filter[name]': 'none', 'include-total': true })).toStrictEqual({
        success: true,
        total: 0,
        page_info: { start_cursor: null, end_cursor: null, has_previous_page: false, has_next_page: false },
        data: [],
      });
    });
  });

  describe('windows', () => {
    it('holds 30 records in the order of their ids unless told otherwise', async () => {
      const page = await space.list('Products');
      expect(ids(page)).toEqual(products.slice(0, 30).map(({ id }) => id));
      expect(page.page_info).toMatchObject({ has_previous_page: false, has_next_page: true });
    });

    it('goes on after a cursor, to a page with nothing but null and false', async () => {
      const first = await space.list('Products');
      const second = await space.list('Products', { after: first.page_info.end_cursor ?? '' });
      expect(ids(second)).toEqual(products.slice(30).map(({ id }) => id));
      expect(second.page_info).toMatchObject({ has_previous_page: true, has_next_page: false });
      const third = await space.list('Products', { after: second.page_info.end_cursor ?? '', 'include-total': true });
      expect(third).toStrictEqual({
        success: true,
        total: 35,
        page_info: { start_cursor: null, end_cursor: null, has_previous_page: false, has_next_page: false },
        data: [],
      });
    });

    it.each([
      ['first', { first: 3 }, [0, 1, 2], false, true],
      ['last: the end of the list, in its order', { last: 3 }, [32, 33, 34], true, false],
      ['last of the first', { first: 5, last: 2 }, [3, 4], true, true],
      ['more last than first', { first: 2, last: 100 }, [0, 1], false, true],
      ['all', { first: 100 }, Array.from({ length: 35 }, (_, index) => index), false, false],
    ] as const)('%s', async (_, query, wanted, hasPrevious, hasNext) => {
      const page = await space.list('Products', query);
      expect(ids(page)).toEqual(wanted.map((index) => products[index]?.id));
      expect(page.page_info).toMatchObject({ has_previous_page: hasPrevious, has_next_page: hasNext });
    });

    it('goes backward with last and before', async () => {
      const end = await space.list('Products', { last: 5 });
      const before = await space.list('Products', { last: 5, before: end.page_info.start_cursor ?? '' });
      expect(ids(before)).toEqual(products.slice(25, 30).map(({ id }) => id));
      expect(before.page_info).toMatchObject({ has_previous_page: true, has_next_page: true });
    });

    it('lies between two cursors', async () => {
      const page = await space.list('Products', { first: 10 });
      const { start_cursor: after, end_cursor: before } = page.page_info;
      const between = await space.list('Products', { after: after ?? '', before: before ?? '' });
      expect(ids(between)).toEqual(products.slice(1, 9).map(({ id }) => id));
    });

    it('takes a cursor with its plus, slash and equals signs as they are', async () => {
      const name = '>>>???ÿ';
      const product = await space.newProduct({ name });
      const after = (await space.list('Products', { 'order-by': 'name', 'filter[name]': name })).page_info.end_cursor;
      expect(after).toMatch(/[+/].*=$/);
      const raw = await fetch(`${space.entities}/Products?order-by=name&after=${after}`, {
        headers: { authorization: space.authorization },
      });
      expect(raw.status).toBe(200);
      expect(JSON.parse(Buffer.from(after ?? '', 'base64').toString())).toEqual([name, product.id]);
      expect(Buffer.from(after ?? '', 'base64').toString()).toBe(`["${name}", "${product.id}"]`);
      await space.delete('Products', product.id);
    });
  });

  describe('order', () => {
    beforeAll(async () => {
      const values = [null, 'b', 'B', 'a', 'ä', 'Z', '😀', '\uffee', null, 'a', ''];
      for (const city of values) await space.newAccount({ name: 'ordered', city });
    });
    const listed = (orderBy: string, more = {}) =>
      space.list('Accounts', { 'filter[name]': 'ordered', 'order-by': orderBy, ...more });

    it('puts null first and text by code point', async () => {
      const page = await listed('city');
      const wanted = [null, null, '', 'B', 'Z', 'a', 'a', 'b', 'ä', '\uffee', '😀'];
      expect(names(page, 'city')).toEqual(wanted);
      expect(names(await listed('-city'), 'city')).toEqual([...wanted].reverse());
      expect(names(await listed('+city'), 'city')).toEqual(wanted);
    });

    it('breaks ties by id, in the direction of the last field', async () => {
      const ascending = ids(await listed('city'));
      expect(ids(await listed('-city'))).toEqual([...ascending].reverse());
      const byName = ids(await listed('name'));
      expect(byName).toEqual([...byName].sort());
      expect(ids(await listed('-name'))).toEqual([...byName].reverse());
      expect(ids(await listed('name,-id'))).toEqual([...byName].reverse());
    });

    it('takes several fields, blanks around them, and paths through to-one relations', async () => {
      const page = await listed('name, -city');
      expect(names(page, 'city')[0]).toBe('😀');
      const through = await listed('owner.email,account_type.name,-city');
      expect(ids(through)).toEqual(ids(page));
    });

    it('walks through nulls in both directions without losing a record', async () => {
      for (const orderBy of ['city', '-city', '-city,created', 'parent_account.city,-city']) {
        const all = ids(await listed(orderBy));
        const walked: string[] = [];
        let after: string | null = null;
        for (let step = 0; step < 8; step++) {
          const page: Page = await listed(orderBy, { first: 2, ...(after === null ? {} : { after }) });
          walked.push(...ids(page));
          after = page.page_info.end_cursor;
          if (after === null || !page.page_info.has_next_page) break;
        }
        expect(walked).toEqual(all);
      }
    });
  });

  it('walks in the order of amounts of related records', async () => {
    const account = await space.newAccount();
    const amounts = [100.25, 9.5, 0.3, -2, 10, 9.5];
    for (const base_value of amounts) {
      await space.newOpportunity({
        value: { base_value },
        account_relations: [{ account_id: account.id, is_primary: true }],
      });
    }
    const query = { 'filter[account_id]': account.id, expand: 'oppty', first: 2 };
    for (const orderBy of ['oppty.value', '-oppty.value']) {
      const met: number[] = [];
      let after: Record<string, string> = {};
      for (let step = 0; step < 4; step++) {
        const page = await space.list('LeadOpptyAccountRelations', { ...query, 'order-by': orderBy, ...after });
        met.push(...page.data.map(({ oppty }) => (oppty as { value: { base_value: number } }).value.base_value));
        after = { after: page.page_info.end_cursor ?? '' };
        if (!page.page_info.has_next_page) break;
      }
      const sorted = [...amounts].sort((a, b) => a - b);
      expect(met).toEqual(orderBy.startsWith('-') ? sorted.reverse() : sorted);
    }
  });

  describe('members', () => {
    it('are all there in every record, in the order of the interface', async () => {
      const catalog = buildCatalog(entityTypes);
      const account = await space.newAccount();
      const relations = [{ account_id: account.id, is_primary: true }];
      await space.newContact({ account_relations: relations });
      await space.newOpportunity({ account_relations: relations });
      for (const { name, collection } of entityTypes) {
        const [record] = (await space.list(collection, { first: 1 })).data;
        expect(Object.keys(record ?? {}), collection).toEqual(catalog.members(name).map((member) => member.name));
      }
    });

    it('show links, unset values, date-times and money as the interface does', async () => {
      const account = await space.newAccount();
      const opportunity = await space.newOpportunity({
        account_relations: [{ account_id: account.id, is_primary: true }],
        value: { base_value: 1234.5 },
      });
      const [record] = (await space.list('Opportunities', { 'filter[id]': opportunity.id })).data;
      const [relation] = (await space.list('LeadOpptyAccountRelations', { 'filter[lead_oppty_id]': opportunity.id }))
        .data;
      expect(record).toMatchObject({
        owner: `${space.entities}/Clients/${space.ids.ownerId}`,
        owner_id: space.ids.ownerId,
        reason_of_close_id: null,
        reason_of_close: null,
        description: null,
        ranking: null,
        is_favorite: false,
        created: expect.stringMatching(dateTime),
        modified: expect.stringMatching(dateTime),
        won_date: null,
        closing_date: '2026-09-30',
        account_relations: [`${space.entities}/LeadOpptyAccountRelations/${relation?.id}`],
        primary_account: `${space.entities}/Accounts/${account.id}`,
        table_name: 'opportunity',
        value: { base_value: 1234.5, currency_id: space.ids.baseCurrencyId, value_foreign: 1234.5 },
      });
      expect(record).not.toHaveProperty('primary_account_id');
      const contact = await space.newContact();
      expect(contact.account_relations).toEqual([]);
    });

    it('begin their links with the configured address of the service, else with the one that was asked', async () => {
      const account = await space.newAccount();
      const port = new URL(space.origin).port;
      const answer = await fetch(
        `http://localhost:${port}/api/v100/rest/spaces/lists/entities/Accounts/${account.id}`,
        {
          headers: { authorization: space.authorization, 'x-forwarded-host': 'evil.example' },
        },
      );
      const { data } = (await answer.json()) as { data: TestRecord };
      expect(data.owner).toBe(`http://localhost:${port}/api/v100/rest/spaces/lists/entities/Clients/${data.owner_id}`);
    });
  });

  describe('expand', () => {
    let account: TestRecord;
    let contact: TestRecord;
    beforeAll(async () => {
      account = await space.newAccount({ name: 'Expanded' });
      const relations = [{ account_id: account.id, is_primary: true, position: 'Head' }];
      contact = await space.newContact({ last_name: 'Expanded', account_relations: relations });
    });
    const expanded = async (expand: string) =>
      (await space.list('Contacts', { 'filter[id]': contact.id, expand })).data[0] ?? {};

    it('puts the record in place of its link, as a list of that type would show it', async () => {
      const owner = await space.get('Clients', space.ids.ownerId);
      expect(await expanded('owner')).toStrictEqual({ ...contact, owner });
      expect(await expanded('contact_type, owner')).toHaveProperty('contact_type.name', 'Standard');
    });

    it('puts records in place of the links of a to-many relation, and goes on with dots', async () => {
      const [relation] = (await space.list('ContactAccountRelations', { 'filter[contact_id]': contact.id })).data;
      expect(await expanded('account_relations')).toHaveProperty('account_relations', [relation]);
      const accountNow = await space.get('Accounts', account.id);
      expect(await expanded('account_relations.account')).toHaveProperty('account_relations', [
        { ...relation, account: accountNow },
      ]);
      expect(await expanded('account_relations.account.owner.default_unit')).toHaveProperty(
        'account_relations.0.account.owner.default_unit.name',
        'Company',
      );
    });

    it('expands what is shown by a link alone', async () => {
      expect(await expanded('primary_account')).toHaveProperty('primary_account.name', 'Expanded');
    });

    it('leaves null and empty relations as they are', async () => {
      const plain = await space.newContact();
      const [record] = (
        await space.list('Contacts', { 'filter[id]': plain.id, expand: 'primary_account.owner,account_relations' })
      ).data;
      expect(record).toMatchObject({ primary_account: null, account_relations: [] });
    });

    it('goes five levels deep', async () => {
      let above = await space.newAccount({ name: 'level 5' });
      for (let level = 4; level >= 0; level--) {
        above = await space.newAccount({ name: `level ${level}`, parent_account_id: above.id });
      }
      const path = Array.from({ length: 5 }, () => 'parent_account').join('.');
      expect(await space.get('Accounts', above.id, { expand: path })).toHaveProperty(`${path}.name`, 'level 5');
    });

    it('sorts steps by their place in the pipeline', async () => {
      const pipeline = await space.get('Pipelines', space.ids.pipelineId, { expand: 'steps' });
      expect((pipeline.steps as TestRecord[]).map((step) => step.id)).toEqual(space.ids.stepIds);
    });
  });

  describe('load-only', () => {
    const only = async (loadOnly: string, more = {}) =>
      (await space.list('Contacts', { 'load-only': loadOnly, first: 1, ...more })).data[0];

    it('cuts records to the named members and the id', async () => {
      const record = await only('last_name,owner');
      expect(record).toStrictEqual({
        id: expect.any(String),
        owner: expect.stringContaining('/Clients/'),
        last_name: expect.any(String),
      });
    });

    it('expands and cuts a relation at a dot', async () => {
      expect(await only('owner.email,account_relations.account.name')).toStrictEqual({
        id: expect.any(String),
        owner: { id: space.ids.ownerId, email: 'admin@example.com' },
        account_relations: expect.any(Array),
      });
    });

    it('goes together with expand', async () => {
      const record = await only('last_name,owner', { expand: 'owner' });
      expect(record?.owner).toHaveProperty('default_unit_id');
      expect(await only('last_name', { expand: 'owner' })).toStrictEqual({
        id: expect.any(String),
        last_name: expect.any(String),
      });
    });
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

    it('follow five of them in a moment, though the database knows nothing of its tables yet', async () => {
      for (let index = 0; index < 20; index++) await space.newAccount();
      const before = performance.now();
      await space.list('Accounts', { [`filter[${'parent_account.'.repeat(5)}city]`]: 'x' });
      // Comparing all with all takes half a minute here.
      expect(performance.now() - before).toBeLessThan(3_000);
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

    it('are not shown among the rows of others, unless they are asked for', async () => {
      const account = await space.newAccount();
      const contact = await space.newContact({ account_relations: [{ account_id: account.id, is_primary: true }] });
      await space.update('Contacts', contact.id, { account_relations: [] });
      expect((await space.get('Contacts', contact.id)).account_relations).toEqual([]);
      const all = await space.get('Contacts', contact.id, { 'include-deleted': true });
      expect(all.account_relations).toHaveLength(1);
    });
  });

  it('ignores parameters that it does not know', async () => {
    expect(await space.list('Products', { first: 1, colour: 'red', Filter: 'x', constructor: 1 })).toEqual(
      await space.list('Products', { first: 1 }),
    );
  });

  it('takes a HEAD request as a GET without its body', async () => {
    const head = await space.send('HEAD', 'Products', { query: { first: 2 } });
    const get = await space.send('GET', 'Products', { query: { first: 2 } });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('Content-Length')).toBe(String(Buffer.byteLength(get.text)));
    expect(get.headers.get('Content-Type')).toMatch(/^application\/json/);
  });
});
