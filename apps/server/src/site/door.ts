/**
 * What the service shows besides its interfaces: what runs here, the contracts, and its health for those who watch it.
 */
import { v1Document, v100Document } from '@headwater/openapi-types';
import type { Context, Middleware } from 'koa';
import type { Database } from '../db/database.js';

type Page = (ctx: Context) => Promise<void> | void;

/** @returns a middleware that answers the addresses of the site and passes on all others */
export function siteDoor(db: Database): Middleware {
  const v100 = JSON.stringify(v100Document);
  const v1 = JSON.stringify(v1Document);
  const pages: ReadonlyMap<string, Page> = new Map<string, Page>([
    ['/openapi/v100.json', (ctx) => writeJson(ctx, v100)],
    ['/openapi/v1.json', (ctx) => writeJson(ctx, v1)],
    ['/health/live', (ctx) => writeJson(ctx, '{"status":"ok"}')],
    ['/health/ready', (ctx) => writeReadiness(ctx, db)],
  ]);
  return async (ctx, next) => {
    const page = ctx.method === 'GET' || ctx.method === 'HEAD' ? pages.get(ctx.path) : undefined;
    await (page ? page(ctx) : next());
  };
}

function writeJson(ctx: Context, text: string): void {
  ctx.type = 'application/json';
  ctx.body = text;
}

async function writeReadiness(ctx: Context, db: Database): Promise<void> {
  const isReady = await db.check().then(
    () => true,
    () => false,
  );
  ctx.status = isReady ? 200 : 503;
  writeJson(ctx, JSON.stringify({ status: isReady ? 'ok' : 'database unreachable' }));
}
