/** What the generators offer to other programs: the checked spec and the text of each generated file. */
export { catalogModule } from './catalog/catalog-module.js';
export { loadSpec, type Spec } from './spec/load-spec.js';
export { SpecError } from './spec/spec-error.js';
