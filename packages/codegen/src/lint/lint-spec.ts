/** Every check of the spec: what loading and bundling already reject, our own rules, and Redocly's. */
import { graphqlSdl } from '../graphql/graphql-sdl.js';
import { bundleDocument } from '../openapi/bundle-document.js';
import type { Spec } from '../spec/load-spec.js';
import { checkExtensionKeys } from './check-extension-keys.js';
import { checkNamesAgree } from './check-names-agree.js';
import { runRedocly } from './run-redocly.js';

/**
 * @returns the errors found; none when the spec is valid
 * @throws SpecError for an error that prevents bundling
 */
export function lintSpec(spec: Spec): string[] {
  const v100 = bundleDocument(spec, 'v100');
  const v1 = bundleDocument(spec, 'v1');
  const redocly = runRedocly(spec.folder, { v100, v1 });
  return [
    ...checkExtensionKeys(spec.folder),
    ...checkNamesAgree(spec.entities, v100, graphqlSdl(spec)),
    ...(redocly === '' ? [] : [redocly]),
  ];
}
