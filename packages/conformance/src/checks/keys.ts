/**
 * Promises about the keys of a space: they may what they were made for, and no more than their maker. Every key is deleted again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectError, expectParameterRejected } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { type Answer, expectStatus, expectSuccess } from '../http/answer.js';
import type { Credentials } from '../http/http.js';
import { type JsonObject, readObject, readText } from '../http/json.js';

const spec = 'v100#/paths/~1keys/post';

interface MadeKey extends Credentials {
  /** Of its record. */
  readonly id: string;
}

/** Makes a key, and deletes it after the work. @param credentials of the key that makes it; left out: that of the run */
export async function withKey<T>(
  { rest }: CheckContext,
  body: object,
  work: (key: MadeKey, answer: Answer) => Promise<T>,
  credentials?: Credentials,
): Promise<T> {
  const answer = await rest.sendInSpace('POST', 'keys', { body, ...(credentials && { credentials }) });
  const { token, password, id } = dataOf(answer);
  const key = { token: readText(token, 'token'), password: readText(password, 'password'), id: readText(id, 'id') };
  try {
    return await work(key, answer);
  } finally {
    await rest.sendInSpace('DELETE', `keys/${key.token}`);
  }
}

function dataOf(answer: Answer): JsonObject {
  expectSuccess(answer);
  return readObject(readObject(answer.json, 'answer').data, 'data');
}

/** All processes know of a change of a key within 2 seconds; a busy machine may take longer. */
async function expectClosed({ rest }: CheckContext, credentials: Credentials): Promise<void> {
  const end = Date.now() + 8_000;
  for (;;) {
    const { status } = await rest.send('GET', 'Accounts', undefined, { query: { first: 1 }, credentials });
    if (status === 401) return;
    expectThat(Date.now() < end, `the key should open nothing, but the answer has the status ${status}`);
    await sleep(250);
  }
}

export const keyChecks: readonly Check[] = [
  {
    id: 'keys.scope',
    sentence: 'MUST make keys that may what their scopes say and nothing else, and show them without their passwords',
    spec,
    run: async (context) => {
      const { rest } = context;
      await withKey(context, { scopes: ['Accounts:read'] }, async (key) => {
        const credentials = { token: key.token, password: key.password };
        expectStatus(await rest.send('GET', 'Accounts', undefined, { query: { first: 1 }, credentials }), 200);
        expectError(await rest.send('GET', 'Contacts', undefined, { credentials }), 403, 9002);
        const record = await rest.get('ApiAccesses', key.id);
        expectEqual([record.username, record.plain_password], [key.token, null], 'token and password of the record');
        const shown = JSON.stringify(record);
        expectThat(!shown.includes(key.password), 'the record should not show the password');
      });
    },
  },
  {
    id: 'keys.bounds',
    sentence: 'MUST reject a key that may more than its maker with 403',
    spec,
    run: async (context) => {
      await withKey(context, { scopes: ['ApiAccesses:*', 'Accounts:read'] }, async (credentials) => {
        for (const scopes of [['Accounts:read,update'], ['*:read'], ['Contacts:read']]) {
          const answer = await context.rest.sendInSpace('POST', 'keys', { body: { scopes }, credentials });
          if (answer.status === 201) {
            const { token } = dataOf(answer);
            await context.rest.sendInSpace('DELETE', `keys/${readText(token, 'token')}`);
          }
          expectError(answer, 403, 9002);
        }
        await withKey(context, { scopes: ['Accounts:read'] }, async () => {}, credentials);
      });
    },
  },
  {
    id: 'keys.dry-run',
    sentence: 'MUST reject `dry-run` with 400 where a key is made, rotated or deleted, and do none of it',
    spec,
    run: async (context) => {
      const { rest } = context;
      const query = { 'dry-run': true };
      const tried = await rest.sendInSpace('POST', 'keys', { body: { scopes: ['Accounts:read'] }, query });
      if (tried.status === 201) await rest.sendInSpace('DELETE', `keys/${readText(dataOf(tried).token, 'token')}`);
      expectParameterRejected(tried, 'dry-run');
      await withKey(context, { scopes: ['Accounts:read'] }, async ({ token, password }) => {
        const body = { keep_old_seconds: 0 };
        expectParameterRejected(await rest.sendInSpace('POST', `keys/${token}/rotate`, { body, query }), 'dry-run');
        expectParameterRejected(await rest.sendInSpace('DELETE', `keys/${token}`, { query }), 'dry-run');
        const credentials = { token, password };
        expectStatus(await rest.send('GET', 'Accounts', undefined, { query: { first: 1 }, credentials }), 200);
      });
    },
  },
  {
    id: 'keys.rotate',
    sentence: 'MUST give a key another password, and take the one before for as long as was asked for',
    spec: 'v100#/paths/~1keys~1{token}~1rotate/post',
    run: async (context) => {
      const { rest } = context;
      await withKey(context, { scopes: ['Accounts:read'] }, async (first) => {
        const rotate = async (seconds: number) => {
          const body = { keep_old_seconds: seconds };
          const answer = await rest.sendInSpace('POST', `keys/${first.token}/rotate`, { body });
          const { password } = dataOf(answer);
          return { token: first.token, password: readText(password, 'password') };
        };
        const expectOpen = async (credentials: Credentials) =>
          expectStatus(await rest.send('GET', 'Accounts', undefined, { query: { first: 1 }, credentials }), 200);
        const second = await rotate(3_600);
        await expectOpen(second);
        await expectOpen(first);
        const third = await rotate(0);
        await expectOpen(third);
        await expectClosed(context, second);
      });
    },
  },
  {
    id: 'keys.delete',
    sentence: 'MUST end a key that is deleted, and delete its record',
    spec: 'v100#/paths/~1keys~1{token}/delete',
    run: async (context) => {
      const { rest } = context;
      await withKey(context, { scopes: ['Accounts:read'] }, async (key) => {
        const credentials = { token: key.token, password: key.password };
        expectStatus(await rest.send('GET', 'Accounts', undefined, { query: { first: 1 }, credentials }), 200);
        expectSuccess(await rest.sendInSpace('DELETE', `keys/${key.token}`));
        await expectClosed(context, credentials);
        expectError(await rest.send('GET', 'ApiAccesses', key.id), 404);
        expectError(await rest.sendInSpace('DELETE', `keys/${key.token}`), 404);
      });
    },
  },
];
