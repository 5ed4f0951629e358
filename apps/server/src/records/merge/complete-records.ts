/**
 * Completes records again in which something may follow from a change of others, although no item is about them, and writes them.
 * Nothing of them is validated.
 */
import type { EntityType } from '@headwater/catalog';
import { type Draft, unchangedDraft } from '../write/draft.js';
import { extraDrafts } from '../write/extra-drafts.js';
import { persist } from '../write/persist.js';
import { Resolver } from '../write/resolve.js';
import { keepRows } from '../write/rows/row-sets.js';
import { readStored, readStoredRows } from '../write/stored-record.js';
import { validationError } from '../write/validate.js';
import type { WriteContext } from '../write/write-context.js';

/** @param ids of records that are written nowhere else at the time @returns drafts with all rows that the records follow */
export async function draftRecords(
  context: WriteContext,
  entityType: EntityType,
  ids: Iterable<string>,
): Promise<Draft[]> {
  const stored = await readStored(context, entityType, ids, { includeDeleted: false, lock: context.rowLock });
  const drafts = [...stored.values()].map((record) => unchangedDraft(entityType, record));
  const relations = [...context.store.ownedRelations.values()].flat();
  for (const { field } of relations.filter(({ parent }) => parent === entityType)) {
    const target = context.catalog.existing(field.target);
    const rows = await readStoredRows(context, { parent: entityType, field, parents: stored.keys() });
    for (const draft of drafts) draft.rowSets.push(keepRows(field, target, rows.get(draft.id) ?? []));
  }
  return drafts;
}

/**
 * @param drafts each record once
 * @param touched written in any case, so that they show when they last took part in a change
 * @throws ValidationError for a record that cannot follow
 */
export async function completeRecords(
  context: WriteContext,
  drafts: readonly Draft[],
  touched: readonly Draft[] = [],
): Promise<void> {
  if (drafts.length === 0) return;
  const resolver = new Resolver(context);
  for (const draft of drafts) resolver.prepare(draft);
  await context.lookUp(resolver.lookups);
  for (const draft of drafts) {
    resolver.complete(draft);
    if (draft.errors.length > 0) throw validationError(draft);
  }
  const written = [...drafts, ...drafts.flatMap(({ rowSets }) => rowSets.flatMap((set) => set.drafts))];
  const extras = drafts.map((draft) => resolver.extrasOf(draft));
  const { after } = await extraDrafts(context, extras, written);
  const isDue = (draft: Draft) => draft.changesAnything || touched.includes(draft);
  await persist(context, [...written.filter(isDue), ...after]);
}
