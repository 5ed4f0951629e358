/**
 * What a Field record says while it is being written. Knows no rule.
 */
import type { CustomFieldType } from '@headwater/catalog';
import type { Draft } from '../../records/write/draft.js';
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
