/**
 * The reference at `/docs`: a page for each entity type, made of the catalog. Readers who sign in to a space get the same pages with what
 * the space has defined and with its ids in the examples; the credentials stay in the tab of the browser.
 */
import { readFileSync } from 'node:fs';
import type { Catalog } from '@headwater/catalog';
import type { Context, Middleware } from 'koa';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../../errors/api-error.js';
import { errorBody, type FailureListener } from '../../http/answer-error.js';
import { apiMiddleware, type SpaceRequest } from '../../http/api-middleware.js';
import { digestOf, isKnownTag } from '../../http/content/etag.js';
import { PreparedContent } from '../../http/content/prepared-content.js';
import { type Html, html } from '../../http/html.js';
import { once } from '../../http/once.js';
import { chooseMethod } from '../../http/operation-routes.js';
import { requestOrigin } from '../../http/origin.js';
import { pageSecurity } from '../../http/page-security.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { framed, type Page, pageSources, siteFile } from '../site/page.js';
import type { ExamplePlace } from './examples/languages.js';

/** A page without its frame, of a catalog; undefined: there is none of that name. */
type Render = (name: string, catalog: Catalog, place: ExamplePlace) => Html | undefined;

const library = 'minisearch';

/** The pages of the reference, with what they are made of: loaded when somebody first asks for one. */
const loadPages = once(async () => {
  const { changesPage, errorsPage, indexPage, parametersPage } = await import('./pages/shared-pages.js');
  const { entityPage } = await import('./pages/entity-page.js');
  const { readExampleFacts, unknownFacts } = await import('./examples/read-example-facts.js');
  const { ownEntries, searchIndex } = await import('./search-index.js');
  return {
    changesPage,
    errorsPage,
    indexPage,
    parametersPage,
    entityPage,
    readExampleFacts,
    unknownFacts,
    ownEntries,
    searchIndex,
  };
});

/** @returns a middleware that answers the addresses of the reference and passes on all others */
export function referenceApi(deps: ServerDeps, onFailure?: FailureListener): Middleware {
  const secure = pageSecurity(pageSources, deps);
  const pages = new PublicPages(deps);
  const index = once(async () => {
    const { searchIndex } = await loadPages();
    return new PreparedContent(await searchIndex(deps.catalog), { type: 'application/json', cached: 'always-ask' });
  });
  const searchLibrary = once(async () => {
    const file = new URL(import.meta.resolve(library));
    return new PreparedContent(readFileSync(file), { type: 'text/javascript; charset=utf-8', cached: 'always-ask' });
  });
  const get = (page: Page) => (ctx: Context) => chooseMethod(ctx, [['GET', page]])(ctx);
  const script = siteFile('reference.js', 'text/javascript; charset=utf-8');
  const ofSpace = (answer: (request: SpaceRequest) => Promise<void>) => (request: SpaceRequest) =>
    chooseMethod(request.ctx, [['GET', answer]])(request);
  const api = {
    bases: ['/docs'],
    publicRoutes: {
      '/docs/reference.js': get(script),
      [`/docs/${library}.js`]: get(async (ctx) => (await searchLibrary()).send(ctx)),
      '/docs/search.json': get(async (ctx) => (await index()).send(ctx)),
      '/docs{/:page}': get((ctx) => secure(ctx, () => pages.send(ctx))),
    },
    spaceRoutes: {
      '/docs/spaces/:space/search.json': ofSpace(sendOwnEntries),
      '/docs/spaces/:space/pages{/:page}': ofSpace(sendSpacePage),
    },
    timeoutMs: deps.limits.timeoutMs,
    renderError: errorBody,
  };
  return apiMiddleware(deps, api, onFailure);
}

/** The pages as everybody gets them, made when they are first asked for. */
class PublicPages {
  /** Callers choose the host in their request: those who make hosts up must not fill the memory. */
  private readonly made = new LRUCache<string, PreparedContent>({ max: 500 });

  constructor(private readonly deps: ServerDeps) {}

  async send(ctx: Context): Promise<void> {
    const origin = requestOrigin(ctx, this.deps);
    const name = nameOf(ctx);
    const known = this.made.get(`${origin} ${name}`);
    if (known !== undefined) return known.send(ctx);
    const main = (await renderer(this.deps.catalog))(name, this.deps.catalog, { origin, space: 'SPACE' });
    const text = referencePage(ctx.path, name, main ?? unknownPage(name)).text;
    const content = new PreparedContent(text, { type: 'text/html; charset=utf-8', cached: 'always-ask' });
    if (main === undefined) {
      // The name is the caller's text: it is not kept. A space may have an entity type of that name.
      ctx.status = 404;
      return content.send(ctx);
    }
    this.made.set(`${origin} ${name}`, content);
    return content.send(ctx);
  }
}

/** The first page has no name. */
function nameOf({ path }: Context): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/^docs$/, '');
}

/** @returns what renders the pages as those see them who are in no space */
async function renderer(catalog: Catalog): Promise<Render> {
  const { changesPage, errorsPage, indexPage, parametersPage, entityPage, unknownFacts } = await loadPages();
  return (name, _, place) => {
    if (name === '') return indexPage(catalog);
    if (name === 'parameters') return parametersPage();
    if (name === 'errors') return errorsPage();
    if (name === 'changes') return changesPage(place, { id: 'ID', revision: 'REVISION' });
    const entityType = catalog.byCollection(name);
    return entityType && entityPage(entityType, catalog, unknownFacts(place, entityType));
  };
}

function referencePage(path: string, name: string, main: Html): Html {
  return framed(path, { title: name === '' ? 'Reference' : name, main, tools, scripts: ['/docs/reference.js'] });
}

const tools = html`<div class="tools">
<form id="search" role="search"><input type="search" name="words" placeholder="Search the reference" aria-label="Search the reference"
 autocomplete="off" aria-controls="found"></form>
<details id="account"><summary>Sign in</summary>
<form id="sign-in">
<p id="sign-in-text">Fills the examples in with your space. The credentials stay in this tab and go to this server only.</p>
<label>Space <input name="space" autocomplete="off" required></label>
<label>Token <input name="token" autocomplete="off" required></label>
<label>Password <input name="password" type="password" autocomplete="off" required></label>
<p id="sign-in-problem" role="alert"></p>
<button>Sign in</button>
</form>
<button id="sign-out" type="button" hidden>Sign out</button>
</details>
</div>
<div id="found" role="region" aria-label="Found" aria-live="polite" hidden></div>`;

function unknownPage(name: string): Html {
  return html`<h1>Not found</h1>
<p class="lead">The service has no entity type with the collection <code>${name}</code>. Sign in if it is one of your space, or look
at <a href="/docs">all entity types</a>.</p>`;
}

/** The inner part of a page, with what the space has defined and with its ids. */
async function sendSpacePage({ ctx, params, deps, call, revision }: SpaceRequest): Promise<void> {
  const { changesPage, indexPage, entityPage, readExampleFacts } = await loadPages();
  const { catalog } = deps;
  const place = { origin: call.origin, space: call.principal.space };
  const { page = '' } = params;
  if (page === '') return sendPrivate(ctx, 'text/html; charset=utf-8', indexPage(catalog).text);
  const entityType = catalog.byCollection(page === 'changes' ? 'Accounts' : page);
  if (entityType === undefined) throw new ApiError('ERROR_UNKNOWN_TYPE', `cannot determine entity type from ${page}`);
  const facts = await readExampleFacts(deps, call, place, entityType, revision);
  const main =
    page === 'changes'
      ? changesPage(place, { id: facts.ids.own[0], revision: facts.revision })
      : entityPage(entityType, catalog, facts);
  sendPrivate(ctx, 'text/html; charset=utf-8', main.text);
}

async function sendOwnEntries({ ctx, deps }: SpaceRequest): Promise<void> {
  const { ownEntries } = await loadPages();
  sendPrivate(ctx, 'application/json', JSON.stringify(ownEntries(deps.catalog)));
}

function sendPrivate(ctx: Context, type: string, text: string): void {
  const tag = `"${digestOf(text)}"`;
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.set('ETag', tag);
  if (isKnownTag(ctx.get('If-None-Match'), tag)) {
    ctx.status = 304;
    return;
  }
  ctx.type = type;
  ctx.body = text;
}
