/**
 * The Type records: what kinds of fields there are and what they can do. Pure.
 */
import { customFieldTypes } from '@headwater/catalog';
import type { Operand } from '../plan/list/predicate.js';
import { fieldTypeId } from '../plan/values/metadata-id.js';
import type { DescribedType } from './described-record.js';
import { flagOf, relation } from './field-types.js';

export function describeTypes(): DescribedType {
  const records = customFieldTypes.map((type) => {
    const { name } = type;
    const single = type.relation !== 'many';
    const values = new Map<string, Operand>([
      ['name', name],
      ['primitive_type', type.primitive],
      ['relation_type', relation[type.relation]],
      ['flag', flagOf(type)],
      ['container_size', type.value?.maxLength ?? 0],
      ['is_filterable', true],
      ['is_groupable', single && type.value?.type !== 'text'],
      ['is_selectable', true],
      ['is_sortable', single],
      ['is_delete_protected', true],
    ]);
    return { id: fieldTypeId(name), values };
  });
  return { entityType: 'Type', records };
}
