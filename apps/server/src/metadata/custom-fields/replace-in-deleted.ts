/**
 * Has what is deleted change its choice as well when an option takes the place of another one, be it records, fields or entity types:
 * however much it is, without reading any of it.
 */

import type { Draft } from '../../records/write/draft.js';
import type { WriteEffects } from '../../records/write/write-effects.js';
import { ChoiceCompiler } from '../../sql/write/compile-choices.js';
import { MergeCompiler } from '../../sql/write/compile-merge.js';
import { type ChoosingField, choosingFields, choosingType, isRowOfChoice, owningReference } from './option-uses.js';
import { replacementIn } from './replaced-by.js';

/** An option of whose place another one takes. */
interface Replaced {
  readonly id: string;
  readonly set: string;
  readonly replacement: string;
}

/**
 * Locks what has chosen such options, deleted or not, ahead of the revision of the space: a transaction that has it must not wait for a
 * row. A write of a record with its rows locks the record alone, so records come ahead of rows. @param field the draft of a Field record
 */
export async function lockChoices(field: Draft, effects: WriteEffects): Promise<void> {
  const { rowLock, space, dialect, transaction } = effects;
  const catalog = effects.withDeleted();
  const merging = new MergeCompiler(dialect, space);
  if (!merging.locks) return;
  const replaced = replacedOptions(field);
  const gone = replaced.map(({ id }) => id);
  const uses = [...new Set(replaced.map(({ set }) => set))].flatMap((set) => choosingFields(catalog, set));
  const rows = uses.filter(isRowOfChoice);
  const waits = rowLock === 'waiting';
  for (const use of rows) {
    const lock = merging.compileLockOwners(
      choosingType(catalog, use.entityType),
      referencesOf(use),
      owningReference,
      gone,
      waits,
    );
    await transaction.run(lock);
  }
  for (const use of [...uses.filter((one) => !isRowOfChoice(one)), ...rows]) {
    await transaction.run(merging.compileLock(referencesOf(use), gone, waits));
  }
}

function referencesOf({ entityType, field }: ChoosingField) {
  return { entityType, fields: [field] };
}

function replacedOptions(field: Draft): Replaced[] {
  return field.rowSets.flatMap(({ removed }) =>
    removed.flatMap((option) => {
      const [set, replacement] = [option.text('data_set_id'), replacementIn(field, option.id)];
      return set === null || replacement === undefined ? [] : [{ id: option.id, set, replacement }];
    }),
  );
}

/** Once the records that are not deleted are written. @param field the draft of a Field record, with its options */
export async function replaceInDeleted(field: Draft, effects: WriteEffects): Promise<void> {
  const { catalog, transaction } = effects;
  const compiler = new ChoiceCompiler(effects.dialect, effects.space);
  for (const { id, set, replacement } of replacedOptions(field)) {
    for (const use of choosingFields(effects.withDeleted(), set)) {
      const choice = isRowOfChoice(use) ? { ...use, owner: owningReference } : use;
      const rows = { target: use.entityType, via: use.field.name, parents: [id] };
      const stamp = await effects.stamp({ entityType: use.entityType, act: 'update', records: rows });
      for (const statement of compiler.compileReplace(choice, id, replacement, stamp)) await transaction.run(statement);
      if (isRowOfChoice(use)) effects.recount(use.entityType);
    }
    await transaction.run(compiler.compileReplaceDefault(catalog.existing('Field'), set, id, replacement));
  }
}
