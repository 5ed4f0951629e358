/**
 * What the service itself says of a custom entity type in its Entity record, and the records that come with it: its default type and its built-in
 * fields. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import { isCustomEntityType, storageTypes } from '../../plan/relations/custom-types.js';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import { describeFieldsOf, entityAccess, entityCode } from '../describe-entities.js';
import type { DescribedRecord } from '../sync-described.js';
import { customEntityType, type EntityRow } from './custom-entity-types.js';

/** @returns the values of the Entity record that follow from its api name; they never change */
export function describeEntity(catalog: Catalog, apiName: string): ReadonlyMap<string, Operand> {
  const base = catalog.existing(storageTypes.records);
  return new Map<string, Operand>([
    ['entity_name', apiName],
    ['entity_type', entityCode(catalog, base.name)],
    ['abstract_entity_id', null],
    ['access_mode', entityAccess.readWrite],
    // A lookup may take many.
    ['allows_multiple_relation', true],
    ['default_view_field_id', systemFieldId(apiName, base.label)],
    ['table_name', 'custom_entity'],
  ]);
}

/** @returns the place behind all entity types that people see */
export function lastPreference({ entityTypes }: Catalog): number {
  return (
    entityTypes.filter((entityType) => entityType.storedIn === undefined || isCustomEntityType(entityType)).length + 1
  );
}

/** @returns the Field records of the members that all records of a custom entity type have */
export function describeEntityFields(catalog: Catalog, row: EntityRow): DescribedRecord[] {
  return describeFieldsOf(customEntityType(catalog, row));
}

/** @returns the values of the first type, which is there as long as the custom entity type is */
export function defaultType({ entity_api_name, name_singular }: EntityRow): ReadonlyMap<string, Operand> {
  return new Map<string, Operand>([
    ['name', name_singular],
    ['entity_api_name', entity_api_name],
    ['is_delete_protected', true],
  ]);
}
