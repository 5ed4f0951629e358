/** With whom a record is shared: `SALES_TEAM` and `WATCHERS`, which REST v1 has in place of rows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseInTurn } from '../fixture.js';
import { type LegacyRecord, LegacyServer } from './legacy-server.js';

describe.each(databaseInTurn())('sharing in REST v1 on %s', (database) => {
  let server: LegacyServer;
  let owner: number;
  let ann: number;
  let ben: number;

  beforeAll(async () => {
    server = await LegacyServer.start(database);
    const [user] = await server.list('/Clients?limit=1');
    owner = Number(user?.ID);
    const unit = user?.DEFAULT_UNIT_ID;
    const make = async (name: string) =>
      Number((await server.create('Clients', { EMAIL: `${name}@example.com`, DEFAULT_UNIT_ID: unit })).record.ID);
    ann = await make('ann');
    ben = await make('ben');
  });

  afterAll(() => server.close());

  const account = async (lists: LegacyRecord = {}) =>
    (await server.create('Accounts', { ORGANIZATION: 'Shared', OWNER_ID: owner, ...lists })).record;
  const put = async (id: unknown, body: LegacyRecord) => {
    const answer = await server.call(`/Accounts/${id}`, { method: 'PUT', body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as LegacyRecord;
  };
  /** `[role, id]` of the rows. */
  const rows = async (id: unknown) =>
    (await server.list(`/AccountSharingClientRelations?filter=ACCOUNT_ID::${id}&sort=ID`)).map(
      ({ ROLE, CLIENT_ID, ID }) => ({ ROLE, CLIENT_ID, ID }),
    );

  it('is written and shown by the numbers of users', async () => {
    const made = await account({ SALES_TEAM: [ann], WATCHERS: [String(ben)] });
    expect(made).toMatchObject({ SALES_TEAM: [ann], WATCHERS: [ben] });
    expect(made).not.toHaveProperty('SHARING_CLIENTS');
    expect(await rows(made.ID)).toMatchObject([
      { ROLE: 2, CLIENT_ID: ann },
      { ROLE: 1, CLIENT_ID: ben },
    ]);
    expect((await server.call(`/Accounts/${made.ID}?loadonly=WATCHERS`)).body).toEqual({
      ID: made.ID,
      WATCHERS: [ben],
    });
    expect(await account()).toMatchObject({ SALES_TEAM: [], WATCHERS: [] });
  });

  it('changes one list and leaves the other', async () => {
    const { ID } = await account({ SALES_TEAM: [ann], WATCHERS: [ben] });
    expect(await put(ID, { SALES_TEAM: [] })).toMatchObject({ SALES_TEAM: [], WATCHERS: [ben] });
    expect(await put(ID, { SALES_TEAM: [ann, owner, ann] })).toMatchObject({
      SALES_TEAM: [owner, ann],
      WATCHERS: [ben],
    });
    expect(await put(ID, { WATCHERS: null })).toMatchObject({ SALES_TEAM: [owner, ann], WATCHERS: [] });
  });

  it('keeps the rows of a record that is sent back as it came', async () => {
    const made = await account({ SALES_TEAM: [ann, owner], WATCHERS: [ben] });
    const before = await rows(made.ID);
    await put(made.ID, { ...made, REVISION: undefined, CITY: 'Ulm' });
    expect(await rows(made.ID)).toEqual(before);
  });

  it('moves a user from one list to the other, by either list', async () => {
    const { ID } = await account({ WATCHERS: [ann] });
    const [row] = await rows(ID);
    expect(await put(ID, { SALES_TEAM: [ann] })).toMatchObject({ SALES_TEAM: [ann], WATCHERS: [] });
    expect(await rows(ID)).toEqual([{ ...row, ROLE: 2 }]);
    expect(await put(ID, { WATCHERS: [ann, ben] })).toMatchObject({ SALES_TEAM: [], WATCHERS: [ann, ben] });
  });

  it('has a user once, in the sales team where both lists name it', async () => {
    const made = await account({ WATCHERS: [ann, ben], SALES_TEAM: [ann] });
    expect(made).toMatchObject({ SALES_TEAM: [ann], WATCHERS: [ben] });
  });

  it('counts the row of an editor where a user has two', async () => {
    const { ID: ACCOUNT_ID } = await account();
    const row = (ROLE: number) => server.create('AccountSharingClientRelations', { ACCOUNT_ID, CLIENT_ID: ann, ROLE });
    const watcher = (await row(1)).record;
    const editor = (await row(2)).record;
    expect((await server.call(`/Accounts/${ACCOUNT_ID}`)).body).toMatchObject({ SALES_TEAM: [ann], WATCHERS: [] });
    const isFound = async (phrase: string) =>
      (await server.list(`/Accounts?filter=ID::${ACCOUNT_ID}|${phrase}&loadonly=ID`)).length === 1;
    expect(await isFound(`SALES_TEAM::${ann}`)).toBe(true);
    expect(await isFound(`WATCHERS::${ann}`)).toBe(false);
    expect(await isFound(`WATCHERS::${ann}:${ben}::in`)).toBe(false);
    expect(await isFound(`WATCHERS::${ann}::ne`)).toBe(true);
    expect(await isFound('WATCHERS::::eq')).toBe(true);
    expect(await isFound('WATCHERS::::ne')).toBe(false);
    expect(await put(ACCOUNT_ID, { SALES_TEAM: [ann] })).toMatchObject({ SALES_TEAM: [ann], WATCHERS: [] });
    const both = [
      { ROLE: 1, CLIENT_ID: ann, ID: watcher.ID },
      { ROLE: 2, CLIENT_ID: ann, ID: editor.ID },
    ];
    expect(await rows(ACCOUNT_ID)).toEqual(both);
    expect(await put(ACCOUNT_ID, { WATCHERS: [ann, ben] })).toMatchObject({ SALES_TEAM: [], WATCHERS: [ann, ben] });
    expect(await rows(ACCOUNT_ID)).toMatchObject([
      { ROLE: 1, CLIENT_ID: ann, ID: editor.ID },
      { ROLE: 1, CLIENT_ID: ben },
    ]);
  });

  it('is written by setEntities', async () => {
    const { ID } = await account({ SALES_TEAM: [ann], WATCHERS: [ben] });
    const items = [{ ID, WATCHERS: [owner] }];
    const answer = await server.call('/setEntities?entityName=Account&flag=2', { method: 'POST', body: items });
    expect(answer).toMatchObject({ status: 200, body: [ID] });
    expect((await server.call(`/Accounts/${ID}`)).body).toMatchObject({ SALES_TEAM: [ann], WATCHERS: [owner] });
  });

  it('is filtered by', async () => {
    const name = 'Filtered';
    const { ID: first } = await account({ ORGANIZATION: name, SALES_TEAM: [ann], WATCHERS: [ben] });
    const { ID: second } = await account({ ORGANIZATION: name, WATCHERS: [ann] });
    const { ID: third } = await account({ ORGANIZATION: name });
    const found = async (phrase: string) =>
      (await server.list(`/Accounts?filter=ORGANIZATION::${name}|${phrase}&sort=CREATED|ID&loadonly=ID`)).map(
        ({ ID }) => ID,
      );
    expect(await found(`SALES_TEAM::${ann}`)).toEqual([first]);
    expect(await found(`SALES_TEAM::${ann}::ne`)).toEqual([second, third]);
    expect(await found(`WATCHERS::${ann}:${ben}::in`)).toEqual([first, second]);
    expect(await found('WATCHERS::::eq')).toEqual([third]);
    expect(await found('SALES_TEAM::::ne')).toEqual([first]);
    expect(await server.call('/Accounts?filter=SALES_TEAM::1::gt')).toMatchObject({ status: 400 });
    expect(await server.call('/Accounts?sort=SALES_TEAM')).toMatchObject({ status: 400 });
  });

  it('rejects whom there is not, and what is no list, by its name', async () => {
    const nobody = 'PY-7FFFFFFF-00000000-0000-0000-0000-00000000DEAD';
    const body = { ORGANIZATION: 'None', OWNER_ID: owner, SALES_TEAM: [9_999], WATCHERS: ann };
    const answer = await server.call('/Accounts', { method: 'POST', body });
    expect(answer.status).toBe(422);
    expect((answer.body as { message: string }).message.split('\n').sort()).toEqual([
      'SALES_TEAM: there is no Client with the number 9999.',
      'WATCHERS: must be an array.',
    ]);
    const unknown = await server.call('/Accounts', {
      method: 'POST',
      body: { ...body, SALES_TEAM: [nobody], WATCHERS: [] },
    });
    expect(unknown.status).toBe(422);
    expect((unknown.body as { message: string }).message).toMatch(
      /^SALES_TEAM: SALES_TEAM\[0\]: .*CLIENT_ID.* to Client/,
    );
    const later = { ...body, SALES_TEAM: [ann], WATCHERS: [ann, ben, nobody] };
    const third = await server.call('/Accounts', { method: 'POST', body: later });
    expect(third.status).toBe(422);
    expect((third.body as { message: string }).message).toMatch(/^WATCHERS: WATCHERS\[2\]: .*CLIENT_ID.* to Client/);
  });

  it('rejects more users than rows that one body may hold, before it looks for them', async () => {
    const body = { ORGANIZATION: 'Shared', OWNER_ID: owner, SALES_TEAM: Array.from({ length: 1_001 }, (_, n) => n) };
    const answer = await server.call('/Accounts', { method: 'POST', body });
    expect(answer.status).toBe(422);
    expect((answer.body as { message: string }).message).toBe('SALES_TEAM: must have at most 1000 items.');
  });

  it('is described', async () => {
    const { body } = await server.call('/getFields/Lead');
    const lists = (body as readonly LegacyRecord[]).filter(({ API_NAME }) =>
      /SALES_TEAM|WATCHERS/.test(String(API_NAME)),
    );
    expect(lists).toMatchObject([
      { API_NAME: 'SALES_TEAM', READONLY: false, DESCRIPTION: expect.stringContaining('`role` 2 (Editor)') },
      { API_NAME: 'WATCHERS', READONLY: false, DESCRIPTION: expect.stringContaining('`role` 1 (Watcher)') },
    ]);
  });

  it('is shown of leads and opportunities together', async () => {
    const lead = { LAST_NAME: 'x', OPPORTUNITY_NAME: 'Together', OWNER_ID: owner, SALES_TEAM: [ben] };
    const { LAST_NAME: _, ...body } = lead;
    await server.create('Leads', body);
    const listed = await server.list('/LeadOppties?filter=OPPORTUNITY_NAME::Together');
    expect(listed).toMatchObject([{ SALES_TEAM: [ben], WATCHERS: [] }]);
  });
});
