/** What the contracts say of one entity type: schemas and operations of REST v100, types of GraphQL. All of it pure. */
export type * from './entity-type.js';
export { addedBlocks } from './graphql/added-blocks.js';
export { conditionBlocks } from './graphql/condition-blocks.js';
export { entityBlocks } from './graphql/entity-blocks.js';
export { rowInput } from './graphql/input-blocks.js';
export { namesWithoutType } from './graphql/member-types.js';
export { camelCase, graphqlName, lowerFirst, orderValue, relationOfOrder } from './graphql/names.js';
export { printBlock, printLines, type SdlBlock } from './graphql/print-sdl.js';
export {
  type ReverseRelation,
  type ReverseRelations,
  reverseBlocks,
  reverseRelations,
} from './graphql/reverse-relations.js';
export {
  isQuery,
  type RootOperation,
  rootFieldName,
  rootOperationsOf,
} from './graphql/root-operations.js';
export { asJsonObject, isJsonObject, type JsonObject, type JsonValue } from './json-value.js';
export { leadingMembers } from './leading-members.js';
export { listDescription, memberDescription } from './member-description.js';
export { linkMembers } from './member-targets.js';
export { isAnswered, isWritable, v1NamesOf } from './member-visibility.js';
export { addedSchemas } from './openapi/added-schemas.js';
export { type ComponentReference, componentReferences } from './openapi/component-references.js';
export { entitySchemas } from './openapi/entity-schemas.js';
export { type CollectionOf, exampleBody, type IdOfReference, neededMembers } from './openapi/example-record.js';
export { expandTemplate } from './openapi/expand-template.js';
export { type OperationTemplate, standardPaths } from './openapi/standard-paths.js';
export { entityPlaceholders, type Placeholders } from './openapi/words.js';
export type * from './spec-tables.js';
export {
  isListType,
  isSingleValueType,
  type ListType,
  type SingleValueType,
  type ValueType,
  type ValueTypeDefinition,
  valueTypeNames,
  valueTypes,
} from './value-types.js';
