/** A failure of our own: masked in the answer, reported with the same id to whoever keeps the log. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlDoor } from '../../src/graphql/door.js';
import { TestServer } from './serve.js';

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});

afterAll(() => server.close());

/** A bare app that has only the door. @returns its address for the space, and the failures it was told of, as they come */
async function serveDoor(): Promise<{ url: string; failures: { error: unknown; requestId: string }[]; app: Server }> {
  const failures: { error: unknown; requestId: string }[] = [];
  const koa = new Koa();
  koa.use((ctx, next) => {
    ctx.state.requestId = 'r-17';
    return next();
  });
  koa.use(graphqlDoor(server.deps, (error, requestId) => failures.push({ error, requestId })));
  const app = await new Promise<Server>((resolve) => {
    const listening = koa.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const { port } = app.address() as AddressInfo;
  return { url: server.url.replace(server.origin, `http://127.0.0.1:${port}`), failures, app };
}

describe('a failure', () => {
  it('is masked, logged, and leaves other root fields their answer', async () => {
    const { url, failures, app } = await serveDoor();
    // More than an Int of GraphQL can hold.
    await server.deps.db.knex('clients').where({ space_id: server.space }).update({ revision: 3_000_000_000 });
    const headers = { Authorization: server.authorization, 'Content-Type': 'application/json' };
    const query = `{ clients { totalCount } client(id: "${await firstClient()}") { revision } }`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query }) });
    await new Promise((resolve) => app.close(resolve));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      data: { clients: { totalCount: 1 }, client: null },
      errors: [
        {
          message: 'Internal server error',
          locations: [{ line: 1, column: 79 }],
          path: ['client', 'revision'],
          extensions: { code: 'ERROR_INTERNAL', number: 9000, requestId: 'r-17' },
        },
      ],
    });
    expect(failures).toEqual([{ error: expect.any(Error), requestId: 'r-17' }]);
    expect(String(failures[0]?.error)).toContain('3000000000');
  });
});

async function firstClient(): Promise<string> {
  const data = await server.query<{ clients: { nodes: { id: string }[] } }>('{ clients { nodes { id } } }');
  return data.clients.nodes[0]?.id ?? '';
}
