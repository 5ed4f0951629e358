/**
 * Checks that point into the GraphQL type system point at types and members that it has.
 */
import { expect, it } from 'vitest';
import { allChecks } from '../src/checks/all-checks.js';
import { startTestServer } from './test-server.js';

interface Introspection {
  readonly data: {
    readonly __schema: {
      readonly types: readonly {
        readonly name: string;
        readonly fields: readonly { readonly name: string }[] | null;
        readonly inputFields: readonly { readonly name: string }[] | null;
      }[];
    };
  };
}

it('are there', async () => {
  const server = await startTestServer();
  const { token, password } = server.alpha;
  const answer = await fetch(`${server.url}/api/v100/graphql/spaces/alpha`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${token}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: '{ __schema { types { name fields { name } inputFields { name } } } }' }),
  });
  const { data } = (await answer.json()) as Introspection;
  await server.close();
  const places = data.__schema.types.flatMap(({ name, fields, inputFields }) => [
    name,
    ...[...(fields ?? []), ...(inputFields ?? [])].map((member) => `${name}.${member.name}`),
  ]);
  const pointers = allChecks
    .filter(({ spec }) => spec.startsWith('graphql#'))
    .map(({ spec }) => spec.slice('graphql#'.length));
  expect(pointers.length).toBeGreaterThan(15);
  expect(pointers.filter((pointer) => !places.includes(pointer))).toEqual([]);
});
