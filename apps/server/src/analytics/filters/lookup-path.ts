/**
 * Finds the way from the records of a main box to those of a sibling box along a field: one of the main records that leads to those of
 * the box, or one of the box's that leads to the main records. Pure.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import type { Step } from '../../request/filter.js';

/**
 * @param id of a Field record
 * @returns undefined when neither entity type has such a field that leads to the other
 */
export function lookupPath(catalog: Catalog, main: EntityType, box: EntityType, id: string): Step[] | undefined {
  const field = fieldWithId(main, id);
  const forward = field && outward(catalog, field, box);
  if (forward) return forward;
  const other = fieldWithId(box, id);
  return other && inward(catalog, other, main, box);
}

function fieldWithId(entityType: EntityType, id: string): Field | undefined {
  return entityType.fields.find(
    (field) => !field.hidden && (field.custom?.id ?? systemFieldId(entityType.name, field.name)) === id,
  );
}

/** Along the field. */
function outward(catalog: Catalog, field: Field, box: EntityType): Step[] | undefined {
  if (field.kind === 'reference') return leadsTo(field.targets, box) ? [{ by: field.name, to: box.name }] : undefined;
  if (field.kind !== 'rows' || field.targets) return undefined;
  if (field.target === box.name) return [field.name];
  const item = itemOf(catalog, field);
  return item && leadsTo(item.targets, box) ? [field.name, { by: item.name, to: box.name }] : undefined;
}

/** Against it, from what it points at. */
function inward(catalog: Catalog, field: Field, main: EntityType, box: EntityType): Step[] | undefined {
  if (field.kind === 'reference') {
    return leadsTo(field.targets, main) ? [{ from: box.name, via: field.name }] : undefined;
  }
  if (field.kind !== 'rows' || field.targets || field.on !== 'id') return undefined;
  if (field.target === main.name) return [{ by: field.via, to: box.name }];
  const item = itemOf(catalog, field);
  return item && leadsTo(item.targets, main)
    ? [
        { from: field.target, via: item.name },
        { by: field.via, to: box.name },
      ]
    : undefined;
}

function itemOf(catalog: Catalog, { target, item }: Extract<Field, { kind: 'rows' }>) {
  const field = catalog.existing(target).fields.find(({ name }) => name === item);
  return field?.kind === 'reference' ? field : undefined;
}

/** A custom entity type is reached by what leads to custom entities, a union by what leads to all of its entity types. */
function leadsTo(targets: readonly string[], { name, storedIn, union }: EntityType): boolean {
  if (targets.includes(name) || (storedIn !== undefined && targets.includes(storedIn))) return true;
  return union?.every((type) => targets.includes(type)) ?? false;
}
