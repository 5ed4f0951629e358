/**
 * Drafts of what rules asked for besides the records that they were asked about. Nothing of it is checked.
 */
import { v7 as newUuid } from 'uuid';
import { TransactionConflict } from '../../db/translate-error.js';
import type { Operand } from '../../plan/predicate.js';
import type { RowLock } from '../../sql/write/compile-stored.js';
import { setJoined, setPlainDefaults } from './complete-draft.js';
import { Draft, emptyChange, unchangedDraft } from './draft.js';
import type { Extras, MadeRecord } from './draft-context.js';
import { readStored, type StoredReading } from './stored-record.js';

/**
 * @param known the drafts of the write, by id: what else is to change in them changes there
 * @returns drafts of the other records, each once
 * @throws TransactionConflict when a record is not any more as its rule has seen it
 */
export async function extraDrafts(
  reading: StoredReading,
  lock: RowLock,
  now: string,
  extras: readonly Extras[],
  known: ReadonlyMap<string, Draft>,
): Promise<Draft[]> {
  const made = madeDrafts(
    reading,
    now,
    extras.flatMap((one) => one.made),
  );
  const changed = await changedDrafts(
    reading,
    lock,
    extras.flatMap((one) => one.changed),
    known,
  );
  return [...made, ...changed];
}

/** @returns drafts of new records that rules asked for */
export function madeDrafts(reading: StoredReading, now: string, made: readonly MadeRecord[]): Draft[] {
  return made.map((one) => newDraft(reading, one, now));
}

function newDraft({ store }: StoredReading, { entityType: typeName, values }: MadeRecord, now: string): Draft {
  const entityType = store.catalog.existing(typeName);
  const id = values.get('id');
  const change = { ...emptyChange(entityType), values: new Map(values) };
  const draft = new Draft(entityType, typeof id === 'string' ? id : newUuid(), undefined, change, 0);
  setPlainDefaults(draft, now);
  setJoined(draft);
  return draft;
}

/** @throws TransactionConflict when another transaction has changed the record since a rule looked at it */
function checkUnchanged(draft: Draft | undefined, seen: ReadonlyMap<string, Operand>): void {
  if (!draft || [...seen].every(([name, value]) => draft.get(name) === value)) return;
  throw new TransactionConflict(`${draft.entityType.name} ${draft.id} has changed since it was looked at`);
}

async function changedDrafts(
  reading: StoredReading,
  lock: RowLock,
  changes: Extras['changed'],
  known: ReadonlyMap<string, Draft>,
): Promise<Draft[]> {
  const others = changes.filter(({ id }) => !known.has(id));
  const drafts = new Map<string, Draft>();
  for (const typeName of new Set(others.map(({ entityType }) => entityType))) {
    const entityType = reading.store.catalog.existing(typeName);
    const ids = others.filter((change) => change.entityType === typeName).map(({ id }) => id);
    const stored = await readStored(reading, entityType, ids, { includeDeleted: false, lock });
    for (const [id, record] of stored) drafts.set(id, unchangedDraft(entityType, record));
  }
  for (const { id, seen } of others) checkUnchanged(drafts.get(id), seen);
  for (const { id, values } of changes) {
    const draft = known.get(id) ?? drafts.get(id);
    for (const [name, value] of values) draft?.set(name, value);
  }
  for (const draft of drafts.values()) setJoined(draft);
  return [...drafts.values()].filter((draft) => draft.changesAnything);
}
