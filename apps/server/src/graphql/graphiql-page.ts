/**
 * GraphiQL as one page with everything in it, so that it works without a network. Knows no space: the page sends its queries to
 * the address it was loaded from, where the browser asks for token and password.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'koa';

/** What the page may do: run its own script and its editor's workers, and talk to this server alone. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  "style-src 'unsafe-inline'",
  'worker-src blob:',
  'img-src data:',
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Brings 9 MB down to 2 MB in a fifth of a second; brotli's own default takes many seconds to gain little more. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const encodings = ['br', 'gzip', 'identity'] as const;

type Encoding = (typeof encodings)[number];

const defaultQuery = `# Each root field gives a list or one record; the documentation on the left names every member.
{
  contacts(first: 5, orderBy: [{ field: CREATED, direction: DESC }]) {
    nodes {
      formattedName
      owner {
        email
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`;

/** Renders the page on first use, as its 9 MB are never asked for on most servers, and keeps each compressed form. */
export class GraphiqlPage {
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  /** @returns the page's bytes in that content encoding */
  read(encoding: Encoding): Promise<Buffer> {
    const kept = this.#encoded.get(encoding);
    if (kept !== undefined) return kept;
    const bytes = encodePage(encoding);
    this.#encoded.set(encoding, bytes);
    return bytes;
  }
}

export async function sendGraphiql(ctx: Context, page: GraphiqlPage): Promise<void> {
  const accepted = ctx.acceptsEncodings(...encodings);
  const encoding = encodings.find((name) => name === accepted) ?? 'identity';
  ctx.type = 'text/html; charset=utf-8';
  ctx.vary('Accept, Accept-Encoding');
  ctx.set('Cache-Control', 'private, max-age=3600');
  ctx.set('Content-Security-Policy', contentSecurityPolicy);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.body = await page.read(encoding);
}

async function encodePage(encoding: Encoding): Promise<Buffer> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = Buffer.from(renderGraphiQL({ title: 'Headwater GraphQL', defaultQuery }));
  switch (encoding) {
    case 'br':
      return promisify(brotliCompress)(page, brotliOptions);
    case 'gzip':
      return promisify(gzip)(page);
    case 'identity':
      return page;
  }
}
