/**
 * The interface as OpenAPI describes it: types of REST v100, both documents, the lists of their operations, and the types of operations
 * that handlers of a server are checked against.
 * Everything but the shapes of lists and documents is generated.
 */
export {
  type V1SpecialOperation,
  type V100SpecialOperation,
  v1Operations,
  v100Operations,
} from './generated/operations.js';
export type { StandardOperation } from './generated/standard-operation.js';
export { v1Document } from './generated/v1-document.js';
export type { operations as V1Handlers } from './generated/v1-handlers.js';
export type { components, operations, paths } from './generated/v100.js';
export { v100Document } from './generated/v100-document.js';
export type { operations as V100Handlers } from './generated/v100-handlers.js';
export { v100Templates } from './generated/v100-templates.js';
export type { OpenApiDocument } from './open-api-document.js';
export type { Method, Operation, SpecialEntry, StandardEntry } from './operation.js';
export type { OperationTemplate } from './operation-template.js';
