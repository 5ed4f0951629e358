/**
 * What takes the place of options that a change of a field removes, as `replaced_by` of its body says. Asks no database.
 */
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import type { Draft } from '../../records/write/draft.js';
import { objectIn } from './field-draft.js';

const member = 'replaced_by';

/** @returns the id of the option that takes the place of another one; undefined where the body names none that stays */
export function replacementIn(field: Draft, option: string): string | undefined {
  const found = Object.entries(objectIn(field, member) ?? {}).find(([id]) => id.toLowerCase() === option)?.[1];
  const id = typeof found === 'string' ? found.toLowerCase() : undefined;
  return id !== undefined && staying(field).has(id) ? id : undefined;
}

/** @returns what is wrong with the member: it leads from options that go to options that stay */
export function replacedByErrors(field: Draft): FieldLeaf[] {
  if (field.text(member) === null || field.text(member) === 'null') return [];
  const given = objectIn(field, member);
  if (!given)
    return [invalid(member, 'must be an object: the id of each option that goes, with the id of one that stays.')];
  const going = new Set(field.rowSets.flatMap(({ removed }) => removed).map(({ id }) => id));
  const stays = staying(field);
  return Object.entries(given).flatMap(([id, replacement]) => {
    if (!going.has(id.toLowerCase()))
      return [invalid(member, `${id} is not an option that this change of data_set removes.`)];
    const isKept = typeof replacement === 'string' && stays.has(replacement.toLowerCase());
    return isKept ? [] : [invalid(member, `${JSON.stringify(replacement)} is not an option that stays.`)];
  });
}

function staying({ rowSets }: Draft): ReadonlySet<string> {
  return new Set(rowSets.flatMap(({ drafts }) => drafts).map(({ id }) => id));
}
