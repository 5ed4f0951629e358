/**
 * Which fields of an entity type a caller can write, by the catalog. Pure.
 */
import type { EntityType, Field } from '@headwater/catalog';
import { specialMembers } from '../../fixtures/special-members.js';

/** Fields that a create takes and an answer shows again; rows apart, which have rules of their own. */
export function writableFields(entityType: EntityType): readonly Field[] {
  const never = specialMembers[entityType.name]?.never ?? [];
  return entityType.fields.filter((field) => {
    if (field.readOnly || field.derived !== undefined || field.kind === 'rows' || never.includes(field.name))
      return false;
    // Which options it takes depends on another choice.
    if (field.custom?.allowedBy !== undefined) return false;
    if (field.kind === 'reference') return field.hasIdMember;
    return field.kind !== 'value' || !(field.hidden || field.writeOnly);
  });
}

/** A field whose change does no harm: plain, writable later too. @returns undefined when there is none */
export function changeableField(entityType: EntityType): Field | undefined {
  return writableFields(entityType).find(
    (field) => field.kind === 'value' && !field.writeOnce && field.name !== 'created',
  );
}
