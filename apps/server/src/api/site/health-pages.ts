/**
 * The state of this process, for those who decide whether to restart it or to send it requests.
 */
import type { Context } from 'koa';
import type { Database } from '../../db/database.js';
import type { Page } from './page.js';

/** The process runs; a restart would not help. */
export const livePage: Page = (ctx) => writeState(ctx, 200, 'ok');

/** The process can serve: 503, with the reason, while its database cannot be reached, does not answer or takes no writes. */
export function readyPage(db: Database): Page {
  return async (ctx) => {
    // The failures of the requests that need the database are logged; a probe comes every few seconds.
    const trouble = await db.check().catch(() => 'database unreachable');
    writeState(ctx, trouble === undefined ? 200 : 503, trouble ?? 'ok');
  };
}

function writeState(ctx: Context, status: number, state: string): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.body = JSON.stringify({ status: state });
}
