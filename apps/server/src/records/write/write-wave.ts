/**
 * Makes many writes of one entity type together. All are drafted and checked before anything is written, so that a refused one leaves
 * no trace and does not stop the others.
 */

import { lockRecordsAbove } from '../../computed/derived/lock-above.js';
import { Lookups } from '../../sql/write/lookups.js';
import { ruleOf } from '../rules/index.js';
import { type Draft, isWritten, keptDrafts, writtenDrafts } from './draft.js';
import { type DraftedItem, draftWave, type WaveItems } from './draft-wave.js';
import { extraDrafts, madeDrafts } from './extra-drafts.js';
import type { PlannedItem } from './plan-item.js';
import type { RecordWriter } from './record-writer.js';
import { type SettledWave, settleWave } from './settle-wave.js';
import { Settlement } from './settlement.js';
import type { StoredReading } from './stored-record.js';
import type { WriteOutcome } from './write-outcome.js';

export interface WaveWriting {
  readonly reading: StoredReading;
  readonly writer: RecordWriter;
  /** Id of the user for whom the writes are made. */
  readonly actor: string | null;
  /** What is sound is written although something else is not. */
  readonly keepGoing: boolean;
}

export interface WaveOutcome {
  /** By the places of the items. */
  readonly outcomes: ReadonlyMap<number, WriteOutcome>;
  /** Items that can only be written after this wave. */
  readonly later: readonly PlannedItem[];
  /** Ids of the records that were written. */
  readonly written: ReadonlySet<string>;
}

/** Writes nothing when an item fails, unless it is to keep going. */
export async function writeWave(writing: WaveWriting, wave: WaveItems): Promise<WaveOutcome> {
  const { reading, writer, actor, keepGoing } = writing;
  await lockRecordsAbove({ reading, writer }, wave.items);
  const { drafted, outcomes: early } = await draftWave(reading, writer.rowLock, wave);
  for (const { draft } of drafted) await ruleOf(draft.entityType.name)?.lockAhead?.(draft, writer);
  const { catalog, withDeleted, db, definitions } = reading.store;
  const lookups = new Lookups(db.dialect, reading.space);
  const settlement = new Settlement({ catalog, withDeleted, lookups, now: writer.moment, actor, definitions });
  const settled = await settleWave(settlement, lookups, writer, drafted);
  const outcomes = new Map(early);
  for (const { planned, error } of settled.refused) outcomes.set(planned.index, { kind: 'failed', error });
  if (!keepGoing && [...outcomes.values()].some(({ kind }) => kind === 'failed')) {
    return { outcomes, later: settled.later, written: new Set() };
  }
  const drafts = await draftsToWrite(writing, settlement, settled);
  await writer.write(drafts);
  for (const { draft } of settled.sound) await ruleOf(draft.entityType.name)?.written?.(draft, writer);
  for (const { planned, draft } of settled.sound) outcomes.set(planned.index, await outcomeOf(writer, draft));
  return { outcomes, later: settled.later, written: new Set(drafts.map(({ id }) => id)) };
}

/** The records of the items with their rows, those that follow them, and what rules asked for; each once. */
async function draftsToWrite(
  { reading, writer }: WaveWriting,
  settlement: Settlement,
  { sound, followers }: SettledWave,
): Promise<Draft[]> {
  const roots = sound.map(({ draft }) => draft);
  const extras = [...roots, ...followers].map((draft) => settlement.extrasOf(draft));
  const known = new Map([...roots.flatMap(keptDrafts), ...followers].map((draft) => [draft.id, draft]));
  const others = await extraDrafts(reading, writer.rowLock, writer.moment, extras, known);
  const before = madeDrafts(
    reading,
    writer.moment,
    extras.flatMap(({ madeBefore }) => madeBefore),
  );
  return [...new Set([...before, ...roots.flatMap(writtenDrafts), ...changedAround(sound, followers), ...others])];
}

/** Rows beside those that were asked for, and parents. */
function changedAround(sound: readonly DraftedItem[], followers: readonly Draft[]): Draft[] {
  const beside = sound.flatMap(({ families }) => families.flatMap((family) => family.rows()));
  const below = followers.flatMap((parent) => parent.rowSets.flatMap((set) => set.drafts));
  return [...beside, ...below, ...followers].filter((draft) => draft.act === 'update' && draft.changesAnything);
}

async function outcomeOf(writer: RecordWriter, draft: Draft): Promise<WriteOutcome> {
  const revision = isWritten(draft) ? await writer.revision() : Number(draft.stored?.revision);
  return { kind: 'done', entityType: draft.entityType.name, id: draft.id, revision };
}
