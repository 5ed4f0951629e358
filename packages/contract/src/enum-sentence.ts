/** Words for enumerated values; what documents and SDL share. Pure. */
import type { EnumValue } from './entity-type.js';

/** What the values of an enumerated member mean, as a sentence for its description; empty for other members. */
export function enumSentence(member: { readonly enum?: readonly EnumValue[] }): string {
  const labels = member.enum?.filter(({ value, label }) => String(value) !== label);
  return labels?.length ? ` ${labels.map(({ value, label }) => `${value} ${label}`).join(', ')}.` : '';
}
