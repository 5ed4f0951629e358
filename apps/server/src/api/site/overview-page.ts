/**
 * The page at `/`: what runs here, in HTML for browsers and in JSON for programs.
 */
import { readFileSync } from 'node:fs';
import type { Context } from 'koa';
import type { Database } from '../../db/database.js';
import { hasSpaces } from '../../db/spaces.js';
import { type Html, html } from '../../http/html.js';
import { type OriginRules, requestOrigin } from '../../http/origin.js';
import { pageSecurity } from '../../http/page-security.js';
import type { Page } from './page.js';

export function overviewPage(deps: OriginRules & { readonly db: Database }): Page {
  const secure = pageSecurity({ imgSrc: ["'self'"], styleSrc: ["'self'"] }, deps);
  return async (ctx) => {
    const overview = describeService(requestOrigin(ctx, deps), await readState(deps.db));
    ctx.vary('Accept');
    ctx.set('Cache-Control', 'no-cache');
    if (ctx.accepts('json', 'html') === 'html') await secure(ctx, async () => writeHtml(ctx, overview));
    else writeJson(ctx, overview);
  };
}

function writeHtml(ctx: Context, overview: Overview): void {
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = renderOverview(overview).text;
}

function writeJson(ctx: Context, overview: Overview): void {
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(overview);
}

function renderOverview(overview: Overview): Html {
  const { interfaces, health, metrics, reference } = overview;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Headwater</title>
<link rel="icon" href="/site/icon.svg">
<link rel="stylesheet" href="/site/style.css">
</head>
<body>
<header>
<img src="/site/icon.svg" alt="">
<div>
<h1>Headwater <small>${overview.version}</small></h1>
<p>A sales CRM service: one core, three interfaces to the same records.</p>
</div>
</header>
<main>
${renderState(overview)}
<h2>Interfaces</h2>
<div class="cards">
${card('REST v100', 'Lists, filters, expansions and writes of every entity type.', interfaces.rest_v100.address, [
  link('/docs', 'Reference'),
  link('/openapi/v100.json', 'OpenAPI document'),
])}
${card(
  'GraphQL',
  'The same records as deep as you like; in a browser the address opens GraphiQL.',
  interfaces.graphql.address,
  [link('/graphql/schema.graphql', 'Schema')],
)}
${card('REST v1', 'The older interface, for programs that were written for it.', interfaces.rest_v1.address, [
  link('/docs', 'Reference'),
  link('/openapi/v1.json', 'OpenAPI document'),
])}
</div>
<h2>First request</h2>
<p>Every call carries the token and password of one space by HTTP Basic authentication.</p>
<pre>${firstRequest(interfaces.rest_v100.address)}</pre>
<h2>For programs</h2>
<dl>
<dt>Reference</dt><dd><a href="/docs">${reference}</a></dd>
<dt>Contract of a space</dt><dd><code>${interfaces.rest_v100.space_contract}</code></dd>
<dt>Alive</dt><dd><a href="/health/live">${health.live}</a></dd>
<dt>Ready</dt><dd><a href="/health/ready">${health.ready}</a></dd>
<dt>Metrics</dt><dd><a href="/metrics">${metrics}</a></dd>
</dl>
</main>
<footer>This page in JSON: ask for <code>Accept: application/json</code>.</footer>
</body>
</html>
`;
}

function renderState({ state }: Overview): Html {
  switch (state) {
    case 'ready':
      return html``;
    case 'empty':
      return html`<section class="notice">
<h2>The next step: make a space</h2>
<p>There is no space yet. A space holds the records of one team; a key is the token and password that open it.</p>
<pre>headwater space create acme
headwater key create --space acme</pre>
<p>Or look around first in a space of invented records: <code>headwater demo</code></p>
</section>`;
    case 'database unreachable':
      return html`<section class="notice">
<h2>The database does not answer</h2>
<p>Requests fail until it does. The log of the service says why.</p>
</section>`;
  }
}

/** For a POSIX shell. */
function firstRequest(address: string): string {
  const contacts = address.replace('{space_id}', '$SPACE').replace('{collection}', 'Contacts');
  return `curl -u "$TOKEN:$PASSWORD" "${contacts}?first=3&expand=owner"`;
}

function card(name: string, meaning: string, address: string, links: readonly Html[]): Html {
  return html`<section class="card">
<h3>${name}</h3>
<p>${meaning}</p>
<p><code>${breakable(address)}</code></p>
<p>${links}</p>
</section>`;
}

/** An address that goes over to the next line after its slashes. */
function breakable(address: string): readonly Html[] {
  return address.split(/(?<=[^/]\/)(?!\/)/).map((part) => html`${part}<wbr>`);
}

function link(address: string, text: string): Html {
  return html`<a href="${address}">${text}</a>`;
}

// What runs here, as data: the addresses of the service at an origin, and whether it can be used already. Names no space: who is
// not let in must not learn which there are.

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
);

/** `empty`: no space has been made yet. */
export type ServiceState = 'ready' | 'empty' | 'database unreachable';

interface Overview {
  readonly name: 'Headwater';
  readonly version: string;
  readonly state: ServiceState;
  /** Addresses; the caller fills in what is in braces. */
  readonly interfaces: {
    readonly rest_v100: { readonly address: string; readonly contract: string; readonly space_contract: string };
    readonly graphql: { readonly address: string; readonly contract: string };
    readonly rest_v1: { readonly address: string; readonly contract: string };
  };
  readonly reference: string;
  readonly health: { readonly live: string; readonly ready: string };
  readonly metrics: string;
}

/** @param origin scheme and host without a trailing slash */
function describeService(origin: string, state: ServiceState): Overview {
  const rest = `${origin}/api/v100/rest/spaces/{space_id}`;
  return {
    name: 'Headwater',
    version,
    state,
    interfaces: {
      rest_v100: {
        address: `${rest}/entities/{collection}`,
        contract: `${origin}/openapi/v100.json`,
        space_contract: `${rest}/openapi.json`,
      },
      graphql: {
        address: `${origin}/api/v100/graphql/spaces/{space_id}`,
        contract: `${origin}/graphql/schema.graphql`,
      },
      rest_v1: {
        address: `${origin}/rest_services/v1/{space_name}/{collection}`,
        contract: `${origin}/openapi/v1.json`,
      },
    },
    reference: `${origin}/docs`,
    health: { live: `${origin}/health/live`, ready: `${origin}/health/ready` },
    metrics: `${origin}/metrics`,
  };
}

/** Waits on the database; its failure is a state like any other. */
async function readState(db: Database): Promise<ServiceState> {
  try {
    return (await hasSpaces(db)) ? 'ready' : 'empty';
  } catch {
    return 'database unreachable';
  }
}
