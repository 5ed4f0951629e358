/** Where members are seen: in answers, in bodies, nowhere. Pure. */
import type { Member } from './entity-type.js';

/** Answers show it, filters and orders know it. */
export function isAnswered(member: Member): boolean {
  return !member.hidden && !(member.kind === 'value' && member.writeOnly);
}

/** Bodies can set it. */
export function isWritable(member: Member): boolean {
  return !member.readOnly && !member.hidden;
}
