/** The guides: every file of `docs/` is a page, and its links lead somewhere here and in a checkout. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RunningSite } from './running-site.js';

const docs = new URL('../../../../docs/', import.meta.url);
const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
const repository = 'https://github.com/headwater-crm/headwater/tree/main/';

let site: RunningSite;
beforeAll(async () => {
  site = await RunningSite.start();
});
afterAll(() => site.close());

it('lists every guide once', async () => {
  const { status, text } = await site.ask('/guides');
  const listed = [...text.matchAll(/<dt><a href="\/guides\/([^"]*)">/g)].map(([, name]) => `${name}.md`);
  expect([status, listed.toSorted()]).toEqual([200, files.toSorted()]);
  expect(listed.slice(0, 3)).toEqual(['first-steps.md', 'reading.md', 'writing.md']);
});

it('leads somewhere from each page', async () => {
  const pages = new Map<string, string>();
  const read = async (path: string) => {
    const known = pages.get(path);
    if (known !== undefined) return known;
    const { status, text } = await site.ask(path);
    pages.set(path, status === 200 ? text : '');
    return pages.get(path) ?? '';
  };
  const lost: string[] = [];
  for (const file of files) {
    const path = `/guides/${file.slice(0, -3)}`;
    const links = [...(await read(path)).matchAll(/(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) {
      if (link.startsWith(repository)) {
        const target = new URL(`../${link.slice(repository.length).replace(/#.*/, '')}`, docs);
        if (!existsSync(target)) lost.push(`${path}: ${link}`);
      } else if (link.startsWith('/') || link.startsWith('#')) {
        const [target = '', anchor] = link.startsWith('#') ? [path, link.slice(1)] : link.split('#');
        const text = await read(target);
        if (text === '' || (anchor !== undefined && !text.includes(`id="${anchor}"`))) lost.push(`${path}: ${link}`);
      }
    }
  }
  expect(lost).toEqual([]);
});

it('shows what is HTML in a file as text, and code with nothing around it', async () => {
  const { text } = await site.ask('/guides/reading');
  expect(text).toContain('data-copy><code>base=');
  const shell = /```sh\n(.*?)```/s.exec(readFileSync(new URL('reading.md', docs), 'utf8'))?.[1] ?? '';
  expect(text).toContain(
    shell
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  );
  expect((await site.ask('/guides/nothing')).status).toBe(404);
});
