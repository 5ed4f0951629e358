/**
 * Reads and locks all that a wave of writes builds on, and drafts its items.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { RowLock } from '../../sql/write/compile-stored.js';
import type { Draft, StoredRecord } from './draft.js';
import { draftItem, mayBeDeleted, storedId } from './draft-item.js';
import type { Family } from './family.js';
import { checkSameParents, type Families, loadFamilies } from './load-families.js';
import type { PlannedItem } from './plan-item.js';
import { readRowSets } from './read-row-sets.js';
import { readStored, type StoredReading } from './stored-record.js';
import type { WriteOutcome } from './write-outcome.js';

export interface WaveItems {
  readonly entityType: EntityType;
  readonly items: readonly PlannedItem[];
  /** Rows as they are stored, by id, read before their parents were locked. */
  readonly seen: ReadonlyMap<string, StoredRecord>;
}

/** An item with its draft, and the families that the record belongs to as a row. */
export interface DraftedItem {
  readonly planned: PlannedItem;
  readonly draft: Draft;
  readonly families: readonly Family[];
}

export interface DraftedWave {
  readonly drafted: readonly DraftedItem[];
  /** Of items that need no draft: refused, or done without a change. */
  readonly outcomes: ReadonlyMap<number, WriteOutcome>;
}

export async function draftWave(reading: StoredReading, lock: RowLock, wave: WaveItems): Promise<DraftedWave> {
  const { entityType, items, seen } = wave;
  const places = items.map(({ id, change }) => ({ seen: seen.get(id), changed: change.values }));
  const families = await loadFamilies(reading, lock, entityType, places);
  const stored = await readItems(reading, lock, wave);
  const outcomes = new Map<number, WriteOutcome>();
  const drafted: DraftedItem[] = [];
  for (const planned of items) {
    const draft = draftOrOutcome(planned, stored.get(planned.id));
    if ('kind' in draft) outcomes.set(planned.index, draft);
    else drafted.push({ planned, draft, families: families.enter(draft) });
  }
  await readRowSets(
    reading,
    drafted.map(({ draft }) => draft),
  );
  for (const family of families.all) family.layOut();
  await readParentSets(reading, families);
  return { drafted, outcomes };
}

async function readItems(
  reading: StoredReading,
  lock: RowLock,
  { entityType, items, seen }: WaveItems,
): Promise<ReadonlyMap<string, StoredRecord>> {
  const ids = items.flatMap((planned) => storedId(planned) ?? []);
  const includeDeleted = items.some(mayBeDeleted);
  const stored = await readStored(reading, entityType, ids, { lock, includeDeleted });
  const relations = reading.store.ownedRelations.get(entityType.name) ?? [];
  for (const [id, record] of stored) {
    const before = seen.get(id);
    if (before) checkSameParents(relations, before, record);
  }
  return stored;
}

function draftOrOutcome(planned: PlannedItem, stored: StoredRecord | undefined): Draft | WriteOutcome {
  try {
    const { entityType, id } = planned;
    const draft = draftItem(planned, stored);
    return draft ?? { kind: 'done', entityType: entityType.name, id, revision: Number(stored?.revision) };
  } catch (error) {
    if (error instanceof ApiError) return { kind: 'failed', error };
    throw error;
  }
}

/** What the rules of those that follow want to see besides the rows that are written. */
async function readParentSets(reading: StoredReading, families: Families): Promise<void> {
  const level = families.all.flatMap(({ parents }) => parents);
  if (level.length === 0) return;
  await readRowSets(reading, [...new Set(level.map(({ draft }) => draft))]);
  for (const family of new Set(level.flatMap(({ above }) => above))) {
    family.layOut();
    await readRowSets(
      reading,
      family.parents.map(({ draft }) => draft),
    );
  }
}
