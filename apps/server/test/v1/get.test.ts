import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRecord } from '../../src/records/write/write-records.js';
import { oneDatabase } from '../fixture.js';
import { LegacyServer } from './legacy-server.js';

describe.each(oneDatabase)('REST v1 on %s', (database) => {
  let server: LegacyServer;
  let id: string;

  beforeAll(async () => {
    server = await LegacyServer.start(database);
    const created = await server.write((context) =>
      writeRecord(context, {
        kind: 'create',
        entityType: 'AccountType',
        body: { name: 'Partner' },
        validationLevel: 0,
      }),
    );
    id = created.id;
  });

  afterAll(() => server.close());

  it('answers the bare record by its id in every form', async () => {
    const legacyId = `PY-7FFFFFFF-${id.toUpperCase()}`;
    for (const form of [legacyId, id, id.toUpperCase()]) {
      const { status, headers, body } = await server.call(`/AccountTypes/${form}`);
      expect(status).toBe(200);
      expect(headers.get('content-range')).toBeNull();
      expect(body).toMatchObject({ ID: legacyId, NAME: 'Partner' });
    }
  });

  it('answers users and units by number', async () => {
    const [user] = await server.list('/Clients?limit=1');
    expect(typeof user?.ID).toBe('number');
    expect((await server.call(`/Clients/${user?.ID}`)).body).toEqual(user);
    const [unit] = await server.list('/SalesUnits?limit=1');
    expect((await server.call(`/SalesUnits/${unit?.ID}`)).body).toEqual(unit);
    expect(user?.DEFAULT_UNIT_ID).toBe(unit?.ID);
  });

  it('takes loadonly and revision', async () => {
    const { headers, body } = await server.call(`/AccountTypes/${id}?loadonly=NAME&revision=true`);
    expect(body).toEqual({ ID: `PY-7FFFFFFF-${id.toUpperCase()}`, NAME: 'Partner' });
    expect(headers.get('revision')).toMatch(/^\d+$/);
    expect((await server.call(`/AccountTypes/${id}?loadonly=NAMES`)).status).toBe(400);
  });

  it.each([
    '/AccountTypes/00000000-0000-0000-0000-00000000dead',
    '/AccountTypes/1',
    '/AccountTypes/nonsense',
    '/Clients/99999',
    '/Clients/99999999999',
  ])('answers 404 for %s', async (path) => {
    expect(await server.call(path)).toMatchObject({
      status: 404,
      body: { errorcode: 9003, message: expect.stringMatching(/^There is no \w+ with the id /) },
    });
  });

  it('answers 404 for a deleted record', async () => {
    const { id: gone } = await server.write((context) =>
      writeRecord(context, { kind: 'create', entityType: 'AccountType', body: { name: 'Gone' }, validationLevel: 0 }),
    );
    await server.write((context) =>
      writeRecord(context, { kind: 'delete', entityType: 'AccountType', id: gone, validationLevel: 0 }),
    );
    expect((await server.call(`/AccountTypes/${gone}`)).status).toBe(404);
  });
});
