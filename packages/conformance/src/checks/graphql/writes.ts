/**
 * Promises of GraphQL about the writes beyond one record's creation, change and deletion: what REST can, it can.
 */

import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectError } from '../../expect-error.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { isJsonObject, type Json, type JsonObject, readArray, readObject, readObjects } from '../../http/json.js';
import { qualification } from '../generated/special-answers.js';
import { expectCode, expectNoData, readErrors } from './errors.js';
import { memberName } from './names.js';

/** Members of REST under their names in GraphQL, those of amounts as well. */
function inputOf(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [memberName(name), isJsonObject(value) ? inputOf(value) : value]),
  );
}

export const graphqlWriteChecks: readonly Check[] = [
  {
    id: 'graphql.write.dry-run',
    sentence: 'MUST answer a mutation with `dryRun` as the write itself, errors included, and write nothing',
    spec: 'graphql#Mutation.updateAccount',
    run: async ({ rest, graphql, fixtures }) => {
      const account = await fixtures.create('Account');
      const id = idOf(account);
      const query = `mutation ($id: UUID!, $input: AccountUpdateInput!, $dryRun: Boolean) {
        updateAccount(id: $id, input: $input, dryRun: $dryRun) { id city }
      }`;
      const update = (input: JsonObject, dryRun: boolean) => graphql.send(query, { id, input, dryRun });
      const trial = await update({ city: 'Graz' }, true);
      expectEqual(await rest.get('Accounts', id), account, 'the record after a dry run');
      expectEqual(trial.json, (await update({ city: 'Graz' }, false)).json, 'the answer to a dry run');
      const [triedErrors, errors] = [await update({ name: '' }, true), await update({ name: '' }, false)].map(
        readErrors,
      );
      expectEqual(triedErrors, errors, 'the errors of a dry run');
    },
  },
  {
    id: 'graphql.write.restore',
    sentence: 'MUST bring a deleted record back by a mutation, as it was',
    spec: 'graphql#Mutation.restoreAccount',
    run: async ({ rest, graphql, fixtures }) => {
      const record = await fixtures.create('Account', { city: 'Graz' });
      const id = idOf(record);
      await rest.delete('Accounts', id);
      const data = await graphql.run('mutation ($id: UUID!) { restoreAccount(id: $id) { id city isDeleted } }', { id });
      rest.noteAs('Accounts', id);
      expectEqual(data.restoreAccount, { id, city: 'Graz', isDeleted: false }, 'the record');
      expectEqual((await rest.get('Accounts', id)).name, record.name, 'name in REST');
    },
  },
  {
    id: 'graphql.write.delete-revision',
    sentence: 'MUST reject deleting a record whose `revision` is not the last',
    spec: 'graphql#Mutation.deleteAccount',
    run: async ({ rest, graphql, fixtures }) => {
      const before = await fixtures.create('Account');
      const after = await fixtures.update('Account', before, { city: 'Graz' });
      const query = 'mutation ($id: UUID!, $revision: Int) { deleteAccount(id: $id, revision: $revision) }';
      const answer = await graphql.send(query, { id: idOf(before), revision: before.revision });
      readErrors(answer);
      expectNoData(answer, 'deleteAccount');
      expectEqual(await rest.get('Accounts', idOf(before)), after, 'the record');
    },
  },
  {
    id: 'graphql.write.upsert',
    sentence: 'MUST make a record by a unique member, change the same one the next time, and keep to `mode`',
    spec: 'graphql#Mutation.upsertProduct',
    run: async ({ graphql, fixtures }) => {
      const sku = fixtures.uniqueText();
      const { sku: _, ...body } = await fixtures.body('Product');
      const query = `mutation ($sku: String!, $input: ProductUpdateInput!, $mode: UpsertModeEnum) {
        upsertProduct(field: "sku", value: $sku, input: $input, mode: $mode) { id sku description }
      }`;
      const upsert = (description: string, mode: string) =>
        graphql.send(query, { sku, mode, input: { ...inputOf(body), description } });
      readErrors(await upsert('none', 'Existing'));
      const dataOf = async (description: string, mode: string) => {
        const answer = readObject((await upsert(description, mode)).json, 'the body');
        return readObject(readObject(answer.data, 'data').upsertProduct, 'upsertProduct');
      };
      const made = await dataOf('first', 'New');
      const id = graphql.note('Products', made.id);
      expectEqual([made.sku, made.description], [sku, 'first'], 'sku and description of the product made');
      expectEqual(await dataOf('second', 'Any'), { id, sku, description: 'second' }, 'the product changed');
      readErrors(await upsert('third', 'New'));
    },
  },
  {
    id: 'graphql.write.once',
    sentence:
      'MUST carry out a mutation that comes again with the same `Idempotency-Key` only once, and answer the same',
    spec: 'graphql#Mutation.createAccount',
    run: async ({ rest, graphql, fixtures }) => {
      const city = fixtures.uniqueText();
      const input = { name: 'once', ownerId: await fixtures.idOf('Client'), city };
      const query = 'mutation ($input: AccountCreateInput!) { createAccount(input: $input) { id } }';
      const headers = { 'idempotency-key': fixtures.uniqueText() };
      const [first, second] = [
        await graphql.send(query, { input }, { headers }),
        await graphql.send(query, { input }, { headers }),
      ];
      const data = readObject(readObject(first.json, 'the body').data, 'data');
      const id = graphql.note('Accounts', readObject(data.createAccount, 'createAccount').id);
      const made = (await rest.list('Accounts', { 'filter[city]': city })).records.map(idOf);
      for (const other of made) rest.noteAs('Accounts', other);
      expectEqual(made, [id], 'accounts made');
      expectEqual(second.json, first.json, 'the second answer');
    },
  },
  {
    id: 'graphql.write.merge',
    sentence: 'MUST merge records by a mutation as REST does: given members win, empty ones are filled, the others go',
    spec: 'graphql#Mutation.mergeAccounts',
    run: async ({ rest, graphql, fixtures }) => {
      const master = await fixtures.create('Account', { city: 'Graz', country: null });
      const other = await fixtures.create('Account', { city: 'Wien', country: 'Austria', zip_code: '1010' });
      const query = `mutation ($master: AccountUpdateInput!, $ids: [UUID!]!) {
        mergeAccounts(master: $master, secondaryIds: $ids) { id name city country zipCode }
      }`;
      const variables = { master: { id: idOf(master), zipCode: '8010' }, ids: [idOf(other)] };
      const merged = { id: master.id, name: master.name, city: 'Graz', country: 'Austria', zipCode: '8010' };
      expectEqual((await graphql.run(query, variables)).mergeAccounts, merged, 'the master');
      expectError(await rest.send('GET', 'Accounts', idOf(other)), 404);
      expectCode(await graphql.send(query, { ...variables, ids: [] }), 9013);
    },
  },
  {
    id: 'graphql.duplicates',
    sentence: 'MUST find contacts with the same e-mail address in any case as likely one, as a merge takes them',
    spec: 'graphql#Query.duplicateContacts',
    run: async ({ graphql, fixtures }) => {
      const name = fixtures.uniqueText();
      const master = idOf(await fixtures.create('Contact', { last_name: `${name}a`, email1: `${name}@example.com` }));
      const email2 = `${name.toUpperCase()}@EXAMPLE.com`;
      const other = idOf(await fixtures.create('Contact', { last_name: `b${name}x`, email2 }));
      const query = `query ($after: String) {
        duplicateContacts(first: 100, after: $after) { items { masterId secondaryIds } hasNextPage endCursor }
      }`;
      for (let after: Json = null; ; ) {
        const list = readObject((await graphql.run(query, { after })).duplicateContacts, 'duplicateContacts');
        const group = readObjects(list.items, 'items').find(({ masterId }) => masterId === master);
        if (group !== undefined) {
          const ids = readArray(group.secondaryIds, 'secondaryIds');
          expectThat(ids.includes(other), `the group should have ${other}, has ${JSON.stringify(ids)}`);
          return;
        }
        expectEqual(list.hasNextPage, true, 'hasNextPage before the group of both contacts was listed');
        after = list.endCursor ?? null;
      }
    },
  },
  {
    id: 'graphql.lead.qualify',
    sentence: 'MUST qualify a lead and send the opportunity back by mutations, both under the same id',
    spec: 'graphql#Mutation.qualifyLead',
    run: async (context) => {
      const { rest, graphql, fixtures } = context;
      const lead = await fixtures.create('Lead');
      const id = idOf(lead);
      const qualify =
        'mutation ($id: UUID!, $input: OpportunityUpdateInput) { qualifyLead(id: $id, input: $input) { id name status wasQualified } }';
      const { qualifyLead } = await graphql.run(qualify, { id, input: inputOf(await qualification(context)) });
      rest.noteAs('Opportunities', id);
      expectEqual(qualifyLead, { id, name: lead.name, status: 1, wasQualified: true }, 'the opportunity');
      expectError(await rest.send('GET', 'Leads', id), 404);
      const { backToLead } = await graphql.run('mutation ($id: UUID!) { backToLead(id: $id) { id name } }', { id });
      rest.noteAs('Leads', id);
      expectEqual(backToLead, { id, name: lead.name }, 'the lead');
      expectError(await rest.send('GET', 'Opportunities', id), 404);
    },
  },
  {
    id: 'graphql.lead.reactivate',
    sentence: 'MUST take a lead and an opportunity out of the archive by mutations',
    spec: 'graphql#Mutation.reactivateLead',
    run: async ({ graphql, fixtures }) => {
      for (const name of ['Lead', 'Opportunity']) {
        const lost = await fixtures.update(name, await fixtures.create(name), { is_archived: true });
        const data = await graphql.run(
          `mutation ($id: UUID!) { reactivate${name}(id: $id) { id isArchived lostDate } }`,
          { id: idOf(lost) },
        );
        const wanted = { id: lost.id, isArchived: false, lostDate: null };
        expectEqual(data[`reactivate${name}`], wanted, `the ${name}`);
      }
    },
  },
];
