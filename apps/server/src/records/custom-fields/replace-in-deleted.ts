/**
 * Has deleted records change their choice as well when an option takes the place of another one: however many they are, without reading
 * any of them.
 */
import type { EntityType } from '@headwater/catalog';
import { ChoiceCompiler } from '../../sql/compile-choices.js';
import { MergeCompiler } from '../../sql/compile-merge.js';
import type { Draft } from '../draft.js';
import type { RecordWriter } from '../record-writer.js';
import { type ChoosingField, choosingFields, isRowOfChoice } from './option-uses.js';
import { replacementIn } from './replaced-by.js';

/** Of rows of fields with several options: their reference to the record that has chosen. */
const owner = 'record_id';

/** An option of whose place another one takes. */
interface Replaced {
  readonly id: string;
  readonly set: string;
  readonly replacement: string;
}

/**
 * Locks what has chosen such options, deleted or not, ahead of the revision of the space: who holds that must not wait for a row. Whoever
 * writes a record with its rows locks the record alone, so records come ahead of rows. @param field the draft of a Field record
 */
export async function lockChoices(field: Draft, writer: RecordWriter): Promise<void> {
  const { catalog, rowLock, space, store, transaction } = writer;
  const merging = new MergeCompiler(store.db.dialect, space);
  if (!merging.locks) return;
  const replaced = replacedOptions(field);
  const gone = replaced.map(({ id }) => id);
  const uses = [...new Set(replaced.map(({ set }) => set))].flatMap((set) => choosingFields(catalog, set));
  const rows = uses.filter(isRowOfChoice);
  const waits = rowLock === 'waiting';
  for (const use of rows) {
    const lock = merging.compileLockOwners(ownerOf(use, writer), referencesOf(use), owner, gone, waits);
    await transaction.run(lock);
  }
  for (const use of [...uses.filter((one) => !isRowOfChoice(one)), ...rows]) {
    await transaction.run(merging.compileLock(referencesOf(use), gone, waits));
  }
}

function referencesOf({ entityType, field }: ChoosingField) {
  return { entityType, fields: [field] };
}

function ownerOf({ entityType }: ChoosingField, { catalog }: RecordWriter): EntityType {
  const field = catalog.field(entityType.name, owner);
  const target = field?.kind === 'reference' ? field.targets[0] : undefined;
  if (target === undefined) throw new Error(`rows of ${entityType.name} belong to no record`);
  return catalog.existing(target);
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
export async function replaceInDeleted(field: Draft, writer: RecordWriter): Promise<void> {
  const compiler = new ChoiceCompiler(writer.store.db.dialect, writer.space);
  for (const { id, set, replacement } of replacedOptions(field)) {
    for (const use of choosingFields(writer.catalog, set)) {
      const choice = isRowOfChoice(use) ? { ...use, owner } : use;
      const statements = compiler.compileReplace(choice, id, replacement, await writer.stamp());
      for (const statement of statements) await writer.transaction.run(statement);
    }
  }
}
