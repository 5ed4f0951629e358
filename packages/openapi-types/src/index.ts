/**
 * The interface as OpenAPI describes it: types of REST v100 and REST v1, both documents, and the lists of their operations.
 * Everything but the shapes of lists and documents is generated.
 */
export {
  type StandardOperation,
  type V1SpecialOperation,
  type V100SpecialOperation,
  v1Operations,
  v100Operations,
} from './generated/operations.js';
export type {
  components as V1Components,
  operations as V1OperationTypes,
  paths as V1Paths,
} from './generated/v1.js';
export { v1Document } from './generated/v1-document.js';
export type { components, operations, paths } from './generated/v100.js';
export { v100Document } from './generated/v100-document.js';
export { v100Templates } from './generated/v100-templates.js';
export type { OpenApiDocument } from './open-api-document.js';
export type { Method, Operation, SpecialEntry, StandardEntry } from './operation.js';
export type { OperationTemplate } from './operation-template.js';
