/**
 * What the generators make of the tiny spec, as files: the one thing that the golden test and the script that rewrites the
 * golden files share.
 */
import { fileURLToPath } from 'node:url';
import { catalogModule } from '../src/catalog/catalog-module.js';
import { graphqlSdl } from '../src/graphql/graphql-sdl.js';
import { bundleDocument } from '../src/openapi/bundle-document.js';
import { operationList } from '../src/openapi/operation-list.js';
import { loadSpec } from '../src/spec/load-spec.js';

export const goldenFolder = fileURLToPath(new URL('golden/', import.meta.url));

/** @returns texts by file name */
export function generateGolden(): Record<string, string> {
  const spec = loadSpec(fileURLToPath(new URL('tiny-spec', import.meta.url)));
  const v100 = bundleDocument(spec, 'v100');
  const v1 = bundleDocument(spec, 'v1');
  return {
    'catalog.ts.golden': asRead(catalogModule(spec)),
    'v100.json.golden': asJson(v100),
    'v1.json.golden': asJson(v1),
    'operations.json.golden': asJson({ v100: operationList(v100), v1: operationList(v1) }),
    'schema.graphql.golden': `${graphqlSdl(spec)}\n`,
  };
}

/** @returns a module with the values that it parses in the place of their texts, so that a difference can be read */
function asRead(module: string): string {
  return module.replaceAll(/JSON\.parse\(\n {2}("(?:[^"\\]|\\.)*"),\n\)/g, (_, text: string) =>
    JSON.stringify(JSON.parse(JSON.parse(text)), null, 2),
  );
}

function asJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
