/** The default of a member as bodies write it: the catalog has it as it is stored. Pure. */
import type { Field } from '../entity-type.js';
import type { JsonValue } from '../json-value.js';

/** @returns undefined for a member without default, and for one whose default is found only when a record is made */
export function defaultValue(member: Field): JsonValue | undefined {
  if (member.default?.kind !== 'value') return undefined;
  const { value } = member.default;
  if (member.kind === 'money') return { base_value: Number(value) };
  return member.kind === 'value' && member.type === 'decimal' ? Number(value) : value;
}
