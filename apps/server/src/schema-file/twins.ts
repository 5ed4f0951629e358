/**
 * Twins: a field of leads and one of opportunities that take over each other's values. Said at one of them, it is true of both. Pure.
 */
import type { Definition } from './schema.js';

export function withTwins<Mark>(fields: readonly Definition<Mark>[]): Definition<Mark>[] {
  const twinOf = new Map<string, string>();
  for (const { name, members } of fields) {
    const { shared_with_field: twin } = members;
    if (typeof twin === 'string') twinOf.set(name, twin);
  }
  for (const [name, twin] of [...twinOf]) if (!twinOf.has(twin)) twinOf.set(twin, name);
  return fields.map((field) => {
    const twin = twinOf.get(field.name);
    if (twin === undefined || twin === field.members.shared_with_field) return field;
    return { ...field, members: { ...field.members, shared_with_field: twin } };
  });
}
