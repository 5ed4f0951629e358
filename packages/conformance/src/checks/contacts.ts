/**
 * The rules that the interface gives contacts: names, the primary account, defaults.
 */

import { idOf } from '../api/record.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectFieldError, expectValidationError } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { expectStatus } from '../http/answer.js';
import type { Json } from '../http/json.js';

const create = 'v100#/components/schemas/ContactCreate';
const contact = 'v100#/components/schemas/Contact';

/** Creates contacts with each value and expects it back; then tries values that are none. */
async function expectEnum(
  { rest, fixtures }: CheckContext,
  member: string,
  values: readonly number[],
  others: readonly Json[],
) {
  for (const value of values) {
    expectEqual((await fixtures.create('Contact', { [member]: value }))[member], value, member);
  }
  for (const value of others) {
    const body = await fixtures.body('Contact', { [member]: value });
    expectFieldError(
      expectValidationError(await rest.send('POST', 'Contacts', undefined, { body }), 'Contact'),
      member,
    );
  }
}

export const contactChecks: readonly Check[] = [
  {
    id: 'contact.name.required',
    sentence: 'MUST reject a contact with neither first nor last name, and take one with either',
    spec: create,
    run: async ({ rest, fixtures }) => {
      const owner_id = await fixtures.idOf('Client');
      for (const names of [{}, { first_name: null, last_name: '' }, { middle_name: 'M' }]) {
        const answer = await rest.send('POST', 'Contacts', undefined, { body: { owner_id, ...names } });
        expectFieldError(expectValidationError(answer, 'Contact'), 'last_name');
      }
      for (const names of [{ first_name: 'F' }, { last_name: 'L' }]) {
        expectStatus(await rest.send('POST', 'Contacts', undefined, { body: { owner_id, ...names } }), 201);
      }
    },
  },
  {
    id: 'contact.name.unchanged',
    sentence: 'MUST reject clearing the last name part that is left',
    spec: 'v100#/components/schemas/ContactUpdate',
    run: async ({ rest, fixtures }) => {
      const owner_id = await fixtures.idOf('Client');
      const id = idOf(await rest.create('Contacts', { owner_id, last_name: 'L' }));
      const answer = await rest.send('PATCH', 'Contacts', id, { body: { last_name: null } });
      expectFieldError(expectValidationError(answer, 'Contact'), 'last_name');
    },
  },
  {
    id: 'contact.formatted-name',
    sentence: 'MUST form `formatted_name` of first, middle and last name in that order, and keep it up with changes',
    spec: contact,
    run: async ({ rest, fixtures }) => {
      const owner_id = await fixtures.idOf('Client');
      const names = [
        [{ first_name: 'Ada', middle_name: 'K.', last_name: 'Byron' }, 'Ada K. Byron'],
        [{ first_name: 'Ada', last_name: 'Byron' }, 'Ada Byron'],
        [{ last_name: 'Byron' }, 'Byron'],
        [{ first_name: 'Ada', middle_name: '' }, 'Ada'],
      ] as const;
      for (const [body, wanted] of names) {
        expectEqual(
          (await rest.create('Contacts', { owner_id, ...body })).formatted_name,
          wanted,
          `formatted_name of ${JSON.stringify(body)}`,
        );
      }
      const id = idOf(await rest.create('Contacts', { owner_id, first_name: 'Ada' }));
      const changed = await rest.update('Contacts', id, { last_name: 'King' });
      expectEqual(changed.formatted_name, 'Ada King', 'formatted_name after a change');
      const { records } = await rest.list('Contacts', { 'filter[id]': id, 'filter[formatted_name]': 'Ada King' });
      expectEqual(records.length, 1, 'contacts found by formatted_name');
    },
  },
  {
    id: 'contact.owner.required',
    sentence: 'MUST reject a contact without `owner_id` with code 119 under that field',
    spec: create,
    run: async ({ rest, fixtures }) => {
      const answer = await rest.send('POST', 'Contacts', undefined, { body: { last_name: fixtures.uniqueText() } });
      expectFieldError(expectValidationError(answer, 'Contact'), 'owner_id', 119);
    },
  },
  {
    id: 'contact.unit.default',
    sentence: "MUST give a contact without `unit_id` the owner's default sales unit",
    spec: create,
    run: async ({ rest, fixtures }) => {
      const owner = await rest.get('Clients', await fixtures.idOf('Client'));
      const made = await fixtures.create('Contact', { owner_id: idOf(owner) });
      expectEqual(made.unit_id, owner.default_unit_id, 'unit_id');
      expectThat(
        String(made.unit).endsWith(`/SalesUnits/${String(made.unit_id)}`),
        'unit should lead to the sales unit',
      );
    },
  },
  {
    id: 'contact.unit.given',
    sentence: 'MUST keep a `unit_id` that is given',
    spec: create,
    run: async ({ fixtures }) => {
      const unit_id = idOf(await fixtures.create('SalesUnit'));
      expectEqual((await fixtures.create('Contact', { unit_id })).unit_id, unit_id, 'unit_id');
    },
  },
  {
    id: 'contact.gender',
    sentence: 'MUST take 0, 1, 2 and 3 as `gender`, default 0, and reject other values',
    spec: create,
    run: async (context) => {
      await expectEnum(context, 'gender', [0, 1, 2, 3], [4, -1, 'Male', 1.5]);
      expectEqual((await context.fixtures.create('Contact')).gender, 0, 'gender left out');
    },
  },
  {
    id: 'contact.share-mode',
    sentence: 'MUST take 0, 1, 2 and 3 as `share_mode`, default 0, and reject other values',
    spec: create,
    run: async (context) => {
      await expectEnum(context, 'share_mode', [0, 1, 2, 3], [4, -1, 'Private']);
      expectEqual((await context.fixtures.create('Contact')).share_mode, 0, 'share_mode left out');
    },
  },
  {
    id: 'contact.members',
    sentence: 'MUST take every writable member of a contact and answer it as sent',
    spec: create,
    run: async ({ fixtures }) => {
      const numbered = [1, 2, 3, 4, 5].flatMap((n) => [
        [`email${n}`, `c${n}@example.com`],
        [`phone${n}`, `+44 20 7946 001${n}`],
      ]);
      const texts = [
        'first_name',
        'middle_name',
        'last_name',
        'title',
        'position',
        'account_position',
        'address',
        'city',
        'state_province',
        'zip_code',
        'country',
        'comments',
        'quick_account_name',
      ];
      const members: Record<string, Json> = {
        ...Object.fromEntries(numbered),
        ...Object.fromEntries(texts.map((name) => [name, `some ${name}`])),
        is_unsubscribed: true,
        created: '2020-05-17T08:00:00.000000',
      };
      const made = await fixtures.create('Contact', members);
      expectEqual(
        Object.fromEntries(Object.keys(members).map((name) => [name, made[name]])),
        members,
        'the members sent',
      );
    },
  },
];
