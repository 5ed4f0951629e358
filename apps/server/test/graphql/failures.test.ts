/** A failure of our own: masked in the answer, reported with the same id to whoever keeps the log. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { graphqlDoor } from '../../src/api/graphql/door.js';
import { databases } from '../fixture.js';
import { GraphqlServer } from './graphql-server.js';

const requestId = 'r-17';

let server: GraphqlServer;
let door: Server;
const failures: { readonly error: unknown; readonly requestId: string }[] = [];

beforeAll(async () => {
  server = await GraphqlServer.start('sqlite');
  const koa = new Koa();
  koa.use((ctx, next) => {
    ctx.state.requestId = requestId;
    return next();
  });
  koa.use(graphqlDoor(server.server.deps, (error, id) => failures.push({ error, requestId: id })));
  door = await new Promise<Server>((resolve) => {
    const listening = koa.listen(0, '127.0.0.1', () => resolve(listening));
  });
});

afterAll(async () => {
  await new Promise((resolve) => door.close(resolve));
  await server.close();
});

afterEach(() => {
  failures.length = 0;
});

async function send(query: string): Promise<{ status: number; body: unknown }> {
  const { port } = door.address() as AddressInfo;
  const response = await fetch(server.url.replace(server.server.origin, `http://127.0.0.1:${port}`), {
    method: 'POST',
    headers: { Authorization: server.authorization, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return { status: response.status, body: await response.json() };
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
    expect(await send(`{ clients { totalCount } contact(id: "${id}") { id } }`)).toEqual({
      status: 200,
      body: { data: { clients: { totalCount: 1 }, contact: null }, errors: [masked(['contact'])] },
    });
    expect(failures).toEqual([{ error, requestId }]);
  });

  it('that leaves no answer at all is a failure to HTTP', async () => {
    server.server.onStatement = ({ text }) => {
      if (text.includes('"clients"')) throw new Error('secret');
    };
    expect(await send('{ clients { totalCount } }')).toEqual({
      status: 500,
      body: { data: null, errors: [masked(['clients'])] },
    });
  });

  it('may be a stored value that the schema has no room for', async () => {
    server.server.onStatement = () => {};
    // More than an Int of GraphQL can hold.
    await server.server.deps.db.knex('clients').update({ revision: 3_000_000_000 });
    const id = server.server.space.ids.ownerId;
    expect(await send(`{ client(id: "${id}") { revision } }`)).toEqual({
      status: 200,
      body: { data: { client: null }, errors: [masked(['client', 'revision'])] },
    });
    expect(failures).toEqual([{ error: expect.any(Error), requestId }]);
    expect(String(failures[0]?.error)).toContain('3000000000');
  });
});

describe.each(databases)('a database that is broken, %s', (database) => {
  it('shows nothing of itself', async () => {
    const broken = await GraphqlServer.start(database);
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
