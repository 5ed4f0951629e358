/**
 * GraphiQL as one page with everything in it, so that it works without a network. Knows no space: the page sends its queries to
 * the address it was loaded from, where the browser asks for token and password.
 */
import type { Context } from 'koa';
import { PreparedContent } from '../../../http/content/prepared-content.js';
import type { OriginRules } from '../../../http/origin.js';
import { pageSecurity } from '../../../http/page-security.js';
import { exampleQueries } from './example-queries.js';

/** What the page needs: its own script, its editor's workers, and this server. */
const sources = {
  scriptSrc: ["'unsafe-inline'", 'blob:'],
  styleSrc: ["'unsafe-inline'"],
  workerSrc: ['blob:'],
  imgSrc: ['data:'],
  fontSrc: ['data:'],
  connectSrc: ["'self'"],
};

const newTab = '# Each root field gives a list or one record; the documentation on the left names every member.\n';

/** @returns answers with the page; it is rendered at the first request, as its 9 MB are never requested on most servers */
export function graphiqlPage(rules: Pick<OriginRules, 'publicUrl'>): (ctx: Context) => Promise<void> {
  const secure = pageSecurity(sources, rules);
  let rendered: Promise<PreparedContent> | undefined;
  return async (ctx) => {
    rendered ??= renderPage();
    const page = await rendered;
    ctx.vary('Accept');
    await secure(ctx, () => page.send(ctx));
  };
}

async function renderPage(): Promise<PreparedContent> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  // A tab is called what its operation is called.
  const defaultTabs = exampleQueries.map((query) => ({ query }));
  const page = renderGraphiQL({ title: 'Headwater GraphQL', defaultQuery: newTab, defaultTabs });
  return new PreparedContent(page, { type: 'text/html; charset=utf-8', cached: 'always-ask' });
}
