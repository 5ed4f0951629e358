/** Where members are seen: in answers, in bodies, in REST v1, nowhere. Pure. */
import type { Field } from './entity-type.js';

/** Answers show it, filters and orders know it. */
export function isAnswered(member: Field): boolean {
  return !member.hidden && !(member.kind === 'value' && member.writeOnly);
}

/** Bodies can set it. */
export function isWritable(member: Field): boolean {
  return !member.readOnly && !member.hidden;
}

/** @returns its names in REST v1: one for each part of an amount and each list of rows, none where v1 does not have it */
export function v1NamesOf(field: Field): readonly string[] {
  if (field.kind === 'money') return Object.values(field.v1Names);
  if (field.kind === 'rows' && field.v1Lists) return field.v1Lists.map(({ name }) => name);
  return field.v1Name === null ? [] : [field.v1Name];
}
