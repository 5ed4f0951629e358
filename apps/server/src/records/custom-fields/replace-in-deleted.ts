/**
 * Has deleted records change their choice as well when an option takes the place of another one: however many they are, without reading
 * any of them.
 */
import { ChoiceCompiler } from '../../sql/compile-choices.js';
import type { Draft } from '../draft.js';
import type { RecordWriter } from '../record-writer.js';
import { choosingFields, isRowOfChoice } from './option-uses.js';
import { replacementIn } from './replaced-by.js';

/** Once the records that are not deleted are written. @param field the draft of a Field record, with its options */
export async function replaceInDeleted(field: Draft, writer: RecordWriter): Promise<void> {
  const compiler = new ChoiceCompiler(writer.store.db.dialect, writer.space);
  for (const option of field.rowSets.flatMap(({ removed }) => removed)) {
    const [set, replacement] = [option.text('data_set_id'), replacementIn(field, option.id)];
    if (set === null || replacement === undefined) continue;
    for (const use of choosingFields(writer.catalog, set)) {
      const choice = isRowOfChoice(use) ? { ...use, owner: 'record_id' } : use;
      const statements = compiler.compileReplace(choice, option.id, replacement, await writer.stamp());
      for (const statement of statements) await writer.transaction.run(statement);
    }
  }
}
