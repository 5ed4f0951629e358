/**
 * What Field records say of custom fields, by entity type and api name. Pure.
 */
import { idOf, type RecordJson } from '../api/record.js';
import type { CustomMark } from './field-of-schema.js';

/** `system_type` of a field that a space has defined. */
export const customSystemType = 3;

export type CustomMarks = (entityType: string, apiName: string) => CustomMark | undefined;

/** @param fields Field records of custom fields */
export function customMarks(fields: readonly RecordJson[]): CustomMarks {
  const marks = new Map(fields.map((field) => [`${field.entity_name}.${field.api_name}`, markOf(field)]));
  return (entityType, apiName) => marks.get(`${entityType}.${apiName}`);
}

function markOf(field: RecordJson): CustomMark {
  const { type_id, data_set_id, parent_options_field_id } = field;
  return {
    id: idOf(field),
    type: String(type_id),
    ...(typeof data_set_id === 'string' && { dataSet: data_set_id }),
    ...(typeof parent_options_field_id === 'string' && { allowedBy: parent_options_field_id }),
  };
}
