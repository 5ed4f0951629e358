/**
 * The interface as OpenAPI describes it: types of REST v100, the lists of operations, and the types of operations that handlers of a
 * server are checked against. The documents are megabytes long, so they have entry points of their own: `v100-document`, `v1-document`.
 * Everything but the shapes of lists and documents is generated.
 */
export {
  type V1SpecialOperation,
  type V100SpecialOperation,
  v1Operations,
  v100Operations,
} from './generated/operations.js';
export type { StandardOperation } from './generated/standard-operation.js';
export type { operations as V1Handlers } from './generated/v1-handlers.js';
export type { components, operations, paths } from './generated/v100.js';
export type { operations as V100Handlers } from './generated/v100-handlers.js';
export { v100QueryParameters, v100SchemaNames } from './generated/v100-names.js';
export { v100Templates } from './generated/v100-templates.js';
export type { OpenApiDocument } from './open-api-document.js';
export type { Method, Operation, SpecialEntry, StandardEntry } from './operation.js';
export type { OperationTemplate } from './operation-template.js';
