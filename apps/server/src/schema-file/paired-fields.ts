/**
 * Paired fields: a field of leads and one of opportunities that share their values. A file may name the pair at either. Pure.
 */
import type { Change } from './compare/change.js';
import type { Definition, Json, SpaceSchema } from './schema.js';

const member = 'shared_with_field';

export function withPairedFields<Mark>(fields: readonly Definition<Mark>[]): Definition<Mark>[] {
  const pairedOf = new Map<string, Json>();
  for (const { name, members } of fields) if (members[member] !== undefined) pairedOf.set(name, members[member]);
  for (const [name, paired] of [...pairedOf]) if (!pairedOf.has(String(paired))) pairedOf.set(String(paired), name);
  return fields.map((field) => {
    const paired = pairedOf.get(field.name);
    if (paired === undefined || paired === field.members[member]) return field;
    return { ...field, members: { ...field.members, [member]: paired } };
  });
}

/** @returns the changes in which only the later of two fields, by name, pairs them or ends the pair */
export function reportedOnce(changes: readonly Change[]): Change[] {
  const pairing = new Set(changes.flatMap(({ name, members }) => (member in members ? [name] : [])));
  return changes.flatMap((change) => {
    const { [member]: tie, ...others } = change.members;
    const paired = String(tie?.to ?? tie?.from);
    if (change.what !== 'field' || !tie || paired < change.name || !pairing.has(paired)) return [change];
    const isNothingElse = change.action === 'change' && Object.keys(others).length === 0;
    return isNothingElse ? [] : [{ ...change, members: others }];
  });
}

/** @returns the changes by which fields that are to be removed are untied; none when they are not paired */
export function untie(removals: readonly Change[], { fields = [] }: Pick<SpaceSchema, 'fields'>): Change[] {
  const ties = removals.flatMap((change): Change[] => {
    const paired = fields.find(({ name }) => change.what === 'field' && name === change.name)?.members[member];
    return paired === undefined
      ? []
      : [{ ...change, action: 'change', members: { [member]: { from: paired, to: undefined } } }];
  });
  return reportedOnce(ties);
}
