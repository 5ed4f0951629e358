/**
 * What the service shows besides its APIs: what runs here, the reference, the contracts, and its state for monitoring. Says which page is at which address; what a page holds is in files of their own.
 */
import { v1Document, v100Document } from '@headwater/openapi-types';
import type { Middleware } from 'koa';
import type { Database } from '../../db/database.js';
import { chooseMethod } from '../../http/choose-method.js';
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
export function siteApi(deps: SiteDeps, metrics: ServerMetrics): Middleware {
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
    await chooseMethod(ctx, [['GET', page]])(ctx);
  };
}

function metricsPage(metrics: ServerMetrics): Page {
  return async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.type = metrics.contentType;
    ctx.body = await metrics.render();
  };
}
