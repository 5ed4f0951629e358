/** The guides at `/guides`: the files of `docs/`, as they are read in a checkout, with links that work here too. */
import { readdirSync, readFileSync } from 'node:fs';
import MarkdownIt from 'markdown-it';
import { PreparedContent } from '../../http/content/prepared-content.js';
import { Html, html } from '../../http/html.js';
import type { OriginRules } from '../../http/origin.js';
import { pageSecurity } from '../../http/page-security.js';
import { framed, type Page, pageSources, siteFolder } from './page.js';

const folder = siteFolder('docs/', 'guides/');

/** Where files are that are no guides. */
const repository = 'https://github.com/headwater-crm/headwater/tree/main/';

/** Guides for those who use the service, in the order in which they are read; all others come after them, by name. */
const inOrder = [
  'first-steps',
  'reading',
  'writing',
  'console',
  'schema',
  'custom-fields',
  'merging',
  'graphql',
  'key-figures',
  'agenda',
  'webhooks',
  'permissions',
  'errors',
  'migrating-from-v1',
  'v1-names',
  'settings',
  'running',
  'glossary',
];

interface Guide {
  /** `decisions/merge`: the path of its file without the ending. */
  readonly name: string;
  readonly title: string;
  /** Its first sentence. */
  readonly lead: string;
}

/** @returns pages by address */
export function guidePages(rules: Pick<OriginRules, 'publicUrl'>): readonly (readonly [string, Page])[] {
  if (folder === undefined) return [];
  const secure = pageSecurity(pageSources, rules);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  const names = files.filter((file) => file.endsWith('.md')).map((file) => file.slice(0, -3));
  const page = (path: string, render: () => Html): readonly [string, Page] => {
    let content: PreparedContent | undefined;
    return [
      path,
      (ctx) => {
        content ??= new PreparedContent(render().text, { type: 'text/html; charset=utf-8', cached: 'always-ask' });
        const made = content;
        return secure(ctx, () => made.send(ctx));
      },
    ];
  };
  return [
    page('/guides', () => indexPage(names)),
    ...names.map((name) => page(`/guides/${name}`, () => guidePage(name, new Set(names)))),
    ...files.filter((file) => file.endsWith('.png')).map((file) => [`/guides/${file}`, imagePage(file)] as const),
  ];
}

function imagePage(file: string): Page {
  let content: PreparedContent | undefined;
  return (ctx) => {
    content ??= new PreparedContent(readFileSync(new URL(file, folder)), { type: 'image/png', cached: 'always-ask' });
    return content.send(ctx);
  };
}

function textOf(name: string): string {
  return readFileSync(new URL(`${name}.md`, folder), 'utf8');
}

function describeGuide(name: string): Guide {
  const text = textOf(name);
  const title = /^# (.*)$/m.exec(text)?.[1] ?? name;
  const paragraph = text.split(/\n{2,}/).find((part) => /^[A-Z`[]/.test(part)) ?? '';
  const lead = /^.*?[.:](?=\s|$)/s.exec(paragraph)?.[0] ?? paragraph;
  return { name, title, lead: lead.replace(/:$/, '.').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1') };
}

function indexPage(names: readonly string[]): Html {
  const rank = (name: string) => (inOrder.includes(name) ? inOrder.indexOf(name) : inOrder.length);
  const sorted = names.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1)).map(describeGuide);
  const listed = (shown: readonly Guide[]) => html`<dl class="entities">${shown.map(
    ({ name, title, lead }) => html`<div><dt><a href="/guides/${name}">${inline(title)}</a></dt>
<dd>${inline(lead)}</dd></div>
`,
  )}</dl>
`;
  const isDecision = ({ name }: Guide) => name.startsWith('decisions/');
  const isUse = ({ name }: Guide) => inOrder.includes(name);
  return framed('/guides', {
    title: 'Guides',
    main: html`<h1>Guides</h1>
<p class="lead">How to use the service, each with requests that run on the demo space. The <a href="/docs">reference</a> has every
entity type and operation.</p>
${listed(sorted.filter(isUse))}
<h2>The service itself</h2>
${listed(sorted.filter((guide) => !isUse(guide) && !isDecision(guide)))}
<details class="area"><summary><h2>Decisions</h2> <span>Why it is as it is.</span></summary>
${listed(sorted.filter(isDecision))}</details>`,
  });
}

function guidePage(name: string, names: ReadonlySet<string>): Html {
  const { title } = describeGuide(name);
  const main = new Html(renderer(name, names).render(textOf(name)));
  return framed(`/guides/${name}`, { title: title.replaceAll('`', ''), main });
}

const plain = new MarkdownIt({ html: false });

function inline(text: string): Html {
  return new Html(plain.renderInline(text));
}

/** Markdown whose links lead to pages of this site, whose headings have addresses, and whose code can be copied. */
function renderer(name: string, names: ReadonlySet<string>): ReturnType<typeof MarkdownIt> {
  const made = new MarkdownIt({ html: false });
  const { rules } = made.renderer;
  const seen = new Map<string, number>();
  rules.heading_open = (tokens, index, options, _, self) => {
    tokens[index]?.attrSet('id', anchorOf(tokens[index + 1]?.content ?? '', seen));
    return self.renderToken(tokens, index, options);
  };
  rules.link_open = (tokens, index, options, _, self) => {
    const token = tokens[index];
    token?.attrSet('href', addressOf(String(token.attrGet('href')), name, names));
    return self.renderToken(tokens, index, options);
  };
  const image = rules.image;
  rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index];
    token?.attrSet('src', new URL(String(token.attrGet('src')), `http://here/guides/${name}`).pathname);
    return image?.(tokens, index, options, env, self) ?? '';
  };
  rules.fence = (tokens, index) => {
    const { content = '', info = '' } = tokens[index] ?? {};
    return html`<pre tabindex="0" aria-label="${info === '' ? 'Text' : info}" data-copy><code>${content}</code></pre>\n`
      .text;
  };
  rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
  rules.table_close = () => '</table></div>\n';
  return made;
}

/** As GitHub does it. */
function anchorOf(heading: string, seen: Map<string, number>): string {
  const anchor = heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const times = seen.get(anchor) ?? 0;
  seen.set(anchor, times + 1);
  return times === 0 ? anchor : `${anchor}-${times}`;
}

/** @param from the guide with the link */
function addressOf(link: string, from: string, names: ReadonlySet<string>): string {
  if (/^([a-z]+:|#)/.test(link)) return link;
  const { pathname, hash } = new URL(link, `http://here/docs/${from}.md`);
  const name = /^\/docs\/(.*)\.md$/.exec(pathname)?.[1];
  return name !== undefined && names.has(name) ? `/guides/${name}${hash}` : `${repository}${pathname.slice(1)}${hash}`;
}
