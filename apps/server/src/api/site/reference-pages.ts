/**
 * The reference of the REST interfaces at `/docs`: Swagger UI from our own files, so that it works without a network.
 */

import { PreparedContent } from '../../http/content/prepared-content.js';
import type { OriginRules } from '../../http/origin.js';
import { pageSecurity } from '../../http/page-security.js';
import { html } from './html.js';
import type { Page } from './page.js';
import { type ReferenceFile, referenceFile, referenceFilesVersion, referenceFileTypes } from './reference-files.js';
import { referenceScript } from './reference-script.js';

const filesPath = `/docs/swagger-ui-${referenceFilesVersion}`;

/** Swagger UI writes styles into its elements and draws its icons from data addresses; it asks this server only. */
const sources = {
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
};

/** @returns pages by address */
export function referencePages(rules: Pick<OriginRules, 'publicUrl'>): readonly (readonly [string, Page])[] {
  const secure = pageSecurity(sources, rules);
  const page = new PreparedContent(renderReference(), { type: 'text/html; charset=utf-8', cached: 'always-ask' });
  const files = Object.keys(referenceFileTypes).map((name): [string, Page] => {
    const read = referenceFile(name as ReferenceFile);
    return [`${filesPath}/${name}`, (ctx) => read().send(ctx)];
  });
  return [
    ['/docs', (ctx) => secure(ctx, () => page.send(ctx))],
    ['/docs/', (ctx) => ctx.redirect('/docs')],
    ['/docs/reference.js', referenceScript],
    ...files,
  ];
}

function renderReference(): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Headwater API reference</title>
<link rel="icon" href="/site/icon.svg">
<link rel="stylesheet" href="${filesPath}/swagger-ui.css">
<style>
body { margin: 0; }
.swagger-ui .topbar .link { display: none; }
</style>
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript. The documents themselves: <a href="/openapi/v100.json">REST v100</a>,
<a href="/openapi/v1.json">REST v1</a>.</noscript>
<script src="${filesPath}/swagger-ui-bundle.js"><\/script>
<script src="${filesPath}/swagger-ui-standalone-preset.js"><\/script>
<script src="/docs/reference.js"><\/script>
</body>
</html>
`.text;
}
