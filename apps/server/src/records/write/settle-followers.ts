/**
 * Completes records anew in which something may follow from a change of others, although nobody asked to write them, and writes what
 * came of it. Nothing of them is checked.
 */
import type { EntityType } from '@headwater/catalog';
import { Lookups } from '../../sql/write/lookups.js';
import { type Draft, unchangedDraft } from './draft.js';
import { extraDrafts } from './extra-drafts.js';
import type { RecordWriter } from './record-writer.js';
import { keepRows } from './row-set.js';
import { validationError } from './settle-wave.js';
import { Settlement } from './settlement.js';
import { readStored, readStoredRows, type StoredReading } from './stored-record.js';

/** What writes inside one transaction work with. */
export interface Writing {
  readonly reading: StoredReading;
  readonly writer: RecordWriter;
  /** Id of the user for whom the write is made; null: for none. */
  readonly actor: string | null;
}

/** @param ids of records that are written nowhere else at the time @returns drafts with all rows that the records follow */
export async function draftFollowers(
  { reading, writer }: Writing,
  entityType: EntityType,
  ids: Iterable<string>,
): Promise<Draft[]> {
  const stored = await readStored(reading, entityType, ids, { includeDeleted: false, lock: writer.rowLock });
  const drafts = [...stored.values()].map((record) => unchangedDraft(entityType, record));
  const relations = [...reading.store.ownedRelations.values()].flat();
  for (const { field } of relations.filter(({ parent }) => parent === entityType)) {
    const target = reading.store.catalog.existing(field.target);
    const rows = await readStoredRows(reading, { parent: entityType, field, parents: stored.keys() });
    for (const draft of drafts) draft.rowSets.push(keepRows(field, target, rows.get(draft.id) ?? []));
  }
  return drafts;
}

/**
 * @param drafts each record once
 * @param touched written in any case, so that they show when they last took part in a change
 * @throws ValidationError for a record that cannot follow
 */
export async function settleFollowers(
  { reading, writer, actor }: Writing,
  drafts: readonly Draft[],
  touched: readonly Draft[] = [],
): Promise<void> {
  if (drafts.length === 0) return;
  const { store, space } = reading;
  const lookups = new Lookups(store.db.dialect, space);
  const settlement = new Settlement({
    catalog: store.catalog,
    withDeleted: store.withDeleted,
    lookups,
    now: writer.moment,
    actor,
    definitions: store.definitions,
  });
  for (const draft of drafts) settlement.prepareParent(draft);
  await writer.lookUp(lookups);
  for (const draft of drafts) {
    settlement.completeParent(draft);
    if (draft.mistakes.length > 0) throw validationError(draft);
  }
  const written = [...drafts, ...drafts.flatMap(({ rowSets }) => rowSets.flatMap((set) => set.drafts))];
  const extras = drafts.map((draft) => settlement.extrasOf(draft));
  const known = new Map(written.map((draft) => [draft.id, draft]));
  const others = await extraDrafts(reading, writer.rowLock, writer.moment, extras, known);
  const isDue = (draft: Draft) => draft.changesAnything || touched.includes(draft);
  await writer.write([...written.filter(isDue), ...others]);
}
