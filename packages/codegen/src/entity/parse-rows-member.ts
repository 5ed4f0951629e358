/** A to-many relation: the records of another entity type that point back at this one, given by `x-rows`. */
import type { SpecNode } from '../spec/spec-node.js';
import type { MemberBase, RowsMember } from './entity-model.js';
import { parseV1Name } from './v1-name.js';

const rowsKeys = [
  'target',
  'via',
  'on',
  'primary',
  'owned',
  'sort-by',
  'v1-inline',
  'having',
  'item',
  'single',
] as const;

export function parseRowsMember(base: MemberBase, node: SpecNode): RowsMember {
  const rows = node.get('x-rows');
  rows.allowOnly(rowsKeys);
  if (base.default || base.derived) node.fail('rows have neither a default nor a derivation');
  const owned = rows.find('owned')?.asBoolean() ?? false;
  const single = rows.find('single')?.asBoolean() ?? false;
  return {
    ...base,
    kind: 'rows',
    // Rows that don't belong to the record are changed where they live, not through it.
    readOnly: base.readOnly || !owned,
    nullable: single,
    v1Name: parseV1Name(base.name, node),
    v1Inline: rows.find('v1-inline')?.asBoolean() ?? false,
    target: rows.get('target').asString(),
    via: rows.get('via').asString(),
    on: rows.find('on')?.asString() ?? 'id',
    owned,
    ...(rows.find('primary') && { primary: rows.get('primary').asString() }),
    ...(rows.find('sort-by') && { sortBy: rows.get('sort-by').asString() }),
    ...(rows.find('having') && { having: rows.get('having').asString() }),
    ...(rows.find('item') && { item: rows.get('item').asString() }),
    ...(single && { single }),
  };
}
