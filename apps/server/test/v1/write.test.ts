import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneDatabase } from '../fixture.js';
import { LegacyServer } from './legacy-server.js';

describe.each(oneDatabase)('REST v1 on %s', (database) => {
  let server: LegacyServer;
  let owner: number;

  type LegacyRecord = Readonly<Record<string, unknown>>;

  beforeAll(async () => {
    server = await LegacyServer.start(database);
    const [user] = await server.list('/Clients?limit=1');
    owner = Number(user?.ID);
  });

  afterAll(() => server.close());

  async function create(collection: string, body: LegacyRecord): Promise<string> {
    const answer = await server.call(`/${collection}`, { method: 'POST', body });
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
    return answer.headers.get('location') ?? '';
  }

  async function at(location: string): Promise<LegacyRecord> {
    const answer = await fetch(location, { headers: { authorization: server.authorization } });
    expect(answer.status).toBe(200);
    return (await answer.json()) as LegacyRecord;
  }

  describe('POST of a collection', () => {
    it('makes a record and says where it is', async () => {
      const body = { ORGANIZATION: 'Acme', OWNER_ID: owner, IS_UNSUBSCRIBED: 1, CITY: 'Ulm' };
      const answer = await server.call('/Accounts', { method: 'POST', body });
      expect(answer.status).toBe(201);
      const location = answer.headers.get('location') ?? '';
      expect(location).toMatch(new RegExp(`^${server.url}/Accounts/PY-7FFFFFFF-[0-9A-F-]{36}$`));
      expect(answer.body).toMatchObject({ ...body, ID: location.split('/').at(-1) });
      expect(await at(location)).toEqual(answer.body);
    });

    it('writes its headers as programs look for them, in this case', async () => {
      const body = JSON.stringify({ ORGANIZATION: 'Headers', OWNER_ID: owner });
      const headers = { authorization: server.authorization, 'content-type': 'application/json' };
      const raw = (method: string, text?: string) =>
        new Promise<string[]>((resolve, reject) => {
          const sent = request(`${server.url}/Accounts`, { method, headers }, (answer) => {
            answer.resume().on('end', () => resolve(answer.rawHeaders));
          });
          sent.on('error', reject).end(text);
        });
      const created = await raw('POST', body);
      expect(created[created.indexOf('Location') + 1]).toMatch(/\/Accounts\/PY-7FFFFFFF-[0-9A-F-]{36}$/);
      const listed = await raw('GET');
      expect(listed[listed.indexOf('Content-Range') + 1]).toMatch(/^items \d+-\d+\/\d+$/);
    });

    it('numbers users and units, and names them so', async () => {
      const location = await create('SalesUnits', { NAME: 'North' });
      expect(location).toMatch(/\/SalesUnits\/\d+$/);
      const unit = await at(location);
      const user = await at(await create('Clients', { EMAIL: 'ann@example.com', DEFAULT_UNIT_ID: unit.ID }));
      expect(user.DEFAULT_UNIT_ID).toBe(unit.ID);
    });

    it('writes rows inline and shows them so', async () => {
      const account = (await at(await create('Accounts', { ORGANIZATION: 'Acme', OWNER_ID: owner }))).ID;
      const contact = await at(
        await create('Contacts', {
          SURNAME: 'Smith',
          OWNER_ID: owner,
          ACCOUNT_RELATIONS: [{ ACCOUNT_ID: account, IS_PRIMARY: 1 }],
        }),
      );
      expect(contact.ACCOUNT_RELATIONS).toEqual([expect.objectContaining({ ACCOUNT_ID: account, IS_PRIMARY: 1 })]);
    });

    it('writes money and steps', async () => {
      const [stage] = await server.list('/Stages?limit=1');
      const [currency] = await server.list('/Currencies?filter=IS_BASE::1');
      const body = {
        OPPORTUNITY_NAME: 'Big deal',
        OWNER_ID: owner,
        STAGE: stage?.ID,
        CLOSING_DATE: '2030-01-31',
        OPPORTUNITY_VALUE_FOREIGN: 1250.5,
        CURRENCY_ID: currency?.ID,
      };
      const opportunity = await at(await create('Opportunities', body));
      expect(opportunity).toMatchObject({ ...body, OPPORTUNITY_VALUE: 1250.5 });
      expect(await server.list('/Opportunities?filter=OPPORTUNITY_VALUE::1250::gt')).toHaveLength(1);
      expect(await server.list(`/Opportunities?filter=STAGE::${stage?.ID}|CURRENCY_ID::${currency?.ID}`)).toHaveLength(
        1,
      );
    });

    it('lists 100 errors of a body at most', async () => {
      const body = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`UNKNOWN_${index}`, 1]));
      const answer = await server.call('/Contacts', { method: 'POST', body });
      expect(answer.status).toBe(422);
      const lines = (answer.body as { message: string }).message.split('\n');
      expect(lines).toHaveLength(101);
      expect(lines.at(-1)).toBe('The body has 50 more errors.');
    });

    it('lists every error under the names that the caller knows', async () => {
      const unknown = await server.call('/Contacts', { method: 'POST', body: { FIRSTNAME: 'Ann', OWNER_ID: 9999 } });
      expect(unknown).toMatchObject({
        status: 422,
        body: {
          errorcode: 40000,
          message:
            'Contact has no field "FIRSTNAME". Did you mean "FIRST_NAME"?\nOWNER_ID: there is no Client with the number 9999.',
        },
      });
      const missing = await server.call('/Accounts', { method: 'POST', body: { ACCOUNT_CLASS: 'x' } });
      const { message } = missing.body as { message: string };
      expect(missing.status).toBe(422);
      expect(message).toContain('OWNER_ID: ');
      expect(message).toContain('ACCOUNT_CLASS: ');
      expect(message).toMatch(/ORGANIZATION: Non-null field 'ORGANIZATION' is null or empty/);
    });

    it('looks up all numbers of a list with one statement', async () => {
      const make = (clients: readonly number[]) =>
        server.call('/Accounts', {
          method: 'POST',
          body: {
            ORGANIZATION: 'Shared',
            OWNER_ID: owner,
            SALES_TEAM: clients,
          },
        });
      const lookups = async (clients: readonly number[]) => {
        const statements = await server.server.statementsOf(() => make(clients));
        return statements.filter(({ text }) => text.startsWith('SELECT t.id AS id, t."number" AS n')).length;
      };
      // One for the owner, one for the list.
      expect(await lookups(Array.from({ length: 200 }, (_, index) => 1_000 + index))).toBe(2);
      expect(await lookups([owner])).toBe(2);
      const { status, body } = await make([owner, 9998, 9999]);
      expect(status).toBe(422);
      expect((body as { message: string }).message.split('\n')).toEqual(
        [9998, 9999].map((number) => `SALES_TEAM: there is no Client with the number ${number}.`),
      );
    });

    it('says so when no relation is primary', async () => {
      const account = (await at(await create('Accounts', { ORGANIZATION: 'Acme', OWNER_ID: owner }))).ID;
      const body = { SURNAME: 'Smith', OWNER_ID: owner, ACCOUNT_RELATIONS: [{ ACCOUNT_ID: account }] };
      expect(await server.call('/Contacts', { method: 'POST', body })).toMatchObject({
        status: 422,
        body: {
          message: "ACCOUNT_RELATIONS: Error on field account_relations. Exactly one 'is_primary' item must be set.",
        },
      });
    });
  });

  describe('partial update', () => {
    it('names what is wrong with rows as the caller does', async () => {
      const ACCOUNT_RELATIONS = [{ ACCOUNT_ID: 'PY-7FFFFFFF-018F4B7A-6C1E-7D52-9A3B-5F0C2D9E8A11', IS_PRIMARY: 1 }, {}];
      const body = {
        SURNAME: 'Low',
        OWNER_ID: owner,
        ACCOUNT_RELATIONS,
        DOCUMENTS: ['PY-7FFFFFFF-018F4B7A-6C1E-7D52-9A3B-5F0C2D9E8A12'],
      };
      const { message } = (await server.call('/Contacts', { method: 'POST', body })).body as { message: string };
      expect(message.split('\n').sort()).toEqual([
        expect.stringMatching(
          /^ACCOUNT_RELATIONS: ACCOUNT_RELATIONS\[0\]: \[ACCOUNT_ID\] Relation AddressbookRelation\.ACCOUNT_ID=/,
        ),
        expect.stringMatching(
          /^ACCOUNT_RELATIONS: ACCOUNT_RELATIONS\[1\]: .*'AddressbookRelation'\[.*\]\.ACCOUNT_ID' is null/,
        ),
        expect.stringMatching(
          /^DOCUMENTS: DOCUMENTS\[0\]: .* Relation Document\.CLOUD_OBJECT_ID=\S+ to CloudObject doesn't exist!$/,
        ),
      ]);
    });

    it('takes an empty array for no change, and no other', async () => {
      const id = (await create('Accounts', { ORGANIZATION: 'Steady', OWNER_ID: owner })).split('/').at(-1);
      const put = (body: unknown) => server.call(`/Accounts/${id}`, { method: 'PUT', body });
      expect(await put([])).toMatchObject({ status: 200, body: { ORGANIZATION: 'Steady' } });
      expect((await put([{ ORGANIZATION: 'Other' }])).status).toBe(400);
    });

    it.each(['POST with ID', 'PUT'])('by %s changes the fields sent and no other', async (way) => {
      const location = await create('Accounts', { ORGANIZATION: 'Acme', OWNER_ID: owner, CITY: 'Ulm' });
      const before = await at(location);
      const id = String(before.ID);
      const answer =
        way === 'PUT'
          ? await server.call(`/Accounts/${id}`, { method: 'PUT', body: { CITY: 'Bonn' } })
          : await server.call('/Accounts', { method: 'POST', body: { ID: id, CITY: 'Bonn' } });
      expect(answer.status).toBe(200);
      expect(await at(location)).toEqual({
        ...before,
        CITY: 'Bonn',
        MODIFIED: expect.any(String),
        REVISION: Number(before.REVISION) + 1,
      });
      expect(answer.body).toEqual(await at(location));
    });

    it('takes a record back as it was shown', async () => {
      const account = (await at(await create('Accounts', { ORGANIZATION: 'Acme', OWNER_ID: owner }))).ID;
      const rows = [{ ACCOUNT_ID: account, IS_PRIMARY: 1 }];
      const contact = await at(
        await create('Contacts', { SURNAME: 'Smith', OWNER_ID: owner, ACCOUNT_RELATIONS: rows }),
      );
      const answer = await server.call(`/Contacts/${contact.ID}`, { method: 'PUT', body: { ...contact, TITLE: 'Dr' } });
      expect(answer).toMatchObject({ status: 200, body: { TITLE: 'Dr', SURNAME: 'Smith' } });
      const [row] = (answer.body as { ACCOUNT_RELATIONS: LegacyRecord[] }).ACCOUNT_RELATIONS;
      const [rowBefore] = contact.ACCOUNT_RELATIONS as LegacyRecord[];
      expect(row?.ID).toBe(rowBefore?.ID);
    });

    it('rejects an unknown record, and a body that names another', async () => {
      const body = { CITY: 'Bonn' };
      const unknown = 'PY-7FFFFFFF-00000000-0000-0000-0000-00000000DEAD';
      expect((await server.call(`/Accounts/${unknown}`, { method: 'PUT', body })).status).toBe(404);
      expect((await server.call('/Accounts', { method: 'POST', body: { ...body, ID: unknown } })).status).toBe(404);
      const { ID } = await at(await create('Accounts', { ORGANIZATION: 'Acme', OWNER_ID: owner }));
      const answer = await server.call(`/Accounts/${ID}`, { method: 'PUT', body: { ...body, ID: unknown } });
      expect(answer).toMatchObject({ status: 400, body: { errorcode: 117 } });
    });
  });

  it('guards a change by the REVISION of the body, as a POST with ID as well', async () => {
    const location = await create('Accounts', { ORGANIZATION: 'Guarded', OWNER_ID: owner, REVISION: 3 });
    const path = location.slice(server.url.length);
    const seen = await at(location);
    const put = (body: LegacyRecord) => server.call(path, { method: 'PUT', body });
    expect(await put({ ...seen, CITY: 'Ulm' })).toMatchObject({ status: 200, body: { CITY: 'Ulm' } });
    const late = { status: 409, body: { errorcode: 9005, message: expect.stringContaining('is at revision') } };
    expect(await put({ ...seen, CITY: 'Bonn' })).toMatchObject(late);
    const post = { method: 'POST', body: { ID: seen.ID, CITY: 'Bonn', REVISION: seen.REVISION } };
    expect(await server.call('/Accounts', post)).toMatchObject(late);
    expect(await put({ CITY: 'Bonn', REVISION: 'x' })).toMatchObject({
      status: 422,
      body: { message: 'REVISION: [REVISION] must be a whole number.' },
    });
    for (const none of [null, '']) expect(await put({ REVISION: none })).toMatchObject({ body: { CITY: 'Ulm' } });
    for (const none of [null, '']) expect(await put({ ID: none })).toMatchObject({ status: 200 });
  });

  it('takes texts and numbers for ids, and rejects all else', async () => {
    const strange = { toString: 1, valueOf: 1 };
    const noId = { status: 400, body: { message: 'An id must be a text or a number.' } };
    expect(await server.call('/Accounts', { method: 'POST', body: { ID: strange } })).toMatchObject(noId);
    const path = (await create('Accounts', { ORGANIZATION: 'Ids', OWNER_ID: owner })).slice(server.url.length);
    expect(await server.call(path, { method: 'PUT', body: { ID: strange } })).toMatchObject(noId);
    for (const wrong of [strange, [owner]]) {
      const answer = await server.call(path, { method: 'PUT', body: { OWNER_ID: wrong } });
      expect(answer).toMatchObject({ status: 422, body: { message: expect.stringMatching(/^OWNER_ID: /) } });
    }
  });

  it('says that there is no record by the name and the id that the caller knows', async () => {
    const nobody = '00000000-0000-0000-0000-00000000DEAD';
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const sent = { method, ...(method === 'PUT' && { body: {} }) };
      const answer = await server.call(`/Activities/PY-7FFFFFFF-${nobody}`, sent);
      const message = `There is no Activity with the id "PY-7FFFFFFF-${nobody}".`;
      expect(answer, method).toMatchObject({ status: 404, body: { errorcode: 9003, message } });
    }
  });

  describe('DELETE', () => {
    it('deletes', async () => {
      const { ID } = await at(await create('Accounts', { ORGANIZATION: 'Acme', OWNER_ID: owner }));
      expect(await server.call(`/Accounts/${ID}`, { method: 'DELETE' })).toMatchObject({ status: 200, body: ID });
      expect((await server.call(`/Accounts/${ID}`)).status).toBe(404);
      expect((await server.call(`/Accounts/${ID}`, { method: 'DELETE' })).status).toBe(404);
    });
  });

  describe('bodies and keys', () => {
    it.each([
      ['no JSON', '{', 400],
      ['no object', '[]', 400],
      ['nothing', '', 400],
      ['too much', JSON.stringify({ ORGANIZATION: 'x'.repeat(200_000) }), 413],
    ])('rejects %s', async (_, body, status) => {
      expect((await server.call('/Accounts', { method: 'POST', body })).status).toBe(status);
    });

    it('rejects a body that is declared to be something else', async () => {
      const sent = { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } };
      expect(await server.call('/Accounts', sent)).toMatchObject({ status: 415, body: { errorcode: 9007 } });
    });

    it('rejects writes with a key that may only read', async () => {
      const headers = { authorization: server.server.space.readOnlyAuthorization };
      const body = { ORGANIZATION: 'Acme', OWNER_ID: owner };
      expect(await server.call('/Accounts', { method: 'POST', body, headers })).toMatchObject({
        status: 403,
        body: { errorcode: 9002 },
      });
      expect((await server.call('/Accounts', { headers })).status).toBe(200);
    });
  });
});
