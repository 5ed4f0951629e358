/**
 * The floor that the server is measured against: what a programmer writes who needs these requests and no others. A Koa handler over plain
 * tables, which knows nothing of how the server stores or answers records. It checks nothing: no credentials, no bodies, no parameters.
 */
import { createServer } from 'node:http';
import Koa, { type Context } from 'koa';
import { listen, type RunningFloor } from '../listen.js';
import { readBody } from '../read-body.js';
import { type Body, type ContactStore, pageSize } from './contact-store.js';

export function startPlainFloor(store: ContactStore): Promise<RunningFloor> {
  const app = new Koa();
  app.use(async (ctx) => {
    const body = await answer(store, ctx);
    if (body === undefined) return;
    ctx.status = ctx.method === 'POST' && ctx.path === '/contacts' ? 201 : 200;
    ctx.type = 'application/json';
    ctx.body = `{"data":${body}}`;
  });
  return listen(createServer(app.callback()), () => store.close());
}

/** @returns undefined for what the benchmark does not ask for */
async function answer(store: ContactStore, { method, path, query, req }: Context): Promise<string | undefined> {
  if (method === 'GET') {
    return path === '/contacts' ? page(await list(store, query)) : store.get(path.slice('/contacts/'.length));
  }
  const body: unknown = JSON.parse(await readBody(req));
  if (method === 'PATCH') return store.update(path.slice('/contacts/'.length), body as Body);
  if (path === '/contacts/batch') return JSON.stringify(await store.createMany(body as readonly Body[]));
  return store.create(body as Body);
}

function list(store: ContactStore, { created, id, city, last_name, expand }: Context['query']): Promise<string[]> {
  if (created !== undefined) return store.newestAfter({ created: String(created), id: String(id) });
  if (city !== undefined) return store.inCity(String(city), String(last_name).toLowerCase());
  if (expand === 'owner,accounts') return store.newestWith('owner-and-accounts');
  if (expand === 'owner,primary_account') return store.newestWith('owner-and-primary-account');
  return store.newest();
}

function page(records: readonly string[]): string {
  return `[${records.slice(0, pageSize).join(',')}],"has_next_page":${records.length > pageSize}`;
}
