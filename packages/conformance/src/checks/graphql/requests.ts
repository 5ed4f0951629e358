/**
 * Promises of GraphQL about writing, about its type system, and about requests that are wrong.
 */
import type { Catalog } from '@headwater/catalog';
import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { expectStatus, expectSuccess } from '../../http/answer.js';
import { readObject, readObjects } from '../../http/json.js';
import { expectCode, readErrors } from './errors.js';
import { memberName, mirrorOf, selectionOf } from './names.js';

export const graphqlRequestChecks: readonly Check[] = [
  {
    id: 'graphql.write.create',
    sentence: 'MUST create a record by a mutation that REST then shows with the same values',
    spec: 'graphql#Mutation.createAccount',
    run: async ({ rest, graphql, fixtures }) => {
      const input = {
        name: fixtures.uniqueText(),
        ownerId: await fixtures.idOf('Client'),
        city: 'Graz',
        accountClass: 3,
      };
      const entityType = fixtures.entityType('Account');
      const query = `mutation ($input: AccountCreateInput!) { createAccount(input: $input) { ${selectionOf(entityType)} } }`;
      const made = readObject((await graphql.run(query, { input })).createAccount, 'createAccount');
      const record = await rest.get('Accounts', graphql.note('Accounts', made.id));
      expectEqual(made, mirrorOf(entityType, record), 'the record');
      expectEqual([made.name, made.city, made.accountClass], [input.name, 'Graz', 3], 'the members sent');
    },
  },
  {
    id: 'graphql.write.update',
    sentence:
      'MUST change by a mutation only the members that are sent, and reject one whose `revision` is not the last',
    spec: 'graphql#Mutation.updateAccount',
    run: async ({ rest, graphql, fixtures }) => {
      const before = await fixtures.create('Account', { city: 'Graz' });
      const query = `mutation ($id: UUID!, $revision: Int, $country: String) {
        updateAccount(id: $id, revision: $revision, input: { country: $country }) { country city }
      }`;
      const variables = { id: idOf(before), revision: before.revision };
      const data = await graphql.run(query, { ...variables, country: 'AT' });
      expectEqual(data.updateAccount, { country: 'AT', city: 'Graz' }, 'the members');
      const after = await rest.get('Accounts', idOf(before));
      readErrors(await graphql.send(query, { ...variables, country: 'DE' }));
      expectEqual(await rest.get('Accounts', idOf(before)), after, 'the record after a stale update');
    },
  },
  {
    id: 'graphql.write.delete',
    sentence: 'MUST delete by a mutation as REST does, and answer the id',
    spec: 'graphql#Mutation.deleteAccount',
    run: async ({ rest, graphql, fixtures }) => {
      const id = idOf(await fixtures.create('Account'));
      expectEqual(
        await graphql.run('mutation ($id: UUID!) { deleteAccount(id: $id) }', { id }),
        { deleteAccount: id },
        'data',
      );
      expectStatus(await rest.send('GET', 'Accounts', id), 404);
    },
  },
  {
    id: 'graphql.write.rejected',
    sentence: 'MUST answer a rejected write with an error whose extensions have the code of REST, and write nothing',
    spec: 'graphql#Mutation',
    run: async ({ rest, graphql, fixtures }) => {
      const name = fixtures.uniqueText();
      const query = 'mutation ($input: AccountCreateInput!) { createAccount(input: $input) { id } }';
      expectCode(await graphql.send(query, { input: { name, ownerId: fixtures.freshId() } }), 40000);
      expectEqual((await rest.list('Accounts', { 'filter[name]': name })).records, [], 'accounts made');
    },
  },
  {
    id: 'graphql.schema.members',
    sentence: 'MUST have a type with every member for each entity type, and both members of `Query` for it',
    spec: 'graphql#Query',
    run: async ({ graphql, fixtures }) => {
      const query =
        '{ __schema { queryType { name } mutationType { name } subscriptionType { name } types { name fields { name } } } }';
      const schema = readObject((await graphql.run(query)).__schema, '__schema');
      expectEqual(
        [schema.queryType, schema.mutationType, schema.subscriptionType],
        [{ name: 'Query' }, { name: 'Mutation' }, { name: 'Subscription' }],
        'query, mutation and subscription type',
      );
      const members = new Map(
        readObjects(schema.types, 'types').map((type) => [
          type.name,
          Array.isArray(type.fields) ? readObjects(type.fields, 'fields').map((field) => field.name) : [],
        ]),
      );
      for (const { name, graphql: roots } of fixtures.catalog.entityTypes) {
        const wanted = membersInGraphql(fixtures.catalog, name).map(memberName);
        expectEqual(
          wanted.filter((member) => !members.get(name)?.includes(member)),
          [],
          `members missing in ${name}`,
        );
        expectEqual(
          [roots.many, roots.one].filter((root) => !members.get('Query')?.includes(root)),
          [],
          `members of Query for ${name}`,
        );
      }
    },
  },
  {
    id: 'graphql.unknown-id',
    sentence: 'MUST answer null for an id that is unknown',
    spec: 'graphql#Query.account',
    run: async ({ graphql, fixtures }) => {
      const id = fixtures.freshId();
      expectEqual(
        await graphql.run('query ($id: UUID!) { account(id: $id) { id } }', { id }),
        { account: null },
        'data',
      );
    },
  },
  {
    id: 'graphql.rejected.document',
    sentence: 'MUST answer a document that does not fit the type system with errors and without data',
    spec: 'graphql#Query',
    run: async ({ graphql }) => {
      for (const query of [
        '{ nothing }',
        '{ accounts { nodes { nmae } } }',
        '{ accounts(first: "x") { totalCount } }',
        '{',
        '',
      ]) {
        const answer = await graphql.send(query);
        expectThat(answer.status < 500, `${answer.line} for ${query}`);
        readErrors(answer);
        expectThat((readObject(answer.json, 'the body').data ?? null) === null, 'there should be no data');
      }
    },
  },
  {
    id: 'graphql.rejected.arguments',
    sentence: 'MUST reject a page size outside 1 to 100 and a broken cursor with code 117',
    spec: 'graphql#Query.accounts',
    run: async ({ graphql }) => {
      for (const given of ['first: 0', 'first: 101', 'last: -1', 'after: "nonsense"']) {
        expectCode(await graphql.send(`{ accounts(${given}) { nodes { id } } }`), 117);
      }
    },
  },
  {
    id: 'graphql.rejected.depth',
    sentence: 'SHOULD reject a query that is nested without end',
    spec: 'graphql#Account.parentAccount',
    run: async ({ graphql }) => {
      const nested = Array.from({ length: 60 }).reduce<string>((inner) => `parentAccount { ${inner} }`, 'id');
      const answer = await graphql.send(`{ accounts(first: 1) { nodes { ${nested} } } }`);
      expectThat(answer.status < 500, answer.line);
      readErrors(answer);
    },
  },
  {
    id: 'graphql.get',
    sentence: 'MUST take queries by GET, and reject mutations by GET',
    spec: 'graphql#Query',
    run: async ({ http, graphql, rest, fixtures }) => {
      const headers = { accept: 'application/json' };
      const answer = await http.send('GET', graphql.path, { query: { query: '{ __typename }' }, headers });
      expectSuccess(answer);
      expectEqual(readObject(answer.json, 'the body').data, { __typename: 'Query' }, 'data');
      const id = idOf(await fixtures.create('Account'));
      const query = `mutation { deleteAccount(id: "${id}") }`;
      const rejected = await http.send('GET', graphql.path, { query: { query }, headers });
      expectThat(rejected.status >= 400 && rejected.status < 500, `${rejected.line}; wanted an error of the client`);
      await rest.get('Accounts', id);
    },
  },
  {
    id: 'graphql.page',
    sentence: 'SHOULD answer a browser with a page for trying queries',
    spec: 'graphql#Query',
    run: async ({ http, graphql }) => {
      const answer = await http.send('GET', graphql.path, { headers: { accept: 'text/html' } });
      expectStatus(answer, 200);
      expectThat(
        answer.headers.get('content-type')?.startsWith('text/html') === true,
        'the content type should be HTML',
      );
    },
  },
];

/** Members of a union that are of one type in some of its records and of another in the rest have no type in GraphQL. */
function membersInGraphql(catalog: Catalog, name: string): string[] {
  const kinds = catalog.entityType(name)?.union ?? [];
  return catalog
    .members(name)
    .map((member) => member.name)
    .filter((member) => new Set(kinds.flatMap((kind) => targetOf(catalog, kind, member) ?? [])).size <= 1);
}

function targetOf(catalog: Catalog, entityType: string, name: string): string | undefined {
  const member = catalog.member(entityType, name);
  if (member?.kind === 'link') return member.link.target;
  return member?.field.kind === 'rows' ? member.field.target : undefined;
}
