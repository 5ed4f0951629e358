/** What the generators offer to other programs: the checked spec and all that is made from it, as texts and data. */
export { catalogModule } from './catalog/catalog-module.js';
export { graphqlModules } from './graphql/graphql-modules.js';
export { graphqlSdl } from './graphql/graphql-sdl.js';
export { lintSpec } from './lint/lint-spec.js';
export { bundleDocument, type DoorName } from './openapi/bundle-document.js';
export { openapiModules } from './openapi/openapi-modules.js';
export { loadSpec, type Spec } from './spec/load-spec.js';
export { SpecError } from './spec/spec-error.js';
