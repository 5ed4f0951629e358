/** What a caller of a REST v1 collection GET sees. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRecord } from '../../src/records/write/write-records.js';
import { oneDatabase } from '../fixture.js';
import { LegacyServer } from './legacy-server.js';

describe.each(oneDatabase)('REST v1 on %s', (database) => {
  let server: LegacyServer;
  /** Of the users Ann and Ben. */
  const owners = { Ann: '', Ben: '' };
  /** Of the accounts, by name. */
  const ids = new Map<string, string>();

  interface Account {
    readonly name: string;
    readonly city?: string | null;
    readonly account_class?: number;
    readonly is_unsubscribed?: boolean;
    readonly owner: keyof typeof owners;
  }

  const accounts: readonly Account[] = [
    { name: 'Alpha', city: 'Ulm', account_class: 1, is_unsubscribed: true, owner: 'Ann' },
    { name: 'Beta', city: 'Bonn', account_class: 2, owner: 'Ben' },
    { name: 'Gamma: a|b\\c::d', city: '', account_class: 3, owner: 'Ann' },
    { name: 'Delta%', city: null, account_class: 4, owner: 'Ben' },
    { name: 'Épsilon', city: 'Ulmen', account_class: 5, owner: 'Ann' },
  ];

  beforeAll(async () => {
    server = await LegacyServer.start(database);
    await server.write(async (context) => {
      const unit = await writeRecord(context, {
        kind: 'create',
        entityType: 'SalesUnit',
        body: { name: 'Sales' },
        validationLevel: 0,
      });
      for (const name of ['Ann', 'Ben'] as const) {
        const body = { email: `${name}@example.com`, first_name: name, last_name: 'Smith', default_unit_id: unit.id };
        owners[name] = (
          await writeRecord(context, { kind: 'create', entityType: 'Client', body, validationLevel: 0 })
        ).id;
      }
    });
    for (const { owner, ...members } of accounts) {
      await server.write(async (context) => {
        const body = { ...members, owner_id: owners[owner] };
        ids.set(
          members.name,
          (await writeRecord(context, { kind: 'create', entityType: 'Account', body, validationLevel: 0 })).id,
        );
      });
    }
  });

  afterAll(() => server.close());

  const query = (parameters: Readonly<Record<string, string>>) => `/Accounts?${new URLSearchParams(parameters)}`;

  async function names(parameters: Readonly<Record<string, string>>): Promise<unknown[]> {
    return (await server.list(query(parameters))).map((account) => account.ORGANIZATION);
  }

  async function rejection(parameters: Readonly<Record<string, string>>): Promise<string> {
    const { status, body } = await server.call(query(parameters));
    expect(status).toBe(400);
    expect(body).toMatchObject({ errorcode: 117 });
    return (body as { message: string }).message;
  }

  const legacyId = (name: string) => `PY-7FFFFFFF-${ids.get(name)?.toUpperCase()}`;

  /** The number that REST v1 shows for a user. */
  async function numberOf(name: keyof typeof owners): Promise<number> {
    const [user] = await server.list(`/Clients?filter=ID::${owners[name]}`);
    return Number(user?.ID);
  }

  describe('the answer', () => {
    it('is a bare array of records in v1 form with Content-Range', async () => {
      const { status, headers, body } = await server.call(query({ filter: 'ORGANIZATION::Alpha' }));
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('content-range')).toBe('items 0-0/1');
      expect(headers.get('revision')).toBeNull();
      expect(body).toEqual([
        expect.objectContaining({
          ID: legacyId('Alpha'),
          ORGANIZATION: 'Alpha',
          CITY: 'Ulm',
          IS_UNSUBSCRIBED: 1,
          IS_DELETED: 0,
          OWNER_ID: await numberOf('Ann'),
          CREATED: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        }),
      ]);
      const [{ CREATED, MODIFIED }] = body as [{ CREATED: string; MODIFIED: string }];
      expect(MODIFIED).toBe(CREATED);
    });

    it('tells the revision of the space when asked', async () => {
      const first = Number((await server.call(query({ revision: 'true' }))).headers.get('revision'));
      const [last] = await server.list(query({ sort: '-REVISION', limit: '1' }));
      expect(first).toBe(last?.REVISION);
    });
  });

  describe('limit and offset', () => {
    it.each([
      [{ limit: '2' }, ['Alpha', 'Beta'], 'items 0-1/5'],
      [{ limit: '2', offset: '3' }, ['Delta%', 'Épsilon'], 'items 3-4/5'],
      [{ limit: '2', offset: '4' }, ['Épsilon'], 'items 4-4/5'],
      [{ limit: '2', offset: '5' }, [], 'items 5-4/5'],
      [{ limit: '2', offset: '100' }, [], 'items 100-99/5'],
      [{ limit: '0' }, [], 'items 0--1/5'],
      [{ limit: '-1', offset: '1' }, ['Beta', 'Gamma: a|b\\c::d', 'Delta%', 'Épsilon'], 'items 1-4/5'],
      [{ filter: 'ORGANIZATION::None' }, [], 'items 0--1/0'],
      [{ filter: 'ORGANIZATION::None', limit: '-1' }, [], 'items 0--1/0'],
    ])('%j', async (parameters, wanted, range) => {
      const { headers, body } = await server.call(query({ sort: 'PPL_CHRONOLOGICAL', ...parameters }));
      expect((body as { ORGANIZATION: string }[]).map((account) => account.ORGANIZATION)).toEqual(wanted);
      expect(headers.get('content-range')).toBe(range);
    });

    it('rejects what is not a count', async () => {
      expect(await rejection({ limit: '-2', offset: 'x' })).toBe(
        'limit: "-2" is not a whole number from 0 to 2147483647, or -1 for all.\n' +
          'offset: "x" is not a whole number from 0 to 2147483647.',
      );
    });
  });

  describe('sort', () => {
    it.each([
      ['ORGANIZATION', ['Alpha', 'Beta', 'Delta%', 'Gamma: a|b\\c::d', 'Épsilon']],
      ['-ORGANIZATION', ['Épsilon', 'Gamma: a|b\\c::d', 'Delta%', 'Beta', 'Alpha']],
      ['-PPL_CHRONOLOGICAL|-CREATED', ['Épsilon', 'Delta%', 'Gamma: a|b\\c::d', 'Beta', 'Alpha']],
      ['OWNER_ID|-ACCOUNT_CLASS', ['Épsilon', 'Gamma: a|b\\c::d', 'Alpha', 'Delta%', 'Beta']],
    ])('%s', async (sort, wanted) => {
      expect(await names({ sort })).toEqual(wanted);
    });

    it('rejects a name that is none', async () => {
      expect(await rejection({ sort: 'ORGANISATION' })).toContain('Did you mean "ORGANIZATION"?');
    });
  });

  describe('filter', () => {
    it.each([
      ['ORGANIZATION::Alpha', ['Alpha']],
      ['ORGANIZATION::Alpha::ne', ['Beta', 'Gamma: a|b\\c::d', 'Delta%', 'Épsilon']],
      ['ORGANIZATION::alpha', []],
      ['ACCOUNT_CLASS::4::ge', ['Delta%', 'Épsilon']],
      ['ACCOUNT_CLASS::4::gt', ['Épsilon']],
      ['ACCOUNT_CLASS::2::le', ['Alpha', 'Beta']],
      ['ACCOUNT_CLASS::2::lt', ['Alpha']],
      ['CITY::Ulm::ll', ['Alpha', 'Épsilon']],
      ['CITY::n::rl', ['Beta', 'Épsilon']],
      ['CITY::lm::fl', ['Alpha', 'Épsilon']],
      ['ORGANIZATION::%::fl', ['Delta%']],
      ['ORGANIZATION::É::ll', ['Épsilon']],
      ['ORGANIZATION::Alpha:Beta:None::in', ['Alpha', 'Beta']],
      ['ACCOUNT_CLASS::1:3::in', ['Alpha', 'Gamma: a|b\\c::d']],
      ['CITY::::ne', ['Alpha', 'Beta', 'Épsilon']],
      ['CITY::::eq', ['Gamma: a|b\\c::d', 'Delta%']],
      ['CITY::Ulm::ne', ['Beta', 'Gamma: a|b\\c::d', 'Delta%', 'Épsilon']],
      ['IS_UNSUBSCRIBED::1', ['Alpha']],
      ['IS_UNSUBSCRIBED::TRUE', ['Alpha']],
      ['IS_UNSUBSCRIBED::0|CITY::Bonn', ['Beta']],
      ['ORGANIZATION::Gamma\\: a\\|b\\\\c\\::d', ['Gamma: a|b\\c::d']],
      ['ORGANIZATION::Gamma: a\\|b\\\\c\\:\\:d::eq', ['Gamma: a|b\\c::d']],
      ['ORGANIZATION::Gamma\\: a\\|b\\\\c\\::d:Beta::in', ['Beta', 'Gamma: a|b\\c::d']],
      ['CREATED::2001-02-03T04:05:06Z::gt|CITY::Bonn', ['Beta']],
      ['CREATED::2001-02-03 04:05:06::lt', []],
    ])('%s', async (filter, wanted) => {
      expect(await names({ filter, sort: 'PPL_CHRONOLOGICAL' })).toEqual(wanted);
    });

    it('finds records by ids in every form', async () => {
      const uuid = ids.get('Beta') ?? '';
      for (const id of [legacyId('Beta'), uuid, uuid.toUpperCase()]) {
        expect(await names({ filter: `ID::${id}` })).toEqual(['Beta']);
      }
      expect(await names({ filter: `ID::${legacyId('Alpha')}:${uuid}::in`, sort: 'ORGANIZATION' })).toEqual([
        'Alpha',
        'Beta',
      ]);
    });

    it('finds records by the numbers of users', async () => {
      const ben = await numberOf('Ben');
      expect(await names({ filter: `OWNER_ID::${ben}`, sort: 'ORGANIZATION' })).toEqual(['Beta', 'Delta%']);
      expect(await names({ filter: `OWNER_ID::${ben}::ne|ACCOUNT_CLASS::1` })).toEqual(['Alpha']);
      expect(await names({ filter: `OWNER_ID::${ben}:${owners.Ann}::in` })).toHaveLength(5);
      expect(await names({ filter: `OWNER_ID::${owners.Ben}` })).toHaveLength(2);
      const users = await server.list(`/Clients?filter=ID::${ben}`);
      expect(users.map((user) => [user.ID, user.FIRST_NAME])).toEqual([[ben, 'Ben']]);
    });

    it('finds records by the moments that it shows', async () => {
      const [{ CREATED }] = (await server.list(query({ filter: 'CITY::Bonn' }))) as [{ CREATED: string }];
      expect(await names({ filter: `CITY::Bonn|CREATED::${CREATED}` })).toEqual(['Beta']);
      expect(await names({ filter: `CITY::Bonn|CREATED::${CREATED}::ne` })).toEqual([]);
      expect(await names({ filter: `CITY::Bonn|CREATED::${CREATED}::ge` })).toEqual(['Beta']);
    });

    it.each([
      ['ORGANISATION::x', 'Did you mean "ORGANIZATION"?'],
      ['ORGANIZATION', 'is not of the form NAME::value'],
      ['ORGANIZATION::a::like', '"like" is not an operator'],
      ['OWNER_ID::Ann', '"Ann" is not a number or an id'],
      ['ACCOUNT_CLASS::big', 'phrase 1 "ACCOUNT_CLASS::big"'],
      ['CREATED::yesterday', 'phrase 1 "CREATED::yesterday"'],
      ['IS_UNSUBSCRIBED::maybe', 'phrase 1 "IS_UNSUBSCRIBED::maybe"'],
      ['ACCOUNT_CLASS::1::fl', 'fl compares texts'],
    ])('rejects %s', async (filter, message) => {
      expect(await rejection({ filter })).toContain(message);
    });
  });

  describe('after', () => {
    it.each(['2001-02-03 04:05:06', '2001-02-03T04:05:06Z', '2001-02-03T04:05:06.5+02:00', '2001-02-03'])(
      'takes %s',
      async (after) => {
        expect(await names({ after })).toHaveLength(5);
      },
    );

    it('leaves out what was modified before', async () => {
      expect(await names({ after: '2999-01-01 00:00:00' })).toEqual([]);
      expect(await names({ after: '2001-01-01 00:00:00', filter: 'CITY::Bonn' })).toEqual(['Beta']);
    });

    it('rejects what is not a moment', async () => {
      expect(await rejection({ after: 'yesterday' })).toContain('after');
    });
  });

  describe('loadonly', () => {
    it('answers the named fields and the id', async () => {
      const records = await server.list(query({ loadonly: 'CITY|ORGANIZATION', filter: 'CITY::Bonn' }));
      expect(records).toEqual([{ ID: legacyId('Beta'), CITY: 'Bonn', ORGANIZATION: 'Beta' }]);
    });

    it('rejects names that are none', async () => {
      expect(await rejection({ loadonly: 'CITI' })).toBe('loadonly: Account has no field "CITI". Did you mean "CITY"?');
    });
  });

  it('leaves out deleted records', async () => {
    const { id } = await server.write((context) =>
      writeRecord(context, { kind: 'create', entityType: 'AccountType', body: { name: 'Gone' }, validationLevel: 0 }),
    );
    expect(await server.list('/AccountTypes?filter=NAME::Gone')).toHaveLength(1);
    await server.write((context) =>
      writeRecord(context, { kind: 'delete', entityType: 'AccountType', id, validationLevel: 0 }),
    );
    expect(await server.list('/AccountTypes?filter=NAME::Gone')).toEqual([]);
  });
});
