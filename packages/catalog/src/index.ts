/** The entity catalog: its shape, the generated facts, and lookups over them. */

export type {
  Area,
  CustomField,
  CustomFieldTypeDefinition,
  Default,
  Derivation,
  DuplicateRule,
  EntityType,
  EnumValue,
  ErrorDefinition,
  Field,
  JointIndex,
  MoneyField,
  OperationName,
  OperatorDefinition,
  RecordAccess,
  ReferenceField,
  ReferenceLink,
  RollUp,
  RollUpFunction,
  RowsField,
  V1List,
  V1Names,
  ValueField,
  ValueType,
} from '@headwater/contract';
export {
  isAnswered,
  isListType,
  isSingleValueType,
  type ListType,
  type SingleValueType,
  valueTypeNames,
  valueTypes,
} from '@headwater/contract';
export { errorByName, findOperator, type Operator, operatorByName } from './by-name.js';
export { buildCatalog, type Catalog, type V1Type } from './catalog.js';
export {
  areas,
  type CustomFieldType,
  customFieldTypes,
  type EntityTypeName,
  type ErrorName,
  entityTypes,
  errors,
  type OperatorName,
  operators,
} from './generated/catalog.js';
export { isWriteOnly, type Member, onlyShows } from './members.js';
