/**
 * What the service shows besides its interfaces: what runs here, the reference, the contracts, and its state for those who watch
 * it. Knows which page stands at which address; what a page holds stands in files of their own.
 */
import { v1Document, v100Document } from '@headwater/openapi-types';
import type { Context, Middleware } from 'koa';
import type { Database } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import type { OriginRules } from '../../http/origin.js';
import { contractPage } from './contract-page.js';
import { livePage, readyPage } from './health-pages.js';
import { icon } from './icon.js';
import { overviewPage } from './overview-page.js';
import type { Page } from './page.js';
import { referencePages } from './reference-pages.js';
import type { ServerMetrics } from './server-metrics.js';
import { styleSheet } from './style-sheet.js';

export interface SiteDeps extends OriginRules {
  readonly db: Database;
}

/**
 * @returns a middleware that answers the addresses of the site and passes on all others
 * @throws ApiError `ERROR_METHOD_NOT_ALLOWED`, with the header `Allow` set
 */
export function siteDoor(deps: SiteDeps, metrics: ServerMetrics): Middleware {
  const pages: ReadonlyMap<string, Page> = new Map<string, Page>([
    ['/', overviewPage(deps)],
    ['/site/style.css', styleSheet],
    ['/site/icon.svg', icon],
    ...referencePages(deps),
    ['/openapi/v100.json', contractPage(v100Document, deps)],
    ['/openapi/v1.json', contractPage(v1Document, deps)],
    ['/health/live', livePage],
    ['/health/ready', readyPage(deps.db)],
    ['/metrics', metricsPage(metrics)],
  ]);
  return async (ctx, next) => {
    const page = pages.get(ctx.path);
    if (page === undefined) return next();
    requireRead(ctx);
    await page(ctx);
  };
}

function requireRead(ctx: Context): void {
  if (ctx.method === 'GET' || ctx.method === 'HEAD') return;
  ctx.set('Allow', 'GET, HEAD');
  throw new ApiError('ERROR_METHOD_NOT_ALLOWED', `${ctx.method} is not allowed here; this address can be read only.`);
}

function metricsPage(metrics: ServerMetrics): Page {
  return async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.type = metrics.contentType;
    ctx.body = await metrics.render();
  };
}
