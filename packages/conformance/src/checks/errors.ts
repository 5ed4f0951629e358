/**
 * Promises about failures: their shapes, and that nothing a caller sends breaks the server.
 */
import { randomUUID } from 'node:crypto';
import { idOf } from '../api/record.js';
import type { Check } from '../check.js';
import { expectError } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { expectStatus } from '../http/answer.js';
import { readObject, readText } from '../http/json.js';

/** Texts that break careless servers: quotes of SQL, format strings, controls, half a surrogate pair, very long. */
const nasty = [
  "'",
  '"',
  "' OR '1'='1",
  '; DROP TABLE accounts; --',
  '\\',
  '%',
  '%00',
  '\u0000',
  '$1',
  '?',
  '{}',
  '[]',
  '../..',
  'x'.repeat(5000),
];

export const errorChecks: readonly Check[] = [
  {
    id: 'error.unknown-collection',
    sentence:
      'MUST answer 404 with code 2006 to an unknown collection, singular and lower-case names among them, naming it',
    spec: 'v100#/components/responses/NotFound',
    run: async ({ rest }) => {
      for (const name of ['Contact', 'contacts', 'Nothings', '__proto__']) {
        const body = expectError(await rest.send('GET', name, undefined), 404, 2006);
        expectEqual(body.name, 'ERROR_UNKNOWN_TYPE', 'name of the error');
        const message = readText(body.message, 'message of the error');
        expectThat(
          message.startsWith(`cannot determine entity type from ${name}`),
          `message of the error is "${message}"`,
        );
      }
    },
  },
  {
    id: 'error.no-route',
    sentence: 'MUST answer a path that leads nowhere with 404 and `status`, `message`, `errorcode`, `traceback` alone',
    spec: 'v100#/components/schemas/NoRouteError',
    run: async ({ rest, http }) => {
      for (const path of ['/nowhere', '/entities', '/entities/Accounts/a/b/c']) {
        const answer = await http.send('GET', `${rest.spacePath}${path}`);
        expectStatus(answer, 404);
        const { message, ...others } = readObject(answer.json, 'the body');
        readText(message, 'message');
        expectEqual(others, { status: 404, errorcode: null, traceback: null }, `the other members for ${path}`);
      }
    },
  },
  {
    id: 'error.malformed-id',
    sentence: 'MUST answer an id that is not a uuid with an error of the client, in the general shape',
    spec: 'v100#/components/parameters/Id',
    run: async ({ rest }) => {
      for (const id of ['1', 'not-a-uuid', "'", '%00']) {
        const answer = await rest.send('GET', 'Accounts', id);
        expectThat(answer.status === 404 || answer.status === 400, `${answer.line}; wanted 404 or 400`);
        expectError(answer, answer.status);
      }
    },
  },
  {
    id: 'error.method',
    sentence: 'SHOULD answer 405 with `Allow` to a method that the address does not take',
    spec: 'v100#/info/description',
    run: async ({ rest, fixtures }) => {
      const answer = await rest.send('PUT', 'Accounts', idOf(await fixtures.create('Account')), { body: {} });
      expectError(answer, 405);
      expectThat(answer.headers.get('allow') !== null, 'Allow should list the methods');
    },
  },
  {
    id: 'error.request-id',
    sentence: 'SHOULD name every request in `X-Request-Id`, a different text each time, also when it fails',
    spec: 'v100#/components/headers/RequestId',
    run: async ({ rest }) => {
      const answers = [
        await rest.send('GET', 'Accounts', undefined, { query: { first: 1 } }),
        await rest.send('GET', 'Accounts', undefined, { query: { first: 0 } }),
        await rest.send('GET', 'Accounts', undefined, { credentials: 'none' }),
      ];
      const ids = answers.map((answer) => answer.headers.get('x-request-id'));
      expectThat(!ids.includes(null), 'X-Request-Id should be there');
      expectEqual(new Set(ids).size, ids.length, 'different request ids');
    },
  },
  {
    id: 'error.nasty.parameters',
    sentence: 'MUST answer odd texts in any query parameter with a success or an error of the client, never with 500',
    spec: 'v100#/components/responses/BadRequest',
    run: async ({ rest }) => {
      const names = [
        'filter[name]',
        'filter-op[name]',
        'order-by',
        'expand',
        'load-only',
        'after',
        'before',
        'first',
        'include-deleted',
      ];
      for (const name of names) {
        for (const value of nasty) {
          const answer = await rest.send('GET', 'Accounts', undefined, { query: { first: 1, [name]: value } });
          expectThat(answer.status < 500, `${answer.line} for ${name}=${JSON.stringify(value.slice(0, 40))}`);
        }
      }
    },
  },
  {
    id: 'error.nasty.bodies',
    sentence: 'MUST answer odd texts in a body with a success or an error of the client, never with 500',
    spec: 'v100#/components/responses/Invalid',
    run: async ({ rest, fixtures }) => {
      for (const value of [...nasty, { a: 1 }, ['x'], 1e308, true]) {
        for (const member of ['name', 'owner_id', 'created', 'account_class', '__proto__', 'constructor']) {
          const answer = await rest.send('POST', 'Accounts', undefined, {
            body: await fixtures.body('Account', { [member]: value }),
          });
          expectThat(answer.status < 500, `${answer.line} for ${member}: ${JSON.stringify(value).slice(0, 40)}`);
        }
      }
    },
  },
  {
    id: 'error.deep-body',
    sentence: 'MUST answer a body that is nested 5,000 levels deep with an error of the client, never with 500',
    spec: 'v100#/components/responses/BadRequest',
    run: async ({ rest }) => {
      for (const member of ['name', 'account_relations', 'unknown']) {
        const rawBody = `{"${member}":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
        const headers = { 'content-type': 'application/json' };
        const answer = await rest.send('POST', 'Contacts', undefined, { rawBody, headers });
        expectThat(answer.status >= 400 && answer.status < 500, `${answer.line} for ${member}`);
      }
    },
  },
  {
    id: 'error.own-id',
    sentence: 'MUST answer 422 to a new record whose relation names its own id as that of a record of another type',
    spec: 'v100#/components/responses/Invalid',
    run: async ({ rest, fixtures }) => {
      const id = randomUUID();
      const body = await fixtures.body('Contact', { id, owner_id: id });
      expectError(await rest.send('POST', 'Contacts', undefined, { body, query: { 'validation-level': 8 } }), 422);
    },
  },
  {
    id: 'error.no-leak',
    sentence: 'MUST keep SQL, stack traces and file paths out of error bodies',
    spec: 'v100#/components/schemas/Error',
    run: async ({ rest, http }) => {
      const answers = [
        await rest.send('GET', 'Accounts', undefined, { query: { 'filter[created]': "x' OR 1" } }),
        await rest.send('POST', 'Accounts', undefined, {
          rawBody: '{"name":',
          headers: { 'content-type': 'application/json' },
        }),
        await http.send('GET', `${rest.spacePath}/entities/Accounts/%ff`),
      ];
      for (const { text, line } of answers) {
        const leak = /select .* from|sqlite|postgres|knex|node_modules|\bat .*\.[jt]s:\d+/i.exec(text);
        expectThat(leak === null, `${line}: the body shows ${JSON.stringify(leak?.[0])}`);
      }
    },
  },
];
