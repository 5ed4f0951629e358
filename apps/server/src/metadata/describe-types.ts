/**
 * The Type records: what kinds of fields there are and what they can do. Pure.
 */
import type { Operand } from '../plan/predicate.js';
import type { DescribedType } from './described-record.js';
import { fieldTypes, relation } from './field-types.js';
import { fieldTypeId } from './metadata-id.js';

export function describeTypes(): DescribedType {
  const records = Object.entries(fieldTypes).map(([name, type]) => {
    const single = type.relation !== relation.many;
    const values = new Map<string, Operand>([
      ['name', name],
      ['primitive_type', type.primitive],
      ['relation_type', type.relation],
      ['flag', type.flag],
      ['container_size', type.length],
      ['is_filterable', true],
      ['is_groupable', single && type.length !== fieldTypes.text_area.length],
      ['is_selectable', true],
      ['is_sortable', single],
      ['is_delete_protected', true],
    ]);
    return { id: fieldTypeId(name), values };
  });
  return { entityType: 'Type', records };
}
