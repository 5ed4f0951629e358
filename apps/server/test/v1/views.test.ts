/** Collections of REST v1 that show the options of one set each. */
import { entityTypes } from '@headwater/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseInTurn } from '../fixture.js';
import { type LegacyRecord, LegacyServer } from './legacy-server.js';

const views = entityTypes.flatMap(({ v1Views = [] }) => v1Views);

describe.each(databaseInTurn())('views of REST v1 on %s', (database) => {
  let server: LegacyServer;
  beforeAll(async () => {
    server = await LegacyServer.start(database);
  });
  afterAll(() => server.close());

  const post = (path: string, body: unknown) => server.call(path, { method: 'POST', body });

  it('are those that programs know, named where all collections are', async () => {
    const names = ['Competencies', 'Industries', 'IntegrationEnvs', 'ReasonOfCloses', 'Relevancies'];
    expect(views.map(({ collection }) => collection).sort()).toEqual(names);
    expect((await server.call('')).body).toEqual(expect.arrayContaining(names));
    expect((await server.call('/entityPublic')).body).toMatchObject({
      Industries: 'Industry',
      ReasonOfCloses: 'ReasonOfClose',
    });
    expect((await server.call('/getFields/Industry')).body).toEqual((await server.call('/getFields/Data')).body);
  });

  it.each(views)('$collection are the options of their set', async ({ collection, dataSet }) => {
    const before = await server.list(`/${collection}?limit=-1`);
    const made = await post(`/${collection}`, { VALUE: `One of ${collection}`, SORT_ORDER: 7 });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    expect(made.headers.get('location')).toContain(`/${collection}/PY-`);
    const { ID: id } = made.body as LegacyRecord;
    expect(made.body).toMatchObject({ DATA_SET_ID: expect.stringMatching(new RegExp(dataSet.slice(-12), 'i')) });
    const after = await server.list(`/${collection}?limit=-1`);
    expect(after).toHaveLength(before.length + 1);
    expect(await server.list(`/${collection}?filter=VALUE::One of::ll`)).toEqual([made.body]);
    expect((await server.call(`/search/${collection}`, { method: 'POST', body: { limit: -1 } })).body).toEqual(after);
    expect(await server.list(`/Data?filter=ID::${id}`)).toEqual([made.body]);
    const change = await server.call(`/${collection}/${id}`, { method: 'PUT', body: { VALUE: 'Another' } });
    expect(change).toMatchObject({ status: 200, body: { VALUE: 'Another' } });
    expect((await server.call(`/${collection}/${id}`)).body).toMatchObject({ VALUE: 'Another' });
    expect(await server.call(`/${collection}/${id}`, { method: 'DELETE' })).toMatchObject({ status: 200 });
    expect(await server.list(`/${collection}?limit=-1`)).toHaveLength(before.length);
  });

  it('choose for accounts, and hide what belongs to others', async () => {
    const { body: industry } = await post('/Industries', { VALUE: 'Shipping', SORT_ORDER: 1 });
    const { ID: id } = industry as LegacyRecord;
    const [user] = await server.list('/Clients?limit=1');
    const account = await post('/Accounts', { ORGANIZATION: 'Harbour', OWNER_ID: user?.ID, INDUSTRIES_ID: id });
    expect(account.body).toMatchObject({ INDUSTRIES_ID: id });
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect(
        await server.call(`/ReasonOfCloses/${id}`, { method, ...(method === 'PUT' && { body: { VALUE: 'x' } }) }),
        method,
      ).toMatchObject({ status: 404, body: { message: `There is no ReasonOfClose with the id "${id}".` } });
    const many = await post('/setEntities?entityName=ReasonOfClose&flag=8', [
      { ID: id, VALUE: 'x' },
      { VALUE: 'Weather', SORT_ORDER: 1 },
    ]);
    expect(many.body).toEqual([expect.objectContaining({ errorcode: 9003 }), expect.stringMatching(/^PY-/)]);
    expect(await server.list('/ReasonOfCloses?filter=VALUE::Weather')).toHaveLength(1);
    const gone = await post('/deleteEntities?entityName=ReasonOfClose&flag=4', [id, (many.body as string[])[1]]);
    expect(gone.body).toEqual([id]);
    const { DATA_SET_ID: other } = industry as LegacyRecord;
    const moved = await post('/ReasonOfCloses', { VALUE: 'y', SORT_ORDER: 1, DATA_SET_ID: other });
    expect(moved).toMatchObject({ status: 422, body: { message: expect.stringContaining('DATA_SET_ID: ') } });
  });
});
