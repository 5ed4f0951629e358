/** What the compiler accepts and rejects of calls of REST v1; checked by compiling, never run. */
import { expectTypeOf, it } from 'vitest';
import { createV1Client, type V1Id, type V1ItemError } from './index.js';

const old = createV1Client({ baseUrl: 'https://crm.example.com', space: 'demo', token: 't', password: 'p' });

it('reads fields with their types, those that are loaded', async () => {
  for await (const contact of old.list('Contacts', {
    where: { SURNAME: { ll: 'Sm' }, GENDER: { in: [1, 2] }, CREATED: { ge: '2026-01-01 00:00:00', lt: '2026-02-01' } },
    sort: ['-MODIFIED', 'PPL_CHRONOLOGICAL'],
    only: ['SURNAME', 'GENDER'],
  })) {
    expectTypeOf(contact).toEqualTypeOf<{ ID: string; SURNAME: string | null; GENDER: number | null }>();
  }
  for await (const stage of old.list('Stages')) expectTypeOf(stage.ID).toEqualTypeOf<string>();
});

it('rejects what is not there', () => {
  // @ts-expect-error a collection of REST v100 alone
  old.list('ContactAccountRelations');
  // @ts-expect-error SURNAME
  old.list('Contacts', { where: { LAST_NAME: 'x' } });
  // @ts-expect-error a number does not begin with anything
  old.list('Contacts', { where: { GENDER: { ll: 1 } } });
  // @ts-expect-error no such operator
  old.list('Contacts', { where: { SURNAME: { istarts: 'x' } } });
  // @ts-expect-error a text
  old.list('Contacts', { where: { SURNAME: 7 } });
  old.list('Contacts', { where: { SALES_TEAM: 7, WATCHERS: { in: [7, 8] } } });
  // @ts-expect-error a list is in no order
  old.list('Contacts', { where: { SALES_TEAM: { gt: 7 } } });
  old.list('Clients', { where: { EMAIL: 'ann@example.com' }, only: ['UNIT_MEMBER_IDS', 'UNIT_MANAGER_IDS'] });
  // @ts-expect-error worked out by the server, which compares it with nothing
  old.list('Clients', { where: { UNIT_MEMBER_IDS: 7 } });
  // @ts-expect-error nor this one
  old.search('Clients', { where: { EMAIL: 'ann@example.com', UNIT_MANAGER_IDS: { in: [7] } } });
  // @ts-expect-error rows do not compare
  old.list('Contacts', { where: { ACCOUNT_RELATIONS: 'x' } });
  // @ts-expect-error no such field
  old.list('Contacts', { sort: ['-LAST_NAME'] });
  // @ts-expect-error no such field
  old.list('Contacts', { only: ['LAST_NAME'] });
});

it('writes fields with their types, those that bodies set', async () => {
  const made = await old.create('Contacts', { SURNAME: 'Okafor', OWNER_ID: 1, ACCOUNT_RELATIONS: [{ IS_PRIMARY: 1 }] });
  expectTypeOf(made.FORMATTED_NAME).toEqualTypeOf<string | null>();
  const changed = await old.update('Contacts', made.ID, { CITY: null, REVISION: made.REVISION });
  expectTypeOf(changed.CITY).toEqualTypeOf<string | null>();
  const got = await old.get('Contacts', made.ID, { only: ['CITY'], includeDeleted: true });
  expectTypeOf(got).toEqualTypeOf<{ ID: string; CITY: string | null }>();
  expectTypeOf(await old.delete('Clients', 7)).toEqualTypeOf<void>();
});

it('gives of many what the flags say', async () => {
  expectTypeOf(await old.setEntities('Account', [{ ORGANIZATION: 'x' }])).toEqualTypeOf<V1Id[]>();
  const bodies = [{ ID: 'PY-1', ORGANIZATION: 'x' }];
  expectTypeOf(await old.setEntities('Account', bodies, { rejected: 'null' })).toEqualTypeOf<(V1Id | null)[]>();
  const options = { rejected: 'error', insertUnknown: true, checkChangedOnly: true, validationLevel: 9 } as const;
  expectTypeOf(await old.setEntities('Account', bodies, options)).toEqualTypeOf<(V1Id | V1ItemError)[]>();
  expectTypeOf(await old.deleteEntities('Account', ['PY-1'], { rejected: 'ids' })).toEqualTypeOf<V1Id[]>();
});

it('rejects writes that there are not', () => {
  // @ts-expect-error only read
  old.create('ApiAccesses', {});
  // @ts-expect-error LAST_NAME
  old.create('Contacts', { LAST_NAME: 'x' });
  // @ts-expect-error worked out
  old.create('Contacts', { FORMATTED_NAME: 'x' });
  // @ts-expect-error that would be a change
  old.create('Contacts', { ID: 'PY-1', SURNAME: 'x' });
  // @ts-expect-error a text
  old.update('Contacts', 'PY-1', { SURNAME: 7 });
  // @ts-expect-error the entity, not the collection
  old.setEntities('Accounts', []);
  // @ts-expect-error of deleteEntities
  old.setEntities('Account', [], { rejected: 'ids' });
  // @ts-expect-error no such answer
  old.deleteEntities('Account', [], { rejected: 'keep' });
  // @ts-expect-error the criteria are those of lists
  old.search('Contacts', { where: { LAST_NAME: 'x' } });
});
