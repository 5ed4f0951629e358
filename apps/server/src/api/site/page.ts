/**
 * What the pages of the site share: how an address is answered, the frame around what a page holds, and files that are sent as they are.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Context } from 'koa';
import { PreparedContent } from '../../http/content/prepared-content.js';
import { type Html, html } from '../../http/html.js';

/** Answers a GET or HEAD. */
export type Page = (ctx: Context) => Promise<void> | void;

/** What a page asks of the browser: all of it from this server. */
export const pageSources = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  connectSrc: ["'self'"],
};

export interface PageContent {
  /** Ahead of the name of the service. */
  readonly title: string;
  readonly main: Html;
  /** Below the links to the parts of the site. */
  readonly tools?: Html;
  /** Addresses of modules. */
  readonly scripts?: readonly string[];
}

/** Of a checkout, should these files be in one: elsewhere something else may lie there. */
const root = new URL('../../../../../', import.meta.url);

/**
 * @param inCheckout path from the root of a checkout @param own name of the copy that a package has
 * @returns where the files are; undefined: nowhere, as in a checkout without a build
 */
export function siteFolder(inCheckout: string, own: string): URL | undefined {
  const isCheckout = existsSync(new URL('pnpm-workspace.yaml', root));
  const folder = isCheckout ? new URL(inCheckout, root) : new URL(`../../../${own}`, import.meta.url);
  return existsSync(folder) ? folder : undefined;
}

const parts = [
  ['/', 'Overview'],
  ['/guides', 'Guides'],
  ['/docs', 'Reference'],
] as const;

/** @param path of the page: its part of the site is marked */
export function framed(path: string, { title, main, tools = html``, scripts = [] }: PageContent): Html {
  const isHere = (part: string) => path === part || (part !== '/' && path.startsWith(`${part}/`));
  const links = parts.map(([part, name]) =>
    isHere(part)
      ? html`<a href="${part}" aria-current="${path === part ? 'page' : 'true'}">${name}</a>`
      : html`<a href="${part}">${name}</a>`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title === '' ? 'Headwater' : `${title} · Headwater`}</title>
<link rel="icon" href="/site/icon.svg">
<link rel="stylesheet" href="/site/style.css">
${['/site/copy.js', ...scripts].map((address) => html`<script type="module" src="${address}"><\/script>\n`)}</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<nav aria-label="Parts of the site"><a class="brand" href="/" aria-label="Headwater"><img src="/site/icon.svg" alt=""></a>${links}</nav>
${tools}
</header>
<main id="main">
${main}
</main>
</body>
</html>
`;
}

/** @param name of a file in `site/` of this package @returns answers with the file, which is read when it is first asked for */
export function siteFile(name: string, type: string): Page {
  let content: PreparedContent | undefined;
  return (ctx) => {
    content ??= new PreparedContent(readFileSync(new URL(`../../../site/${name}`, import.meta.url)), {
      type,
      cached: 'always-ask',
    });
    return content.send(ctx);
  };
}
