/** The entity catalog: its shape, the generated facts, and look-ups over them. */
export { buildCatalog, type Catalog } from './catalog.js';
export { errorByName } from './error-by-name.js';
export {
  type EntityTypeName,
  type ErrorName,
  entityTypes,
  errors,
  type OperatorName,
  operators,
} from './generated/catalog.js';
export { isAnswered, isWriteOnly, type Member, onlyShows } from './members.js';
export type * from './types.js';
export { isListType, isSingleValueType, type ListType } from './value-types.js';
