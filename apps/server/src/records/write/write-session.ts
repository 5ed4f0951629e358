/**
 * The writes of one transaction. What is written together is drafted and checked whole before anything changes, so a refused write
 * leaves no trace and does not stop the others.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import { settleRollUps } from '../../computed/derived/settle-roll-ups.js';
import type { Transaction } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { withCurrentCatalog } from '../../metadata/current-catalog.js';
import { chooseKinds } from '../../metadata/custom-entities/choose-kinds.js';
import type {
  CreateRequest,
  DeleteRequest,
  RestoreRequest,
  UpdateRequest,
  WriteItem,
} from '../../request/write-request.js';
import type { Call } from '../call.js';
import { now } from '../clock.js';
import { handOver, planRecordTurn, splitBody, type TurnRequest } from '../convert/turn-record.js';
import type { RecordStore } from '../record-store.js';
import { chooseWave, type HeldParent, type Wave } from './choose-wave.js';
import type { StoredRecord } from './draft.js';
import { storedId } from './draft-item.js';
import { parentIds } from './load-families.js';
import { type PlannedItem, planItem } from './plan-item.js';
import { RecordWriter } from './record-writer.js';
import { readStored, type StoredReading } from './stored-record.js';
import { type WriteDone, type WriteOutcome, WritesRefused } from './write-outcome.js';
import { writeWave } from './write-wave.js';

/**
 * Runs `work` in one transaction; all its changes have one revision.
 * @param work may be run again when another transaction was in the way, and in another store when the space has changed its fields or
 *   entities: it takes the store from the session
 * @throws ApiError `ERROR_FORBIDDEN` for a key that may only read
 */
export async function inOneWrite<T>(
  store: RecordStore,
  call: Call,
  work: (session: WriteSession) => Promise<T>,
): Promise<T> {
  if (call.principal.readOnly) {
    throw new ApiError('ERROR_FORBIDDEN', 'This key may only read. Use a key that may write.');
  }
  return withCurrentCatalog(store, call.principal.space, async (current) => {
    let leavesWork = false;
    const result = await current.db.write(async (transaction) => {
      const session = new WriteSession(current, call, transaction);
      const done = await work(session);
      leavesWork = session.writer.leavesWork;
      return done;
    });
    if (leavesWork) current.bell.ring();
    return result;
  });
}

export interface WriteOptions {
  /** Failed items are left out and all others written; else the first failures make the whole call fail. */
  readonly keepGoing: boolean;
}

export class WriteSession {
  readonly reading: StoredReading;
  readonly writer: RecordWriter;
  /** Id of the user for whom the writes are made; null: for none. */
  readonly actor: string | null;

  constructor(
    readonly store: RecordStore,
    call: Call,
    readonly transaction: Transaction,
  ) {
    const { space, client } = call.principal;
    this.reading = { store, transaction, space };
    this.writer = new RecordWriter(store, transaction, space, now());
    this.actor = client;
  }

  /**
   * Writes any number of records with a handful of statements, with the outcome that they would have one after another: an item sees
   * what those before it have done.
   * @returns what became of each item, in their order
   * @throws WritesRefused with the failed items, unless `keepGoing`; the transaction must then be given up
   */
  async writeAll(items: readonly WriteItem[], options: WriteOptions): Promise<WriteOutcome[]> {
    const planned = items.map((item, index) => planItem(this.store.catalog, item, index));
    const outcomes = await this.writePlanned(await chooseKinds(this.reading, planned), options);
    await this.settleRollUps();
    return outcomes;
  }

  /** Works out the roll-ups that sum up what was written, when that was done otherwise than by the session. */
  settleRollUps(): Promise<void> {
    return settleRollUps(this);
  }

  private async writePlanned(items: readonly PlannedItem[], { keepGoing }: WriteOptions): Promise<WriteOutcome[]> {
    const outcomes = new Map<number, WriteOutcome>();
    const seen = new Map<string, StoredRecord>();
    let waiting = items;
    while (waiting.length > 0) {
      const wave = await this.nextWave(waiting, seen);
      const done = await this.writeWave(wave, seen, keepGoing);
      for (const [index, outcome] of done.outcomes) outcomes.set(index, outcome);
      if ([...done.outcomes.values()].some(({ kind }) => kind === 'failed')) await this.writer.confirmCatalog();
      if (!keepGoing) refuseFailures(done.outcomes);
      for (const id of done.written) seen.delete(id);
      waiting = [...done.later, ...wave.later].sort((a, b) => a.index - b.index);
    }
    return items.map((_, index) => outcomes.get(index) as WriteOutcome);
  }

  /** @throws ValidationError with every mistake of the body */
  create(request: Omit<CreateRequest, 'selection'>): Promise<WriteDone> {
    return this.writeOne({ ...request, kind: 'create' });
  }

  /** @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`; ValidationError with every mistake of the body */
  update(request: Omit<UpdateRequest, 'selection'>): Promise<WriteDone> {
    return this.writeOne({ ...request, kind: 'update' });
  }

  /** @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_DELETE_PROTECTED` */
  delete(request: DeleteRequest): Promise<WriteDone> {
    return this.writeOne({ ...request, kind: 'delete' });
  }

  /**
   * Brings a deleted record back with the owned rows that went with it; one that is not deleted stays as it is.
   * @throws ApiError `ERROR_RECORD_NOT_FOUND`; ValidationError when values are taken or targets deleted meanwhile
   */
  restore(request: RestoreRequest): Promise<WriteDone> {
    return this.writeOne({ ...request, kind: 'restore' });
  }

  /**
   * Makes a record of another entity type of one that is there: it keeps its id, what both types have and all that belongs to it.
   * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_STATE_CONFLICT`; ValidationError; the transaction
   * must then be given up
   */
  async turn(request: TurnRequest): Promise<WriteDone> {
    const { own, rows } = splitBody(this.store.catalog.existing(request.to), request.body);
    const turning = { reading: this.reading, writer: this.writer };
    const planned = await planRecordTurn(turning, { ...request, body: own });
    const done = onlyOutcome(await this.writePlanned([planned], { keepGoing: true }));
    await handOver(turning, request, planned);
    await this.settleRollUps();
    if (Object.keys(rows).length === 0) return done;
    return this.update({ entityType: request.to, id: done.id, body: rows, validationLevel: request.validationLevel });
  }

  /** A refused write leaves the transaction as it was: nothing is written before all is checked. */
  private async writeOne(item: WriteItem): Promise<WriteDone> {
    return onlyOutcome(await this.writeAll([item], { keepGoing: true }));
  }

  private writeWave(wave: Wave, seen: ReadonlyMap<string, StoredRecord>, keepGoing: boolean) {
    const { reading, writer, actor } = this;
    const [{ entityType }] = wave.items as [PlannedItem];
    return writeWave({ reading, writer, actor, keepGoing }, { entityType, items: wave.items, seen });
  }

  /** Rows are looked at ahead of the wave, to know the parents that must be locked before them. */
  private async nextWave(waiting: readonly PlannedItem[], seen: Map<string, StoredRecord>): Promise<Wave> {
    const [{ entityType }] = waiting as [PlannedItem];
    const relations = this.store.ownedRelations.get(entityType.name) ?? [];
    if (relations.length === 0) return chooseWave(waiting, () => []);
    for (const [id, record] of await this.see(entityType, waiting, seen)) seen.set(id, record);
    return chooseWave(waiting, (planned): HeldParent[] =>
      relations.flatMap(({ field }) => {
        const stored = seen.get(planned.id);
        const isExclusive = planned.isAlone === true || mayMoveFlag(planned, field, stored);
        const ids = parentIds(field, [{ seen: stored, changed: planned.change.values }]);
        return ids.map((parentId) => ({ id: parentId, isExclusive }));
      }),
    );
  }

  private see(entityType: EntityType, waiting: readonly PlannedItem[], seen: ReadonlyMap<string, StoredRecord>) {
    const rows = waiting.filter((planned) => planned.entityType === entityType && !seen.has(planned.id));
    const includeDeleted = rows.some(({ item }) => item.kind === 'restore');
    const ids = rows.flatMap((planned) => storedId(planned) ?? []);
    return readStored(this.reading, entityType, ids, { lock: 'none', includeDeleted });
  }
}

/** Whether the flag of the one primary row may come to a row, go from it or be passed on by it. */
function mayMoveFlag(
  { item, change }: PlannedItem,
  { primary, via }: RowsField,
  stored: StoredRecord | undefined,
): boolean {
  if (primary === undefined) return false;
  if (item.kind === 'create') return change.values.get(primary) === true;
  if (item.kind === 'restore' || stored === undefined) return true;
  return stored[primary] === true || change.values.get(primary) === true || change.values.has(via);
}

function onlyOutcome([outcome]: readonly WriteOutcome[]): WriteDone {
  if (outcome?.kind !== 'done') throw outcome?.error ?? new Error('a write has no outcome');
  return outcome;
}

function refuseFailures(outcomes: ReadonlyMap<number, WriteOutcome>): void {
  const failures = [...outcomes].flatMap(([index, outcome]) =>
    outcome.kind === 'failed' ? [{ index, error: outcome.error }] : [],
  );
  if (failures.length > 0) throw new WritesRefused(failures.sort((a, b) => a.index - b.index));
}
