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
import { framed, type Page, pageSources } from './page.js';

/** A space of invented records, and how to try it. */
export interface ShownDemo {
  readonly space: string;
  readonly token: string;
  readonly password: string;
  /** @param url scheme and host @returns lines for a shell, and what they show */
  readonly requestsAt: (url: string) => readonly { readonly meaning: string; readonly command: string }[];
}

/** What the page depends on besides the state of the service. */
export interface ShownService {
  /** Shown to callers on the same machine only, as its credentials open a space. */
  readonly demo: ShownDemo | undefined;
  readonly hasConsole: boolean;
}

export function overviewPage(deps: OriginRules & { readonly db: Database }, { demo, hasConsole }: ShownService): Page {
  const secure = pageSecurity(pageSources, deps);
  return async (ctx) => {
    const origin = requestOrigin(ctx, deps);
    const overview = describeService(origin, await readState(deps.db));
    ctx.vary('Accept');
    ctx.set('Cache-Control', 'no-cache');
    const shown = isOnThisMachine(ctx) ? demo : undefined;
    if (ctx.accepts('json', 'html') === 'html')
      await secure(ctx, async () => writeHtml(ctx, overview, { demo: shown, hasConsole }, origin));
    else writeJson(ctx, overview);
  };
}

const ownHosts = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
const ownAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** By the connection and by the host, so that neither a proxy nor a name that leads here by fraud is taken for it. */
function isOnThisMachine({ req }: Context): boolean {
  const { host = '', ...headers } = req.headers;
  const isForwarded = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host'].some(
    (name) => headers[name] !== undefined,
  );
  return !isForwarded && ownHosts.test(host) && ownAddresses.has(req.socket.remoteAddress ?? '');
}

function writeHtml(ctx: Context, overview: Overview, shown: ShownService, origin: string): void {
  ctx.type = 'text/html; charset=utf-8';
  ctx.body = framed('/', { title: '', main: renderOverview(overview, shown, origin) }).text;
}

function writeJson(ctx: Context, overview: Overview): void {
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(overview);
}

const consoleWay = ['Browse and edit records', 'in the browser, with forms and charts', '/console'] as const;

/** What people come for, and where it is. */
const ways = [
  ['Make a first request', 'from reading a list to a space of your own', '/guides/first-steps'],
  ['Look an operation up', 'every entity type, with examples that run', '/docs'],
  ['Copy and follow records', 'lists, cursors, changes as they are committed', '/guides/reading'],
  ['Write safely', 'batches, upserts, merges, dry runs, repetitions', '/guides/writing'],
  ['Define fields and entity types', 'while the service runs', '/guides/custom-fields'],
  ['Hear of changes', 'signed messages to your own address', '/guides/webhooks'],
  ['Show key figures', 'of users, units and periods', '/guides/key-figures'],
  ['Understand an error', 'what it means and what to do', '/guides/errors'],
  ['Move from REST v1', 'what is called what', '/guides/migrating-from-v1'],
] as const;

function renderOverview(overview: Overview, { demo, hasConsole }: ShownService, origin: string): Html {
  const { interfaces, health, metrics } = overview;
  const graphiql = demo && `/api/v100/graphql/spaces/${demo.space}`;
  return html`<h1>Headwater <small>${overview.version}</small></h1>
<p class="lead">A sales CRM service: one core, three interfaces to the same records.</p>
<p class="facts" role="status">State: <strong>${stateTexts[overview.state]}</strong></p>
${renderState(overview)}
${firstRequests(overview, demo, origin)}
<h2>What do you want to do?</h2>
<ul class="cards">
${[...(hasConsole ? [consoleWay] : []), ...ways].map(([name, meaning, address]) => html`<li>${link(address, name)}<br><small>${meaning}</small></li>\n`)}</ul>
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
  [link('/graphql/schema.graphql', 'Schema'), ...(graphiql === undefined ? [] : [link(graphiql, 'GraphiQL')])],
)}
${card('REST v1', 'The older interface, for programs that were written for it.', interfaces.rest_v1.address, [
  link('/guides/v1-names', 'Names'),
  link('/openapi/v1.json', 'OpenAPI document'),
])}
</div>
<h2>For programs</h2>
<dl class="facts-list">
<dt>Contract of a space</dt><dd><code>${breakable(interfaces.rest_v100.space_contract)}</code></dd>
<dt>Alive</dt><dd><a href="/health/live">${breakable(health.live)}</a></dd>
<dt>Ready</dt><dd><a href="/health/ready">${breakable(health.ready)}</a></dd>
<dt>Metrics</dt><dd><a href="/metrics">${breakable(metrics)}</a></dd>
<dt>This page in JSON</dt><dd>ask for <code>Accept: application/json</code></dd>
</dl>`;
}

const stateTexts: Readonly<Record<ServiceState, string>> = {
  ready: 'ready',
  empty: 'ready, without a space',
  'database unreachable': 'the database cannot be reached',
};

function firstRequests({ interfaces }: Overview, demo: ShownDemo | undefined, origin: string): Html {
  if (demo === undefined) {
    return html`<h2>First request</h2>
<p>Every call carries the token and password of one space by HTTP Basic authentication.</p>
<pre tabindex="0" aria-label="First request" data-copy>${firstRequest(interfaces.rest_v100.address)}</pre>`;
  }
  return html`<h2>Try the demo space</h2>
<p>Its records are invented. The space is <code>${demo.space}</code>, the token <code>${demo.token}</code>, the password
<code>${demo.password}</code>; the reference and GraphiQL ask for them. Shown to callers on this machine only.</p>
${demo.requestsAt(origin).map(
  ({ meaning, command }) => html`<p>${meaning}</p>
<pre tabindex="0" aria-label="${meaning}" data-copy>${command}</pre>
`,
)}`;
}

function renderState({ state }: Overview): Html {
  switch (state) {
    case 'ready':
      return html``;
    case 'empty':
      return html`<section class="notice">
<h2>The next step: make a space</h2>
<p>There is no space yet. A space holds the records of one team; a key is the token and password that open it.</p>
<pre tabindex="0" aria-label="Commands" data-copy>headwater space create acme
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
