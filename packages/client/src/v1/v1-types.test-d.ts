/** What the compiler accepts and rejects of lists of REST v1; checked by compiling, never run. */
import { expectTypeOf, it } from 'vitest';
import { createV1Reader } from './index.js';

const old = createV1Reader({ baseUrl: 'https://crm.example.com', space: 'demo', token: 't', password: 'p' });

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
  // @ts-expect-error rows do not compare
  old.list('Contacts', { where: { ACCOUNT_RELATIONS: 'x' } });
  // @ts-expect-error no such field
  old.list('Contacts', { sort: ['-LAST_NAME'] });
  // @ts-expect-error no such field
  old.list('Contacts', { only: ['LAST_NAME'] });
});
