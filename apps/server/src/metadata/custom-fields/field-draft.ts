/**
 * What a Field record says while it is being written: its members, its owner by name, and what fields that are written
 * together claim. Knows no rule.
 */
import type { Catalog, CustomFieldType, EntityType } from '@headwater/catalog';
import { meantBy } from '../../plan/values/parse-value.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import { type FieldRow, type LookupSettings, type RollUpSettings, systemType } from '../space-catalog/metadata.js';

export function isCustom(draft: Draft): boolean {
  return draft.isNew || draft.get('system_type') === systemType.custom;
}

/** @returns a JSON member as an object; undefined when it is unset or something else */
export function objectIn(draft: Draft, member: string): Readonly<Record<string, unknown>> | undefined {
  const value: unknown = JSON.parse(draft.text(member) ?? 'null');
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

/** @param draft whose settings have been checked @returns what its catalog entry follows from */
export function fieldRow(draft: Draft): FieldRow {
  return {
    id: draft.id,
    entity_name: draft.text('entity_name') ?? '',
    api_name: draft.text('api_name') ?? '',
    name: draft.text('name') ?? '',
    type_id: (draft.text('type_id') ?? '') as CustomFieldType,
    is_unique: draft.get('is_unique') === true,
    default_value: draft.text('default_value'),
    calc_formula: draft.text('calc_formula'),
    data_set_id: draft.text('data_set_id'),
    sequence_pattern: draft.text('sequence_pattern'),
    lookup: (objectIn(draft, 'lookup') as LookupSettings | undefined) ?? null,
    rollup: (objectIn(draft, 'rollup') as RollUpSettings | undefined) ?? null,
    relation_id: draft.text('relation_id'),
    shared_with_field_id: draft.text('shared_with_field_id'),
    parent_options_field_id: draft.text('parent_options_field_id'),
  };
}

// Claims among fields that are written together, such as to be the other side of a lookup: the catalog does not know
// these fields yet. Asks no database.

const claims = () => new Map<string, string>();

/** @returns whether the field has the claim: it made it, or nobody did so far */
export function claim({ shared }: Pick<RuleContext, 'shared'>, what: string, field: string): boolean {
  const holders = shared(claims);
  const holder = holders.get(what) ?? field;
  holders.set(what, holder);
  return holder === field;
}

// The entity types that Field records belong to, by the names that bodies give them. Pure.

/** @param name as people write it: also one that the interface has for line items where it lists the owners of custom fields */
export function entityNamed(catalog: Catalog, name: string): EntityType | undefined {
  const field = catalog.field('Field', 'entity_name');
  return catalog.entityType(field?.kind === 'value' ? meantBy(field, name) : name);
}

/** @returns the names of those that can have custom fields */
export function ownersOfCustomFields({ entityTypes }: Catalog): string[] {
  return entityTypes.filter(({ customFields }) => customFields).map(({ name }) => name);
}
