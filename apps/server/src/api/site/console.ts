/** The console at `/console`: the files that `apps/console` builds, sent as they are. Names with a hash in them never change. */
import { readdirSync, readFileSync } from 'node:fs';
import mime from 'mime';
import { PreparedContent } from '../../http/content/prepared-content.js';
import type { OriginRules } from '../../http/origin.js';
import { pageSecurity } from '../../http/page-security.js';
import { type Page, pageSources, siteFolder } from './page.js';

const folder = siteFolder('apps/console/dist/', 'console/');

/** @returns pages by address; none where the console has not been built */
export function consolePages(rules: Pick<OriginRules, 'publicUrl'>): readonly (readonly [string, Page])[] {
  if (folder === undefined) return [];
  const secure = pageSecurity(pageSources, rules);
  const files = readdirSync(new URL('assets/', folder)).map((name) => `assets/${name}`);
  const page = fileOf('index.html', 'always-ask');
  const secured: Page = (ctx) => secure(ctx, async () => page(ctx));
  return [
    ['/console', secured],
    ['/console/', secured],
    ...files.map((file) => [`/console/${file}`, fileOf(file, 'forever')] as const),
  ];
}

/** @returns answers with the file, which is read when it is first asked for */
function fileOf(name: string, cached: 'always-ask' | 'forever'): Page {
  let content: PreparedContent | undefined;
  const type = mime.getType(name) ?? 'application/octet-stream';
  return (ctx) => {
    content ??= new PreparedContent(readFileSync(new URL(name, folder)), { type: `${type}; charset=utf-8`, cached });
    return content.send(ctx);
  };
}
