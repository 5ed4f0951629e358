/**
 * What the service shows besides its APIs: what runs here, the reference, the contracts, and its state for monitoring. Says which page is at which address; what a page holds is in files of their own.
 */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import type { Database } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
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
export function siteApi(deps: SiteDeps, metrics: Page | undefined): Middleware {
  return answerPages([
    ['/', overviewPage(deps)],
    ['/site/style.css', styleSheet],
    ['/site/icon.svg', icon],
    ...referencePages(deps),
    [
      '/openapi/v100.json',
      contractPage(async () => (await import('@headwater/openapi-types/v100-document')).v100Document, deps),
    ],
    [
      '/openapi/v1.json',
      contractPage(async () => (await import('@headwater/openapi-types/v1-document')).v1Document, deps),
    ],
    ...statePages(deps, metrics),
  ]);
}

/** @returns a middleware that answers what those who operate the server ask, and passes on all else */
export function stateApi(deps: SiteDeps, metrics: Page): Middleware {
  return answerPages(statePages(deps, metrics));
}

function statePages(deps: SiteDeps, metrics: Page | undefined): (readonly [string, Page])[] {
  return [
    ['/health/live', livePage],
    ['/health/ready', readyPage(deps.db)],
    ...(metrics === undefined ? [] : [['/metrics', metrics] as const]),
  ];
}

function answerPages(entries: readonly (readonly [string, Page])[]): Middleware {
  const pages = new Map(entries);
  return async (ctx, next) => {
    const page = pages.get(ctx.path);
    if (page === undefined) return next();
    await chooseMethod(ctx, [['GET', page]])(ctx);
  };
}

/**
 * @param token that the request has to bring; undefined: none
 * @throws ApiError `ERROR_UNAUTHORIZED`
 */
export function metricsPage(metrics: ServerMetrics, token: string | undefined): Page {
  return async (ctx) => {
    if (token !== undefined) requireBearer(ctx, token);
    ctx.set('Cache-Control', 'no-store');
    ctx.type = metrics.contentType;
    ctx.body = await metrics.render();
  };
}

/** @throws ApiError `ERROR_UNAUTHORIZED`, with the header `WWW-Authenticate` set */
function requireBearer(ctx: Context, token: string): void {
  // Digests have the same length, and comparing them takes the same time whatever they are.
  if (timingSafeEqual(digestOf(`Bearer ${token}`), digestOf(ctx.get('Authorization')))) return;
  ctx.set('WWW-Authenticate', 'Bearer realm="metrics"');
  throw new ApiError('ERROR_UNAUTHORIZED', 'Send the token of the metrics as Authorization: Bearer.');
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
