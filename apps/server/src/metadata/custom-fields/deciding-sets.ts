/**
 * Which sets of options decide about which, because the choice in one field allows that in another (`parent_options_field_id`). Pure.
 */
import type { Catalog, EntityType, Field, ReferenceField } from '@headwater/catalog';
import { apiNameOf } from '../../plan/relations/field-path.js';
import { type FoundField, fieldRecordId, isChoice } from './find-field.js';

/** @returns the field of an entity type with a Field record whose choice can decide about others */
export function choiceById(entityType: EntityType | undefined, id: string | null): ReferenceField | undefined {
  const found = entityType?.fields.find((field) => isChoice(field) && fieldRecordId(entityType, field) === id);
  return found?.kind === 'reference' ? found : undefined;
}

/**
 * The sets whose choice decides about the options of a set.
 * @param except the id of a Field that does not count
 */
export function decidingSets(catalog: Catalog, set: string, except?: string): string[] {
  const sets = dependentFields(catalog).filter(({ field }) => field.dataSet === set && field.custom?.id !== except);
  return [...new Set(sets.flatMap(({ entityType, field }) => parentOf(entityType, field)?.dataSet ?? []))];
}

/** The fields about whose options the choice of an option of a set decides, by the sets of these options. */
export function dependentSets(catalog: Catalog, set: string): ReadonlyMap<string, readonly FoundField[]> {
  const found = new Map<string, FoundField[]>();
  for (const { entityType, field } of dependentFields(catalog)) {
    if (field.dataSet === undefined || parentOf(entityType, field)?.dataSet !== set) continue;
    found.set(field.dataSet, [...(found.get(field.dataSet) ?? []), { entityType, field }]);
  }
  return found;
}

/** What decides about fields, by the ids of their Fields, where that is about to change. */
type NewParents = ReadonlyMap<string, ReferenceField | undefined>;

/** @returns the fields that decide one about the other, from a parent to the field itself; undefined where there is no circle */
export function circleOfParents(
  entityType: EntityType,
  parent: ReferenceField,
  id: string,
  changed: NewParents,
): string[] | undefined {
  const chain: string[] = [];
  const seen = new Set<Field>();
  for (let field: ReferenceField | undefined = parent; field && !seen.has(field); ) {
    seen.add(field);
    chain.push(apiNameOf(field));
    const own: string | undefined = field.custom?.id;
    if (own === id) return chain;
    field = own !== undefined && changed.has(own) ? changed.get(own) : parentOf(entityType, field);
  }
  return undefined;
}

function dependentFields(catalog: Catalog) {
  return catalog.entityTypes
    .filter(({ union }) => !union)
    .flatMap((entityType) =>
      entityType.fields.flatMap((field) =>
        field.kind === 'reference' && field.custom?.allowedBy !== undefined ? [{ entityType, field }] : [],
      ),
    );
}

function parentOf({ fields }: EntityType, { custom }: ReferenceField): ReferenceField | undefined {
  const parent = custom?.allowedBy === undefined ? undefined : fields.find(({ name }) => name === custom.allowedBy);
  return parent?.kind === 'reference' ? parent : undefined;
}
