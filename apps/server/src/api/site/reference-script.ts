/**
 * What the reference page runs in the browser: Swagger UI over both documents of this server.
 */
import { PreparedContent } from '../../http/content/prepared-content.js';
import type { Page } from './page.js';

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

export const referenceScript: Page = (ctx) => content.send(ctx);
