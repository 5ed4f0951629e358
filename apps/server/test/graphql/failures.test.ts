/** A failure of our own: masked in the answer, logged with the same id. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { graphqlApi } from '../../src/api/graphql/graphql-api.js';
import { ApiError } from '../../src/errors/api-error.js';
import { databaseInTurn } from '../fixture.js';
import { GraphqlServer } from './graphql-server.js';

const requestId = 'r-17';

let server: GraphqlServer;
let api: Server;
const failures: { readonly error: unknown; readonly requestId: string }[] = [];

beforeAll(async () => {
  server = await GraphqlServer.start('sqlite');
  const koa = new Koa();
  koa.use((ctx, next) => {
    ctx.state.requestId = requestId;
    return next();
  });
  koa.use(graphqlApi(server.server.deps, (error, id) => failures.push({ error, requestId: id })));
  api = await new Promise<Server>((resolve) => {
    const listening = koa.listen(0, '127.0.0.1', () => resolve(listening));
  });
});

afterAll(async () => {
  await new Promise((resolve) => api.close(resolve));
  await server.close();
});

afterEach(() => {
  failures.length = 0;
});

async function send(query: string, accept = 'application/json') {
  const { port } = api.address() as AddressInfo;
  const response = await fetch(server.url.replace(server.server.origin, `http://127.0.0.1:${port}`), {
    method: 'POST',
    headers: { Authorization: server.authorization, 'Content-Type': 'application/json', Accept: accept },
    body: JSON.stringify({ query }),
  });
  const retryAfter = response.headers.get('Retry-After');
  return { status: response.status, retryAfter, body: (await response.json()) as unknown };
}

const masked = (path: readonly string[]) => ({
  message: 'Internal server error',
  locations: [expect.any(Object)],
  path,
  extensions: { code: 'ERROR_INTERNAL', number: 9000, requestId },
});

describe('a failure', () => {
  it('of the database is masked, reported, and leaves other root fields their answer', async () => {
    const error = new Error('no such column: secret');
    server.server.onStatement = ({ text }) => {
      if (text.includes('FROM "contacts"')) throw error;
    };
    const id = '00000000-0000-0000-0000-000000000001';
    expect(await send(`{ clients { totalCount } contact(id: "${id}") { id } }`)).toMatchObject({
      status: 200,
      body: { data: { clients: { totalCount: 1 }, contact: null }, errors: [masked(['contact'])] },
    });
    expect(failures).toEqual([{ error, requestId }]);
  });

  it('that leaves no answer at all is a failure to HTTP', async () => {
    server.server.onStatement = ({ text }) => {
      if (text.includes('"clients"')) throw new Error('secret');
    };
    expect(await send('{ clients { totalCount } }')).toMatchObject({
      status: 500,
      body: { data: null, errors: [masked(['clients'])] },
    });
  });

  it('may be a stored value that the schema has no room for', async () => {
    server.server.onStatement = () => {};
    // More than an Int of GraphQL can hold.
    server.server.spoilNumbers();
    await server.server.deps.db.knex('clients').update({ revision: 3_000_000_000 });
    const id = server.server.space.ids.ownerId;
    expect(await send(`{ client(id: "${id}") { revision } }`)).toMatchObject({
      status: 200,
      body: { data: { client: null }, errors: [masked(['client', 'revision'])] },
    });
    expect(failures).toEqual([{ error: expect.any(Error), requestId }]);
    expect(String(failures[0]?.error)).toContain('3000000000');
  });
});

describe.each(databaseInTurn())('a database that is broken, %s', (database) => {
  it('shows nothing of itself', async () => {
    const broken = await GraphqlServer.start(database);
    broken.server.spoilNumbers();
    await broken.server.deps.db.knex.raw('ALTER TABLE "pipelines" RENAME TO "hidden"');
    const { status, body } = await broken.send('{ pipelines { totalCount } }');
    const { failures: logged } = broken.server;
    await broken.close();
    expect(status).toBe(500);
    expect(body).toEqual({
      data: null,
      errors: [{ ...masked(['pipelines']), extensions: { ...masked([]).extensions, requestId: expect.any(String) } }],
    });
    expect(String(logged[0])).toContain('pipelines');
  });
});

describe('a database that cannot be reached', () => {
  const unavailable = new ApiError('ERROR_UNAVAILABLE', 'The database cannot be reached.');

  it('is 503 with a time to wait, and reported, when it shows in an operation', async () => {
    server.server.onStatement = ({ text }) => {
      if (text.includes('"clients"')) throw unavailable;
    };
    const { status, retryAfter } = await send('{ clients { totalCount } }', 'application/graphql-response+json');
    server.server.onStatement = () => {};
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '1' });
    expect(failures).toEqual([{ error: unavailable, requestId }]);
  });

  it('is 503 with a time to wait, and reported, when it shows with the credentials', async () => {
    const { keys } = server.server.deps;
    vi.spyOn(keys, 'known').mockReturnValueOnce(undefined);
    const authenticate = vi.spyOn(keys, 'authenticate').mockRejectedValueOnce(unavailable);
    const { status, retryAfter, body } = await send('{ clients { totalCount } }');
    authenticate.mockRestore();
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '1' });
    expect(body).toMatchObject({ name: 'ERROR_UNAVAILABLE', http_status: 503, success: false });
    expect(failures).toEqual([{ error: unavailable, requestId }]);
  });
});

describe('a value of a scalar of the service', () => {
  it.each([
    ['UUID', '{ contact(id: "x") { id } }'],
    ['Date', '{ tasks(filter: { dueDate: { eq: "2026-02-30" } }) { nodes { id } } }'],
    ['DateTime', '{ contacts(filter: { created: { eq: "noon" } }) { nodes { id } } }'],
  ])('%s is checked before anything runs', async (scalar, query) => {
    const { body } = await send(query);
    const { errors, data } = body as {
      readonly errors?: readonly { readonly message: string }[];
      readonly data?: unknown;
    };
    expect(data).toBeUndefined();
    expect(errors?.map(({ message }) => message).join()).toContain(scalar);
  });
});
