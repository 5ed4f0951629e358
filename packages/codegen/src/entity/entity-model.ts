/**
 * An entity type as the generators see it, after its file has been parsed and checked: the facts of the entity catalog, and where each
 * is in the spec. Every generator reads this and none of them reads the files again.
 */
import type {
  EntityType,
  FieldBase,
  JsonValue,
  MoneyField,
  OperationName,
  ReferenceField,
  RowsField,
  ValueField,
} from '@headwater/contract';
import type { SpecLocation } from '../spec/spec-error.js';

/** The operations that `x-operations` of an entity file can name. */
export const namedOperations = [
  'list',
  'get',
  'create',
  'update',
  'delete',
  'batch-modify',
  'batch-delete',
  'batch-restore',
] as const satisfies readonly OperationName[];

/** All standard operations; the last three follow from other facts of the entity type. */
export const operationNames: readonly OperationName[] = [...namedOperations, 'upsert', 'merge', 'duplicates'];

interface Parsed {
  readonly examples: readonly JsonValue[];
  readonly location: SpecLocation;
}

export type MemberBase = FieldBase & Parsed;
export type ValueMember = ValueField & Parsed;
export type MoneyMember = MoneyField & Parsed;
export type ReferenceMember = ReferenceField & Parsed;
export type RowsMember = RowsField & Parsed;
export type Member = ValueMember | MoneyMember | ReferenceMember | RowsMember;

export interface EntityModel extends EntityType {
  readonly fields: readonly Member[];
  /** The area of the reference that shows it last; absent where `areas.yaml` places it. */
  readonly area?: string;
  readonly location: SpecLocation;
}
