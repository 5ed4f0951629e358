/**
 * The rule of the one primary account, of contacts and of opportunities.
 */

import { idOf } from '../api/record.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectValidationError } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import type { Answer } from '../http/answer.js';
import { readObject, readText } from '../http/json.js';

const create = 'v100#/components/schemas/ContactCreate';
const contact = 'v100#/components/schemas/Contact';

/** The message to the letter, as clients show it. */
const primaryMessage = "Error on field account_relations. Exactly one 'is_primary' item must be set.";

function expectPrimaryRejected(answer: Answer, entityName: string): void {
  const errors = expectValidationError(answer, entityName);
  expectThat(
    errors.some(({ message, field }) => message === primaryMessage && field === 'account_relations'),
    `some error of account_relations should read ${primaryMessage}; the answer says ${JSON.stringify(errors)}`,
  );
}

/** Tries relation sets without and with two primary rows; both must be rejected. */
async function expectExactlyOnePrimary({ rest, fixtures }: CheckContext, name: string): Promise<void> {
  const { collection } = fixtures.entityType(name);
  const [a = '', b = ''] = (await fixtures.createAll('Account', [{}, {}])).map(idOf);
  for (const flags of [[false], [false, false], [true, true]]) {
    const account_relations = flags.map((is_primary, index) => ({ account_id: index === 0 ? a : b, is_primary }));
    const body = await fixtures.body(name, { account_relations });
    expectPrimaryRejected(await rest.send('POST', collection, undefined, { body }), name);
  }
  const unflagged = await fixtures.body(name, { account_relations: [{ account_id: a }] });
  expectPrimaryRejected(await rest.send('POST', collection, undefined, { body: unflagged }), name);
}

export const primaryRelationChecks: readonly Check[] = [
  {
    id: 'contact.primary.exactly-one',
    sentence:
      'MUST reject account relations of a contact without exactly one primary item, in the words of the interface',
    spec: create,
    run: async (context) => await expectExactlyOnePrimary(context, 'Contact'),
  },
  {
    id: 'contact.primary.update',
    sentence: 'MUST reject an update that leaves a contact without exactly one primary relation and change nothing',
    spec: 'v100#/components/schemas/ContactUpdate',
    run: async ({ rest, fixtures }) => {
      const account_id = idOf(await fixtures.create('Account'));
      const before = await fixtures.create('Contact', { account_relations: [{ account_id, is_primary: true }] });
      const body = { title: 'Dr', account_relations: [{ account_id, is_primary: false }] };
      expectPrimaryRejected(await rest.send('PATCH', 'Contacts', idOf(before), { body }), 'Contact');
      expectEqual(await rest.get('Contacts', idOf(before)), before, 'the contact');
    },
  },
  {
    id: 'contact.primary.members',
    sentence:
      'MUST show account and position of the primary relation in `primary_account` and `primary_account_position`',
    spec: contact,
    run: async ({ rest, fixtures }) => {
      const [a = '', b = ''] = (await fixtures.createAll('Account', [{}, {}])).map(idOf);
      const relations = [
        { account_id: a, is_primary: false, position: 'Advisor' },
        { account_id: b, is_primary: true, position: 'Buyer', relationship: 3 },
      ];
      const made = await fixtures.create('Contact', { account_relations: relations });
      expectThat(
        readText(made.primary_account, 'primary_account').endsWith(`/Accounts/${b}`),
        'primary_account should lead to the primary account',
      );
      expectEqual(made.primary_account_position, 'Buyer', 'primary_account_position');
      const { records } = await rest.list('Contacts', { 'filter[id]': idOf(made), expand: 'primary_account' });
      expectEqual(
        readObject(records[0]?.primary_account, 'primary_account').id,
        b,
        'id of the expanded primary_account',
      );
    },
  },
  {
    id: 'contact.primary.moves',
    sentence: 'MUST clear the primary flag of the other rows when a row becomes primary',
    spec: 'v100#/components/schemas/ContactAccountRelation',
    run: async ({ rest, fixtures }) => {
      const [a = '', b = ''] = (await fixtures.createAll('Account', [{}, {}])).map(idOf);
      const id = idOf(await fixtures.create('Contact', { account_relations: [{ account_id: a, is_primary: true }] }));
      await rest.create('ContactAccountRelations', { contact_id: id, account_id: b, is_primary: true });
      const { records } = await rest.list('ContactAccountRelations', { 'filter[contact_id]': id });
      const flags = Object.fromEntries(records.map((row) => [String(row.account_id), row.is_primary]));
      expectEqual(flags, { [a]: false, [b]: true }, 'is_primary by account');
      const after = await rest.get('Contacts', id);
      expectThat(
        String(after.primary_account).endsWith(`/Accounts/${b}`),
        'primary_account should lead to the new primary account',
      );
    },
  },
  {
    id: 'opportunity.primary.exactly-one',
    sentence:
      'MUST reject account relations of an opportunity without exactly one primary item, in the words of the interface',
    spec: 'v100#/components/schemas/OpportunityCreate',
    run: async (context) => await expectExactlyOnePrimary(context, 'Opportunity'),
  },
];
