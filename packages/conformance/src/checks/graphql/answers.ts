/**
 * Promises of GraphQL about the form of answers: errors, what is left of data beside them, and statuses.
 */

import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { expectStatus } from '../../http/answer.js';
import { isJsonObject, readObject } from '../../http/json.js';
import { expectArgumentRejected, readErrors, readWriteErrors } from './errors.js';

const modern = { headers: { accept: 'application/graphql-response+json' } };

export const graphqlAnswerChecks: readonly Check[] = [
  {
    id: 'graphql.error.path',
    sentence: 'MUST say in an error which member of the answer is missing, by its alias, and which argument is wrong',
    spec: 'graphql#Query.accounts',
    run: async ({ graphql }) => {
      const answer = await graphql.send('{ mine: accounts(first: 0) { totalCount } }');
      expectArgumentRejected(answer, 'first');
      expectEqual(readErrors(answer)[0]?.path, ['mine'], 'path of the error');
    },
  },
  {
    id: 'graphql.error.partial',
    sentence: 'MUST answer what can be had beside a member that cannot, which is null when it may be',
    spec: 'graphql#Query.account',
    run: async ({ graphql, fixtures }) => {
      const id = idOf(await fixtures.create('Account'));
      const query = `query ($id: UUID!) {
        good: account(id: $id) { id }
        bad: contact(id: $id) { accountRelations(after: "nonsense") { nodes { id } } }
      }`;
      const answer = await graphql.send(query, { id });
      expectEqual(readObject(answer.json, 'the body').data, { good: { id }, bad: null }, 'data');
      expectEqual(
        readErrors(answer).map(({ path }) => (Array.isArray(path) ? path[0] : path)),
        ['bad'],
        'the first step of the path of each error',
      );
    },
  },
  {
    id: 'graphql.error.validation',
    sentence: 'MUST list every error of a rejected record in `extensions.errors`, with its number and its path',
    spec: 'graphql#Mutation.createAccount',
    run: async ({ graphql, fixtures }) => {
      const input = { name: fixtures.uniqueText(), ownerId: fixtures.freshId(), accountTypeId: fixtures.freshId() };
      const query = 'mutation ($input: AccountCreateInput!) { createAccount(input: $input) { id } }';
      const errors = readWriteErrors(await graphql.send(query, { input }));
      for (const path of ['input.ownerId', 'input.accountTypeId']) {
        expectThat(
          errors.some((error) => error[0] === 120 && error[1] === path),
          `there should be an error 120 at ${path}; there are ${JSON.stringify(errors)}`,
        );
      }
    },
  },
  {
    id: 'graphql.error.variables',
    sentence: 'MUST reject a variable whose value does not fit its type, before anything is written',
    spec: 'graphql#UUID',
    run: async ({ graphql, rest, fixtures }) => {
      const name = fixtures.uniqueText();
      const query = `mutation ($name: String!, $owner: UUID!) { createAccount(input: { name: $name, ownerId: $owner }) { id } }`;
      const answer = await graphql.send(query, { name, owner: 'nobody' });
      expectThat(answer.status < 500, answer.line);
      readErrors(answer);
      expectEqual((await rest.list('Accounts', { 'filter[name]': name })).records, [], 'accounts made');
    },
  },
  {
    id: 'graphql.error.status',
    sentence:
      'MUST answer `application/graphql-response+json` with 200 when there is data, 4xx when nothing could be done',
    spec: 'graphql#Query',
    run: async ({ graphql, fixtures }) => {
      const send = async (query: string, status: (status: number) => boolean) => {
        const answer = await graphql.send(query, {}, modern);
        const type = answer.headers.get('content-type') ?? '';
        expectThat(type.startsWith('application/graphql-response+json'), `the content type is ${type} for ${query}`);
        expectThat(status(answer.status), `${answer.line} for ${query}`);
      };
      await send('{ __typename }', (status) => status === 200);
      for (const query of [
        '{',
        '{ nothing }',
        '{ accounts(first: 0) { totalCount } }',
        `mutation { deleteAccount(id: "${fixtures.freshId()}") }`,
      ]) {
        await send(query, (status) => status >= 400 && status < 500);
      }
    },
  },
  {
    id: 'graphql.error.request',
    sentence: 'MUST reject with 4xx a body that is not a GraphQL request, one that is not a JSON, and other methods',
    spec: 'graphql#Query',
    run: async ({ http, graphql }) => {
      const answers = [
        await http.send('POST', graphql.path, { body: { variables: {} }, ...modern }),
        await http.send('POST', graphql.path, {
          rawBody: 'query={__typename}',
          headers: { ...modern.headers, 'content-type': 'application/x-www-form-urlencoded' },
        }),
        await http.send('PUT', graphql.path, { body: { query: '{ __typename }' }, ...modern }),
      ];
      for (const answer of answers) {
        expectThat(answer.status >= 400 && answer.status < 500, `${answer.line}; wanted an error of the client`);
      }
    },
  },
  {
    id: 'graphql.operation-name',
    sentence: 'MUST run the operation that `operationName` names, and none when there are several and no name',
    spec: 'graphql#Query',
    run: async ({ http, graphql, fixtures }) => {
      const query = 'query A { a: __typename } query B { b: __typename }';
      const headers = { accept: 'application/json' };
      const named = await http.send('POST', graphql.path, { body: { query, operationName: 'B' }, headers });
      expectStatus(named, 200);
      expectEqual(readObject(named.json, 'the body').data, { b: 'Query' }, 'data');
      const answer = await graphql.send(query);
      readErrors(answer);
      expectThat(!isJsonObject(readObject(answer.json, 'the body').data), 'there should be no data');
      const once = await graphql.send(query, {}, { headers: { 'idempotency-key': fixtures.uniqueText() } });
      expectEqual(once.status, answer.status, 'the status of a request that has a key');
      expectThat(!isJsonObject(readObject(once.json, 'the body').data), 'there should be no data');
    },
  },
];
