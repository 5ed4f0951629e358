/**
 * What the service itself says of a kind in its Entity record, and the records that come with it: its default type and its built-in
 * fields. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import { isKind, keepers } from '../../plan/relations/custom-types.js';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import { entityAccess, entityCode } from '../describe-entities.js';
import { describeFieldsOf } from '../describe-fields.js';
import type { DescribedRecord } from '../described-record.js';
import { type KindRow, kindOf } from './kind-of.js';

/** @returns the values of the Entity record that follow from its api name; they never change */
export function describeKind(catalog: Catalog, apiName: string): ReadonlyMap<string, Operand> {
  const keeper = catalog.existing(keepers.records);
  return new Map<string, Operand>([
    ['entity_name', apiName],
    ['entity_type', entityCode(catalog, keeper.name)],
    ['abstract_entity_id', null],
    ['access_mode', entityAccess.readWrite],
    // A lookup may take many.
    ['allows_multiple_relation', true],
    ['default_view_field_id', systemFieldId(apiName, keeper.label)],
    ['table_name', 'custom_entity'],
  ]);
}

/** @returns the place behind all entity types that people see */
export function lastPlace({ entityTypes }: Catalog): number {
  return entityTypes.filter((entityType) => entityType.keptIn === undefined || isKind(entityType)).length + 1;
}

/** @returns the Field records of the members that all records of the kind have */
export function describeKindFields(catalog: Catalog, row: KindRow): DescribedRecord[] {
  return describeFieldsOf(kindOf(catalog, row));
}

/** @returns the values of the kind's first type, which is there as long as the kind is */
export function defaultType({ entity_api_name, name_singular }: KindRow): ReadonlyMap<string, Operand> {
  return new Map<string, Operand>([
    ['name', name_singular],
    ['entity_api_name', entity_api_name],
    ['is_delete_protected', true],
  ]);
}
