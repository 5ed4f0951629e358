/**
 * What the service shows besides its APIs: what runs here, the reference, the contracts, and its state for monitoring. Says which page is at which address; what a page holds is in files of their own.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { OpenApiDocument } from '@headwater/openapi-types';
import type { Context, Middleware } from 'koa';
import type { Database } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { PreparedContent } from '../../http/content/prepared-content.js';
import { type Contract, contractOf } from '../../http/contract.js';
import { once } from '../../http/once.js';
import { chooseMethod } from '../../http/operation-routes.js';
import { type OriginRules, requestOrigin } from '../../http/origin.js';
import { parseProfile, profiledDocument, profileKey } from '../contract/document-profile.js';
import { consolePages } from './console.js';
import { guidePages } from './guides.js';
import { overviewPage, type ShownService } from './overview-page.js';
import { type Page, siteFile } from './page.js';
import { databaseTrouble, type ServerMetrics } from './server-metrics.js';

export interface SiteDeps extends OriginRules {
  readonly db: Database;
}

/**
 * @param shown what the first page shows, and whether there is a console
 * @returns a middleware that answers the addresses of the site and passes on all others
 * @throws ApiError `ERROR_METHOD_NOT_ALLOWED`, with the header `Allow` set
 */
export function siteApi(deps: SiteDeps, metrics: Page | undefined, shown: ShownService): Middleware {
  return answerPages([
    ['/', overviewPage(deps, shown)],
    ...(shown.hasConsole ? consolePages(deps) : []),
    ['/site/style.css', siteFile('style.css', 'text/css; charset=utf-8')],
    ['/site/icon.svg', siteFile('icon.svg', 'image/svg+xml')],
    ...guidePages(deps),
    ['/site/copy.js', siteFile('copy.js', 'text/javascript; charset=utf-8')],
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

// An OpenAPI document at its public address, with the server's own address filled in.

/** Callers choose the host in their request: those who make hosts up must not fill the memory. */
const maxCachedOrigins = 8;

/**
 * @param load gives the document; called when it is first requested: a start does not wait for it, and most servers never need it
 * @throws (the page) ApiError `ERROR_PARAMETER_INVALID`
 */
function contractPage(load: () => Promise<OpenApiDocument>, rules: OriginRules): Page {
  const written = new Map<string, () => Promise<Contract>>();
  const cached = new Map<string, PreparedContent>();
  return async (ctx) => {
    const profile = parseProfile(ctx.query);
    const key = profileKey(profile);
    const origin = requestOrigin(ctx, rules);
    const found = cached.get(`${key} ${origin}`);
    if (found !== undefined) return found.send(ctx);
    const write = written.get(key) ?? once(async () => contractOf(profiledDocument(await load(), profile)));
    written.set(key, write);
    const contract = await write();
    const text = contract.render(contract.serverAt(origin));
    const made = new PreparedContent(text, { type: 'application/json', cached: 'always-ask' });
    const [oldest] = cached.keys();
    if (oldest !== undefined && cached.size >= maxCachedOrigins) cached.delete(oldest);
    cached.set(`${key} ${origin}`, made);
    return made.send(ctx);
  };
}

// The state of this process, for those who decide whether to restart it or to send it requests.

/** The process runs; a restart would not help. */
const livePage: Page = (ctx) => writeState(ctx, 200, 'ok');

/** The process can serve: 503, with the reason, while its database cannot be reached, does not answer or takes no writes. */
function readyPage(db: Database): Page {
  return async (ctx) => {
    const trouble = await databaseTrouble(db);
    writeState(ctx, trouble === undefined ? 200 : 503, trouble ?? 'ok');
  };
}

function writeState(ctx: Context, status: number, state: string): void {
  ctx.set('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.body = JSON.stringify({ status: state });
}
