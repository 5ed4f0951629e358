/** Where members are seen: in answers, in bodies, nowhere. Pure. */
import type { Field } from './entity-type.js';

/** Answers show it, filters and orders know it. */
export function isAnswered(member: Field): boolean {
  return !member.hidden && !(member.kind === 'value' && member.writeOnly);
}

/** Bodies can set it. */
export function isWritable(member: Field): boolean {
  return !member.readOnly && !member.hidden;
}
