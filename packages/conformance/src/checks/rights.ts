/**
 * Promises about a key with a scope: it may read accounts, and nothing else. Skipped without such a key.
 */
import { toLegacyId } from '../api/legacy-id.js';
import { idOf } from '../api/record.js';
import type { Check } from '../check.js';
import { expectError } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import type { Answer } from '../http/answer.js';
import { expectStatus } from '../http/answer.js';
import { readText } from '../http/json.js';
import { before, changesOf, readAll } from './changes/read-changes.js';

const spec = 'v100#/components/responses/Forbidden';

function expectMissing(answer: Answer, right: string): void {
  const message = readText(expectError(answer, 403, 9002).message, 'message of the error body');
  expectThat(message.includes(right), `the message should name ${right}, but is ${JSON.stringify(message)}`);
}

function expectMissingInGraphql(answer: Answer, right: string): void {
  const text = JSON.stringify(answer.json);
  expectThat(
    text.includes('ERROR_FORBIDDEN') && text.includes(right),
    `GraphQL should name ${right}, but answers ${text}`,
  );
}

export const rightsChecks: readonly Check[] = [
  {
    id: 'rights.writes',
    sentence:
      'MUST reject a write with 403 and the name of the right that the key lacks, in every API, and change nothing',
    spec,
    run: async (context) => {
      const account = await context.fixtures.create('Account');
      const { rest, legacy, graphql } = context.scoped();
      const body = { city: context.fixtures.uniqueText() };
      expectMissing(await rest.send('PATCH', 'Accounts', idOf(account), { body }), 'Accounts:update');
      expectMissing(await rest.send('DELETE', 'Accounts', idOf(account)), 'Accounts:delete');
      expectMissing(await rest.send('POST', 'Contacts', undefined, { body }), 'Contacts:create');
      const path = `/Accounts/${toLegacyId(idOf(account))}`;
      expectStatus(await legacy.send('PUT', path, { body: { CITY: body.city } }), 403);
      const query = 'mutation ($id: UUID!, $city: String!) { updateAccount(id: $id, input: { city: $city }) { id } }';
      expectMissingInGraphql(await graphql.send(query, { id: idOf(account), ...body }), 'Accounts:update');
      expectEqual(await context.rest.get('Accounts', idOf(account)), account, 'the account');
    },
  },
  {
    id: 'rights.reads',
    sentence: 'MUST answer what the key may read, and reject other reads with 403 and the name of the right',
    spec,
    run: async (context) => {
      const [account, contact] = [await context.fixtures.create('Account'), await context.fixtures.create('Contact')];
      const { rest, legacy, graphql } = context.scoped();
      expectEqual(await rest.get('Accounts', idOf(account)), account, 'the account');
      expectMissing(await rest.send('GET', 'Contacts', idOf(contact)), 'Contacts:read');
      expectMissing(await rest.send('GET', 'Contacts', undefined), 'Contacts:read');
      expectStatus(await legacy.send('GET', '/Contacts'), 403);
      expectMissingInGraphql(await graphql.send('{ contacts { nodes { id } } }'), 'Contacts:read');
    },
  },
  {
    id: 'rights.relations',
    sentence: 'MUST reject an expand, a filter, an order and a selection that lead to what the key may not read',
    spec,
    run: async (context) => {
      await context.fixtures.create('Account');
      const { rest, graphql } = context.scoped();
      for (const query of [
        { expand: 'owner' },
        { 'filter[owner.email]': 'nobody@example.com' },
        { 'order-by': 'owner.email' },
        { 'load-only': 'owner.email' },
      ]) {
        expectMissing(await rest.send('GET', 'Accounts', undefined, { query }), 'Clients:read');
      }
      expectMissingInGraphql(await graphql.send('{ accounts { nodes { owner { email } } } }'), 'Clients:read');
    },
  },
  {
    id: 'rights.changes',
    sentence: 'MUST leave changes of what the key may not read out of feeds and audit entries',
    spec: 'v100#/paths/~1changes/get',
    run: async (context) => {
      const account = await context.fixtures.create('Account');
      const contact = await context.fixtures.create('Contact');
      const { rest } = context.scoped();
      const found = changesOf(await readAll(rest, 'changes', { after: before(account) }), idOf(account), idOf(contact));
      expectEqual([...new Set(found.map(({ entity_id }) => entity_id))], [idOf(account)], 'records in the feed');
      const entries = await readAll(rest, 'entities/AuditEntries', { 'filter[entity_id]': idOf(contact) });
      expectEqual(entries, [], 'audit entries of the contact');
    },
  },
];
