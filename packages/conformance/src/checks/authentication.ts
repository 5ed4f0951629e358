/**
 * Promises about credentials: without them nothing is answered, and a rejection reveals nothing.
 */
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectError } from '../expect-error.js';
import { expectEqual } from '../expectation.js';
import { type Answer, expectStatus, expectSuccess } from '../http/answer.js';
import type { HttpRequest } from '../http/http.js';
import { readObject } from '../http/json.js';

const spec = 'v100#/components/responses/Unauthorized';

function expectChallenge(answer: Answer): void {
  expectStatus(answer, 401);
  expectEqual(answer.headers.get('www-authenticate'), 'Basic realm="restapi"', 'WWW-Authenticate');
}

/** The answers of each API to the same request. */
async function askEachApi(context: CheckContext, request: HttpRequest): Promise<Answer[]> {
  return [
    await context.rest.send('GET', 'Accounts', undefined, request),
    await context.legacy.send('GET', '/Accounts', request),
    await context.graphql.send('{ __typename }', {}, request),
  ];
}

export const authenticationChecks: readonly Check[] = [
  {
    id: 'auth.missing.rest',
    sentence:
      'MUST answer 401 with `WWW-Authenticate: Basic realm="restapi"` in REST v100 when credentials are missing',
    spec,
    run: async ({ rest }) => expectChallenge(await rest.send('GET', 'Accounts', undefined, { credentials: 'none' })),
  },
  {
    id: 'auth.missing.legacy',
    sentence: 'MUST answer 401 with `WWW-Authenticate: Basic realm="restapi"` in REST v1 when credentials are missing',
    spec,
    run: async ({ legacy }) => expectChallenge(await legacy.send('GET', '/Accounts', { credentials: 'none' })),
  },
  {
    id: 'auth.missing.graphql',
    sentence: 'MUST answer 401 with `WWW-Authenticate: Basic realm="restapi"` in GraphQL when credentials are missing',
    spec,
    run: async ({ graphql }) => expectChallenge(await graphql.send('{ __typename }', {}, { credentials: 'none' })),
  },
  {
    id: 'auth.missing.body',
    sentence: 'MUST describe missing credentials in the general error shape',
    spec,
    run: async ({ rest }) => {
      expectError(await rest.send('GET', 'Accounts', undefined, { credentials: 'none' }), 401);
    },
  },
  {
    id: 'auth.missing.write',
    sentence: 'MUST reject a write without credentials and write nothing',
    spec,
    run: async ({ rest, fixtures }) => {
      const name = fixtures.uniqueText();
      const body = await fixtures.body('Account', { name });
      expectChallenge(await rest.send('POST', 'Accounts', undefined, { body, credentials: 'none' }));
      expectEqual((await rest.list('Accounts', { 'filter[name]': name })).records, [], 'accounts made');
    },
  },
  {
    id: 'auth.wrong-password',
    sentence: 'MUST answer 401 with the same header in every API when the password is wrong',
    spec,
    run: async (context) => {
      const credentials = { token: context.fixtures.tag, password: 'not the password' };
      for (const answer of await askEachApi(context, { credentials })) expectChallenge(answer);
    },
  },
  {
    id: 'auth.malformed',
    sentence: 'MUST answer 401 to an Authorization header that is not Basic credentials',
    spec,
    run: async (context) => {
      for (const authorization of [
        'Basic',
        'Basic ???',
        'Bearer abc',
        `Basic ${Buffer.from('no colon').toString('base64')}`,
      ]) {
        const request: HttpRequest = { credentials: 'none', headers: { authorization } };
        for (const answer of await askEachApi(context, request)) expectChallenge(answer);
      }
    },
  },
  {
    id: 'auth.unknown-space',
    sentence: 'MUST answer a space that does not exist exactly like wrong credentials',
    spec,
    run: async ({ rest, http, fixtures }) => {
      const missing = await http.send('GET', `/api/v100/rest/spaces/${fixtures.tag}/entities/Accounts`);
      const wrong = await rest.send('GET', 'Accounts', undefined, { credentials: { token: 'x', password: 'y' } });
      expectChallenge(missing);
      expectEqual(
        readObject(missing.json, 'the body'),
        readObject(wrong.json, 'the body'),
        'body for an unknown space',
      );
    },
  },
  {
    id: 'auth.scheme-case',
    sentence: 'SHOULD take the scheme of the Authorization header in any case',
    spec,
    run: async ({ rest, http }) => {
      const authorization = http.authorization.replace('Basic', 'bAsIc');
      expectSuccess(await rest.send('GET', 'Accounts', undefined, { credentials: 'none', headers: { authorization } }));
    },
  },
];
