/**
 * The reference of the REST interfaces at `/docs`: Swagger UI from our own files, so that it works without a network.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PreparedContent } from '../../http/content/prepared-content.js';
import type { OriginRules } from '../../http/origin.js';
import { pageSecurity } from '../../http/page-security.js';
import { html, type Page } from './page.js';

const require = createRequire(import.meta.url);

const packageFile = require.resolve('swagger-ui-dist/package.json');
const { version }: { readonly version: string } = JSON.parse(readFileSync(packageFile, 'utf8'));

/** Of the package, so that addresses with it can be cached for ever. */
const referenceFilesVersion = version;

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

// The files of Swagger UI, from its package: read when somebody first asks for one. Knows no address.

/** The files that the page needs, with their types. */
const referenceFileTypes = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
} as const;

type ReferenceFile = keyof typeof referenceFileTypes;

/** @returns a reader that reads the file once */
function referenceFile(name: ReferenceFile): () => PreparedContent {
  let content: PreparedContent | undefined;
  return () => {
    content ??= new PreparedContent(readFileSync(join(dirname(packageFile), name)), {
      type: referenceFileTypes[name],
      cached: 'forever',
    });
    return content;
  };
}

// What the reference page runs in the browser: Swagger UI over both documents of this server.

const script = `'use strict';

// Swagger UI fills the form of an operation with the examples of all its parameters. Together they ask for something that
// nobody wants: the example of a parameter that can be left out goes to its description.
function easeParameters(document) {
  for (const parameter of Object.values(document.components.parameters)) {
    if (parameter.required || parameter.example === undefined) continue;
    const isObject = typeof parameter.example === 'object';
    const example = isObject ? JSON.stringify(parameter.example) : parameter.example;
    parameter.description += '\\n\\nExample: \`' + example + '\`';
    // For an object without an example the form makes one up.
    if (isObject) parameter.example = {};
    else delete parameter.example;
  }
  return document;
}

// A relation is an address or the record itself, whose relations are again one or the other. To show an operation, Swagger UI
// follows all of them, through all entity types: the page names the records and leaves them at that.
function cutRelations(document) {
  const schemas = document.components.schemas;
  const nameOf = (part) => (part.$ref || '').split('/').pop();
  const isRecord = (part) => Boolean(schemas[nameOf(part)]?.properties?.is_delete_protected);
  const cut = (schema) => {
    for (const key of ['oneOf', 'anyOf']) {
      const records = (schema[key] || []).filter(isRecord);
      if (records.length === 0) continue;
      schema[key] = schema[key].filter((part) => !isRecord(part));
      schema.description = (schema.description || '') + ' Expanded: ' + records.map(nameOf).join(' or ') + '.';
    }
  };
  for (const { properties } of Object.values(schemas)) {
    for (const property of Object.values(properties || {})) {
      cut(property);
      if (property.items) cut(property.items);
    }
  }
  return document;
}

const easeForms = () => ({
  statePlugins: {
    spec: { wrapActions: { updateJsonSpec: (update) => (document) => update(cutRelations(easeParameters(document))) } },
  },
});

// Behind a proxy that the server does not know, the documents name an address that the browser cannot reach or may not
// ask. Where the page came from, the interfaces are, too.
function askOwnServer(request) {
  const { pathname, search } = new URL(request.url, location.href);
  request.url = location.origin + pathname + search;
  return request;
}

SwaggerUIBundle({
  dom_id: '#reference',
  urls: [
    { name: 'REST v100', url: '/openapi/v100.json' },
    { name: 'REST v1', url: '/openapi/v1.json' },
  ],
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  plugins: [easeForms],
  layout: 'StandaloneLayout',
  queryConfigEnabled: false,
  validatorUrl: null,
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  requestInterceptor: askOwnServer,
});
`;

const content = new PreparedContent(script, { type: 'text/javascript; charset=utf-8', cached: 'always-ask' });

const referenceScript: Page = (ctx) => content.send(ctx);
