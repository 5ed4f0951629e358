/**
 * Twins: a field of leads and one of opportunities that take over each other's values. Said at one of them, it is true of both. Pure.
 */
import type { Change } from './change.js';
import type { Definition, Json, SpaceSchema } from './schema.js';

const member = 'shared_with_field';

export function withTwins<Mark>(fields: readonly Definition<Mark>[]): Definition<Mark>[] {
  const twinOf = new Map<string, Json>();
  for (const { name, members } of fields) if (members[member] !== undefined) twinOf.set(name, members[member]);
  for (const [name, twin] of [...twinOf]) if (!twinOf.has(String(twin))) twinOf.set(String(twin), name);
  return fields.map((field) => {
    const twin = twinOf.get(field.name);
    if (twin === undefined || twin === field.members[member]) return field;
    return { ...field, members: { ...field.members, [member]: twin } };
  });
}

/** @returns the changes in which only the later of two fields, by name, says that they become twins or are no longer */
export function toldOnce(changes: readonly Change[]): Change[] {
  const telling = new Set(changes.flatMap(({ name, members }) => (member in members ? [name] : [])));
  return changes.flatMap((change) => {
    const { [member]: tie, ...others } = change.members;
    const twin = String(tie?.to ?? tie?.from);
    if (change.what !== 'field' || !tie || twin < change.name || !telling.has(twin)) return [change];
    const isNothingElse = change.action === 'change' && Object.keys(others).length === 0;
    return isNothingElse ? [] : [{ ...change, members: others }];
  });
}

/** @returns the changes by which fields that are to be removed are untied; none when they are no twins */
export function untie(removals: readonly Change[], { fields = [] }: Pick<SpaceSchema, 'fields'>): Change[] {
  const ties = removals.flatMap((change): Change[] => {
    const twin = fields.find(({ name }) => change.what === 'field' && name === change.name)?.members[member];
    return twin === undefined
      ? []
      : [{ ...change, action: 'change', members: { [member]: { from: twin, to: undefined } } }];
  });
  return toldOnce(ties);
}
