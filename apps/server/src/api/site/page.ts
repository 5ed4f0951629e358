/**
 * What the pages of the site share: how an address is answered, HTML text from values, the style sheet and the icon.
 */
import type { Context } from 'koa';
import { PreparedContent } from '../../http/content/prepared-content.js';

/** Answers a GET or HEAD. */
export type Page = (ctx: Context) => Promise<void> | void;

// HTML text from values. Pure.

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are escaped, unless they come from this function themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return new Html(String.raw({ raw: parts }, ...values.map(textOf)));
}

export class Html {
  constructor(readonly text: string) {}
}

function textOf(value: string | Html | readonly Html[]): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('');
}

// The icon of the service: a spring and the stream that flows from it.

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#0b6e75"/>
  <circle cx="16" cy="8.5" r="2.5" fill="#fff"/>
  <path d="M16 13c-7 5 7 7 0 13" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>
</svg>
`;

const iconContent = new PreparedContent(svg, { type: 'image/svg+xml', cached: 'always-ask' });

export const icon: Page = (ctx) => iconContent.send(ctx);

// How the pages of the site look, by day and by night.

const css = `:root {
  color-scheme: light dark;
  --text: #1b2a2f;
  --soft: #55686e;
  --ground: #f5f8f8;
  --card: #ffffff;
  --line: #d6e0e1;
  --accent: #0b6e75;
  --notice: #fff6dd;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e3edee;
    --soft: #9fb3b7;
    --ground: #10191b;
    --card: #172326;
    --line: #2b3b3f;
    --accent: #5cc3ca;
    --notice: #33300f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif;
}
a { color: var(--accent); }
header, main, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; gap: 1rem; align-items: center; padding-top: 2.5rem; }
header img { width: 3.5rem; height: 3.5rem; }
h1 { margin: 0; font-size: 1.9rem; line-height: 1.2; }
h1 small { color: var(--soft); font-size: 1rem; font-weight: normal; }
header p { margin: 0; color: var(--soft); }
h2 { margin: 2.25rem 0 0.75rem; font-size: 1.15rem; }
.cards { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); }
.card, .notice { border: 1px solid var(--line); border-radius: 0.6rem; background: var(--card); padding: 1rem 1.25rem; }
.card h3 { margin: 0 0 0.25rem; font-size: 1.05rem; }
.card p { margin: 0.25rem 0; }
.card a + a { margin-left: 1rem; }
.notice { background: var(--notice); margin-top: 1.5rem; }
.notice h2 { margin-top: 0; }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace; overflow-wrap: break-word; }
pre { margin: 0.5rem 0; border: 1px solid var(--line); border-radius: 0.4rem; background: var(--card); padding: 0.75rem 1rem; overflow-x: auto; white-space: pre-wrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.35rem 1.5rem; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; }
footer { color: var(--soft); padding-top: 2.5rem; padding-bottom: 2rem; font-size: 0.875rem; }
`;

const styleContent = new PreparedContent(css, { type: 'text/css; charset=utf-8', cached: 'always-ask' });

export const styleSheet: Page = (ctx) => styleContent.send(ctx);
