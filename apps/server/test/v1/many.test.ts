/** Many records in one request: `setEntities`, `deleteEntities` and `search`, with every flag. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseInTurn } from '../fixture.js';
import { type LegacyRecord, LegacyServer } from './legacy-server.js';

describe.each(databaseInTurn())('many records of REST v1 on %s', (database) => {
  let server: LegacyServer;
  let owner: number;

  beforeAll(async () => {
    server = await LegacyServer.start(database);
    const [user] = await server.list('/Clients?limit=1');
    owner = Number(user?.ID);
  });

  afterAll(() => server.close());

  const set = (body: unknown, query = '', entity = 'Account') =>
    server.call(`/setEntities?entityName=${entity}${query}`, { method: 'POST', body });
  const remove = (body: unknown, query = '', entity = 'Account') =>
    server.call(`/deleteEntities?entityName=${entity}${query}`, { method: 'POST', body });
  const account = (name: string, more: LegacyRecord = {}) => ({ ORGANIZATION: name, OWNER_ID: owner, ...more });
  const get = async (id: unknown, collection = 'Accounts') => (await server.call(`/${collection}/${id}`)).body;
  const named = async (name: string) =>
    (await server.list(`/Accounts?filter=ORGANIZATION::${name}&loadonly=ID`)).map(({ ID }) => ID);
  /** @returns the ids of new accounts */
  const make = async (...names: string[]): Promise<string[]> => {
    const { status, body } = await set(names.map((name) => account(name)));
    expect(status, JSON.stringify(body)).toBe(200);
    return body as string[];
  };
  const nobody = 'PY-7FFFFFFF-00000000-0000-0000-0000-00000000DEAD';

  describe('setEntities', () => {
    it('makes and changes records in one transaction, and answers their ids in order', async () => {
      const [first = ''] = await make('Set one');
      const { status, body } = await set([account('Set two'), { ID: first, CITY: 'Ulm' }, account('Set three')]);
      expect(status).toBe(200);
      const [second, changed, third] = body as string[];
      expect(changed).toBe(first);
      expect(await get(first)).toMatchObject({ ORGANIZATION: 'Set one', CITY: 'Ulm' });
      expect(await get(second)).toMatchObject({ ORGANIZATION: 'Set two' });
      const [two, changedOne, three] = await Promise.all([second, first, third].map((id) => get(id)));
      expect(new Set([two, changedOne, three].map((record) => (record as LegacyRecord).REVISION)).size).toBe(1);
    });

    it('answers numbers of users and units', async () => {
      const { body } = await set([{ NAME: 'West' }, { NAME: 'East' }], '', 'SalesUnit');
      const [west, east] = body as number[];
      expect([typeof west, typeof east]).toEqual(['number', 'number']);
      expect(await set([{ ID: east, NAME: 'South' }], '', 'SalesUnit')).toMatchObject({ body: [east] });
      expect(await get(east, 'SalesUnits')).toMatchObject({ ID: east, NAME: 'South' });
    });

    it('takes an empty array for nothing to do', async () => {
      expect(await set([])).toMatchObject({ status: 200, body: [] });
    });

    it('undoes all for one rejected item, and says which', async () => {
      const { status, body } = await set([account('Undone'), { ORGANIZATION: '', OWNER_ID: owner }, 7]);
      expect(status).toBe(422);
      expect(body).toMatchObject({
        errorcode: 40000,
        message: expect.stringMatching(/^\[1\] ORGANIZATION: Non-null field 'ORGANIZATION' is null or empty/),
      });
      expect((body as { message: string }).message).toContain('[2] The item must be an object');
      expect(await named('Undone')).toEqual([]);
    });

    it('keeps the others with flag 1, and answers null for a rejected one', async () => {
      const { status, body } = await set([account('Kept'), { ID: nobody, CITY: 'Ulm' }, account('', {})], '&flag=1');
      expect([status, body]).toEqual([200, [expect.stringMatching(/^PY-/), null, null]]);
      expect(await named('Kept')).toEqual([(body as string[])[0]]);
    });

    it('answers errors in place of rejected items with flag 8', async () => {
      const { status, body } = await set([account('Kept too'), { ID: nobody, CITY: 'Ulm' }, { NOPE: 1 }], '&flag=8');
      expect(status).toBe(200);
      expect(body).toEqual([
        expect.stringMatching(/^PY-/),
        { errorcode: 9003, message: expect.stringContaining('"PY-7FFFFFFF-00000000-0000-0000-0000-00000000DEAD"') },
        { errorcode: 40000, message: 'Account has no field "NOPE".' },
      ]);
      expect(await named('Kept too')).toHaveLength(1);
    });

    it('makes a record with a new id for an unknown one with flag 2', async () => {
      const { body } = await set([{ ID: nobody, ...account('Inserted'), REVISION: 5 }], '&flag=2');
      const [id] = body as string[];
      expect(id).not.toBe(nobody);
      expect(await get(id)).toMatchObject({ ORGANIZATION: 'Inserted' });
      const unit = await set([{ ID: 9_999_999, NAME: 'Inserted' }], '&flag=2', 'SalesUnit');
      expect(unit).toMatchObject({ status: 200, body: [expect.any(Number)] });
      expect(unit.body).not.toEqual([9_999_999]);
      expect(await set([{ ID: nobody, CITY: 'Ulm' }], '&flag=2')).toMatchObject({ status: 422 });
      expect(await set([{ ID: nobody, ...account('Not inserted') }])).toMatchObject({ status: 422 });
    });

    it('checks only what changes with flag 256 and validation_level 3', async () => {
      const product = { NAME: 'GTX', ALLOWED_PIPELINES: 1, UNIT_SYMBOL: 'pcs' };
      const { body } = await set([product], '', 'Product');
      const [id = ''] = body as string[];
      // As an import of an earlier version may have left it.
      const uuid = id.slice('PY-7FFFFFFF-'.length).toLowerCase();
      await server.server.deps.db.knex('products').where({ id: uuid }).update({ unit_symbol: null });
      const change = [{ ID: id, NAME: 'GTX 2' }];
      for (const query of ['', '&validation_level=1', '&flag=512', '&validation_level=33'])
        expect(await set(change, query, 'Product'), query).toMatchObject({ status: 422 });
      for (const query of ['&flag=256', '&validation_level=3'])
        expect(await set(change, query, 'Product'), query).toMatchObject({ status: 200 });
    });

    it('points at deleted records with validation_level 17', async () => {
      const { body } = await set([{ NAME: 'Passing' }], '', 'AccountType');
      const [type] = body as string[];
      await remove([type], '', 'AccountType');
      const record = [account('Of a deleted type', { ACCOUNT_TYPE_ID: type })];
      expect(await set(record)).toMatchObject({ status: 422 });
      expect(await set(record, '&validation_level=17')).toMatchObject({ status: 200 });
    });

    it('gives a new record the ID that is sent with validation_level 9', async () => {
      const id = 'PY-7FFFFFFF-11111111-2222-4333-8444-555555555555';
      expect(await set([{ ID: id, ...account('Chosen') }], '&validation_level=9')).toMatchObject({ body: [id] });
      expect(await get(id)).toMatchObject({ ID: id, ORGANIZATION: 'Chosen' });
    });

    it.each(['5', '17', '33', '0'])('takes validation_level %s', async (level) => {
      expect(await set([account(`Level ${level}`)], `&validation_level=${level}`)).toMatchObject({ status: 200 });
    });

    it('guards an item by its REVISION', async () => {
      const [id = ''] = await make('Guarded');
      const { REVISION: seen } = (await get(id)) as LegacyRecord;
      expect(await set([{ ID: id, CITY: 'Ulm', REVISION: seen }])).toMatchObject({ status: 200 });
      const late = await set([{ ID: id, CITY: 'Bonn', REVISION: seen }], '&flag=8');
      expect(late).toMatchObject({ status: 200, body: [{ errorcode: 9005 }] });
      expect(await get(id)).toMatchObject({ CITY: 'Ulm' });
    });

    it.each([
      ['', 400, 'entityName: is missing'],
      ['&entityName=Account', 400, 'entityName: is given more than once'],
      ['Accounts', 404, 'There is no entity "Accounts". Did you mean "Account"?'],
      ['Account&flag=16', 400, 'flag: "16" is neither 0 nor a sum of 1, 2, 4, 8, 256, 512.'],
      ['Account&flag=x', 400, 'flag: "x"'],
      ['ApiAccess', 400, 'entityName: setEntities takes no ApiAccess; use what /ApiAccesses takes.'],
      ['Type', 400, 'entityName: setEntities takes no Type'],
      ['Entity', 400, 'entityName: setEntities takes no Entity'],
      ['Account&validation_level=64', 400, 'validation_level: "64" is neither 0 nor a sum of 1, 2, 4, 8, 16, 32.'],
    ])('rejects entityName=%s', async (query, status, message) => {
      const answer = await server.call(`/setEntities?entityName=${query}`, { method: 'POST', body: [] });
      expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
    });

    it('says what is wrong with many bodies within a bound', async () => {
      const wrong = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`ORGANIZATIO_${index}`, 1]));
      const { status, body } = await set(Array(200).fill(wrong), '&flag=8');
      expect(status).toBe(200);
      expect(JSON.stringify(body).match(/Did you mean/g)).toHaveLength(100);
      expect(JSON.stringify(body).length).toBeLessThan(300_000);
    });

    it('rejects a body that is no array, or too long a one', async () => {
      expect(await set({})).toMatchObject({ status: 400 });
      expect(await set('[')).toMatchObject({ status: 400 });
      const many = Array.from({ length: 1001 }, () => ({}));
      expect(await set(many)).toMatchObject({ status: 413, body: { message: expect.stringContaining('1001 items') } });
    });
  });

  describe('deleteEntities', () => {
    it('deletes records in one transaction, and answers their ids as they came', async () => {
      const [first = '', second = ''] = await make('Gone one', 'Gone two');
      const plain = second.slice('PY-7FFFFFFF-'.length).toLowerCase();
      expect(await remove([first, plain])).toMatchObject({ status: 200, body: [first, plain] });
      expect(await named('Gone one')).toEqual([]);
      expect(await named('Gone two')).toEqual([]);
    });

    it('undoes all for one rejected item', async () => {
      const [id = ''] = await make('Stays');
      expect(await remove([id, nobody])).toMatchObject({
        status: 422,
        body: { errorcode: 40000, message: expect.stringMatching(/^\[1\] /) },
      });
      expect(await named('Stays')).toEqual([id]);
    });

    it.each([
      [1, (id: string) => [id, null]],
      [4, () => [nobody]],
      [8, (id: string) => [id, { errorcode: 9003, message: expect.any(String) }]],
    ])('deletes the others with flag %i', async (flag, wanted) => {
      const [id = ''] = await make(`Flag ${flag}`);
      expect(await remove([id, nobody], `&flag=${flag}`)).toMatchObject({ status: 200, body: wanted(id) });
      expect(await named(`Flag ${flag}`)).toEqual([]);
    });

    it('takes numbers of users and units', async () => {
      const { body } = await set([{ NAME: 'Short-lived' }], '', 'SalesUnit');
      const [unit] = body as number[];
      expect(await remove([unit], '', 'SalesUnit')).toMatchObject({ status: 200, body: [unit] });
      expect(await server.call(`/SalesUnits/${unit}`)).toMatchObject({ status: 404 });
    });

    it('rejects what is no id', async () => {
      expect(await remove([null])).toMatchObject({ status: 422 });
      const [id = ''] = await make('Not in a list');
      const noId = { errorcode: 117, message: 'An id must be a text or a number.' };
      const strange = { toString: 1, valueOf: 1 };
      expect(await remove([{}, strange, [id]], '&flag=8')).toMatchObject({ status: 200, body: [noId, noId, noId] });
      expect(await set([{ ID: strange, NOPE: 1 }], '&flag=8')).toMatchObject({ status: 200, body: [noId] });
      expect(await named('Not in a list')).toEqual([id]);
    });

    it('takes entities whose records are deleted by many', async () => {
      const answer = await remove([], '', 'ApiAccess');
      const message = 'entityName: deleteEntities takes no ApiAccess; use what /ApiAccesses takes.';
      expect(answer).toMatchObject({ status: 400, body: { message } });
    });
  });

  describe('search', () => {
    const search = (collection: string, body: unknown) =>
      server.call(`/search/${collection}`, { method: 'POST', body });

    it.each([
      ['sort', 65_536],
      ['loadonly', 65_536],
    ])('takes a %s of %i characters at most', async (name, most) => {
      const { status, body } = await search('Accounts', { [name]: 'A'.repeat(most + 1) });
      expect(status).toBe(400);
      const message = `${name}: has at most ${most} characters, but these are ${most + 1}.`;
      expect(body).toMatchObject({ errorcode: 117, message });
    });

    it('looks for the names that were meant by the errors that it lists only', async () => {
      const { body } = await search('Accounts', {
        loadonly: Array.from({ length: 9_000 }, (_, i) => `A${i}`).join('|'),
      });
      expect((body as { message: string }).message.split('\n')).toHaveLength(101);
      expect((body as { message: string }).message).toMatch(/There are 8900 more errors\.$/);
    });

    it('answers what a GET with the same criteria answers', async () => {
      await make('Search a', 'Search b', 'Search c');
      const criteria = {
        filter: 'ORGANIZATION::Search::ll',
        sort: '-ORGANIZATION',
        limit: 2,
        loadonly: 'ORGANIZATION',
      };
      const { status, headers, body } = await search('Accounts', criteria);
      expect(status).toBe(200);
      expect((body as LegacyRecord[]).map((record) => record.ORGANIZATION)).toEqual(['Search c', 'Search b']);
      expect(headers.get('content-range')).toBe('items 0-1/3');
      const query = new URLSearchParams({ ...criteria, limit: '2' });
      expect((await server.call(`/Accounts?${query}`)).body).toEqual(body);
      const rest = await search('Accounts', { ...criteria, offset: 2, revision: true });
      expect(rest.headers.get('content-range')).toBe('items 2-2/3');
      expect(rest.headers.get('revision')).toMatch(/^\d+$/);
    });

    it('takes parameters of the address as well, and an empty array for none', async () => {
      const { headers, body } = await server.call('/search/Accounts?limit=1&offset=1', {
        method: 'POST',
        body: { filter: 'ORGANIZATION::Search::ll', sort: 'ORGANIZATION', include_deleted: 0 },
      });
      expect((body as LegacyRecord[]).map((record) => record.ORGANIZATION)).toEqual(['Search b']);
      expect(headers.get('content-range')).toBe('items 1-1/3');
      expect(await server.call('/search/Accounts', { method: 'POST', body: [] })).toMatchObject({ status: 200 });
      const twice = await server.call('/search/Accounts?limit=1', { method: 'POST', body: { limit: 2 } });
      expect(twice).toMatchObject({ status: 400, body: { message: 'limit: is given in the address, too.' } });
    });

    it('takes criteria that no address could hold', async () => {
      const values = Array.from({ length: 3_000 }, (_, index) => `Name ${index}`).join(':');
      expect(await search('Accounts', { filter: `ORGANIZATION::${values}::in` })).toMatchObject({
        status: 200,
        body: [],
      });
    });

    it.each([
      ['Accounts', { filter: 'NOPE::1' }, 400, 'has no field "NOPE"'],
      ['Accounts', { filters: 'ORGANIZATION::1' }, 400, 'There is no criterion "filters". Did you mean "filter"?'],
      ['Accounts', { loadonly: ['ID'] }, 400, 'loadonly: must be a text'],
      ['Account', {}, 404, 'There is no collection "Account"'],
    ])('of %s rejects %j', async (collection, criteria, status, message) => {
      const answer = await search(collection, criteria);
      expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
    });
  });

  describe('deleted records', () => {
    it('are found with include-deleted, by lists, searches and ids', async () => {
      const [id = ''] = await make('Deleted');
      const before = (await server.call('/serverAPIUtcDateTime')).body;
      await remove([id]);
      const filter = 'filter=ORGANIZATION::Deleted&loadonly=IS_DELETED';
      expect(await server.list(`/Accounts?${filter}`)).toEqual([]);
      for (const parameter of ['include-deleted=true', 'include_deleted=1', `include-deleted=true&after=${before}`])
        expect(await server.list(`/Accounts?${filter}&${parameter}`), parameter).toEqual([{ ID: id, IS_DELETED: 1 }]);
      const criteria = { filter: 'ORGANIZATION::Deleted', 'include-deleted': true };
      expect((await server.call('/search/Accounts', { method: 'POST', body: criteria })).body).toHaveLength(1);
      expect(await server.call(`/Accounts/${id}`)).toMatchObject({ status: 404 });
      expect(await server.call(`/Accounts/${id}?include-deleted=true`)).toMatchObject({ body: { IS_DELETED: 1 } });
      const wrong = await server.call('/Accounts?include-deleted=maybe');
      expect(wrong).toMatchObject({ status: 400, body: { message: 'include-deleted: must be true or false.' } });
    });
  });
});
