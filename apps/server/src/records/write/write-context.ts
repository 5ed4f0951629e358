/**
 * One transaction that writes records of a space: what its phases work with, and its revision. Every change of records passes
 * `stamp`, whichever use makes it.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { derivedPlan } from '../../computed/derived/derived-plan.js';
import type { HeldSpace, Row, Transaction } from '../../db/database.js';
import { readsInside } from '../../db/reads-inside.js';
import { CatalogConflict, TransactionConflict } from '../../db/translate-error.js';
import { ownerColumns } from '../../plan/relations/owner-columns.js';
import { type FieldLimits, fieldLimits } from '../../rights/field-rights.js';
import type { Statement } from '../../sql/binder.js';
import { tableName } from '../../sql/columns.js';
import type { Dialect } from '../../sql/dialects/dialect.js';
import { type ChangedRecord, type ChangeOrigin, entityTypeOfKind } from '../../sql/tables/changes.js';
import { collectionPart, kindColumnOf, returningChanged } from '../../sql/tables/collections.js';
import { nextRevision, selectMetadataRevision, setMetadataRevision } from '../../sql/tables/spaces.js';
import type { Stamp } from '../../sql/write/compile-rows.js';
import type { RowLock } from '../../sql/write/compile-stored.js';
import { seenRevision } from '../../sql/write/lookups.js';
import type { Call } from '../call.js';
import { now } from '../clock.js';
import type { StagedContents } from '../content/staged-content.js';
import { AffectedRollUps } from '../derived/affected-roll-ups.js';
import type { RecordStore } from '../record-store.js';
import { scopedStore } from '../scoped-store.js';
import { Yielder } from '../yielder.js';
import type { KnownRecord } from './answer/known-answer.js';
import { actsInLog, deletionMembers } from './changed-record.js';
import type { CountedAct, LoggedAs, RecordChange, WriteEffects } from './write-effects.js';

/** Facts to be looked up by one statement: `Lookups`, or others of the same form. */
export interface FactSource {
  /** @returns undefined when no fact is wanted; with the columns of `seenRevisionColumns` */
  statement(): Statement | undefined;
  /** Takes the row that the statement gave. */
  take(row: Row | undefined): void;
}

interface SeenFact {
  readonly statement: Statement;
  readonly row: Row;
}

/** How many living and deleted records there are more after an act with one; what `erase` takes out, its statement says. */
const sums: Readonly<Record<RecordChange['act'], readonly [number, number]>> = {
  create: [1, 0],
  update: [0, 0],
  delete: [-1, 1],
  merge: [-1, 1],
  restore: [1, -1],
  convert: [-1, 0],
  erase: [0, 0],
  clear: [0, 0],
};

/** Positions in the log that a statement over a set may fill: more than there are records. */
const positionsOfSet = 1_000_000_000;

export class WriteContext implements WriteEffects {
  /** The moment of the write, `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC. */
  readonly moment = now();
  /** The roll-ups to recompute; undefined where the catalog has none. */
  readonly affected: AffectedRollUps | undefined;
  private takenRevision: number | undefined;
  private redefinesSpace = false;
  private leaves = false;
  /** Facts looked up before the revision was taken, and so while others could still write. */
  private seen: SeenFact[] = [];
  private readonly noted: RecordChange[] = [];
  private readonly written = new Map<string, KnownRecord>();
  private origin: ChangeOrigin | undefined;
  /** In the change log, of the next change. */
  private position = 0;
  private readonly yielder = new Yielder(() => this.store.db.checkTime?.());

  constructor(
    readonly store: RecordStore,
    readonly transaction: Transaction,
    readonly call: Call,
    /** The contents that bodies bring. */
    readonly staged: StagedContents = new Map(),
    private readonly idempotencyKey: string | null = null,
  ) {
    const derived = derivedPlan(store.catalog);
    this.affected = derived && new AffectedRollUps(derived);
  }

  /** Id of the space. */
  get space(): string {
    return this.call.principal.space;
  }

  /** Id of the user for whom the writes are made; null: for none. */
  get actor(): string | null {
    return this.call.principal.client;
  }

  get catalog(): Catalog {
    return this.store.catalog;
  }

  /** The fields that the caller does not see or write; undefined: it sees all. */
  get limits(): FieldLimits | undefined {
    const { fields } = this.call.principal.rights;
    return fields && fieldLimits(this.catalog, fields);
  }

  get withDeleted(): () => Catalog {
    return this.store.withDeleted;
  }

  get dialect(): Dialect {
    return this.store.db.dialect;
  }

  /** The store as the caller may read it, whose reads see what the transaction has written. */
  get inside(): RecordStore {
    return { ...this.answering, db: readsInside(this.store.db, this.transaction) };
  }

  /** A transaction that holds the revision must never block on a row lock. */
  get rowLock(): RowLock {
    return this.takenRevision === undefined && !this.transaction.held ? 'waiting' : 'at-once';
  }

  /** The store as the caller may read it, for what is answered. */
  get answering(): RecordStore {
    return scopedStore(this.store, this.call.principal.rights);
  }

  /** Runs the statement that reads what is answered: after it the transaction may end at once. */
  get runLast(): Transaction['run'] {
    const { run, runLast = run } = this.transaction;
    // The answer is stored after what it reads.
    return this.idempotencyKey === null ? runLast : run;
  }

  get leavesWork(): boolean {
    return this.leaves;
  }

  /** What the transaction has changed so far, in the order of its statements. */
  get changes(): readonly RecordChange[] {
    return this.noted;
  }

  /** Is awaited between steps, so that others go on while much is written. @throws what ends the write when its time is up */
  pause(): Promise<void> {
    return this.yielder.pause();
  }

  /** Notes what a statement gives a record that it writes alone. */
  wrote(record: KnownRecord): void {
    this.written.set(record.draft.id, record);
  }

  /** @returns a record as the transaction has left it; undefined where that is not known, as more than one statement has changed it */
  known(id: string): KnownRecord | undefined {
    const record = this.written.get(id);
    if (!record || this.affected) return undefined;
    let times = 0;
    for (const { records } of this.noted) {
      if (!Array.isArray(records)) return undefined;
      for (const one of records) if (one === id) times++;
    }
    return times === 1 ? record : undefined;
  }

  /** Looks all wanted facts up with one statement. They hold when the first change is made. */
  async lookUp(facts: FactSource): Promise<void> {
    const statement = facts.statement();
    if (!statement) return;
    const [row] = await this.transaction.run(statement);
    facts.take(row);
    if (this.takenRevision !== undefined || this.transaction.held) return;
    // A row without the space's revision comes from a database in which one transaction writes at a time.
    if (row?.[seenRevision] !== undefined) this.seen.push({ statement, row });
  }

  async revision(): Promise<number> {
    if (this.takenRevision === undefined) {
      const known = await this.transaction.held?.(this.space);
      if (known) return this.raise(known);
      const [row] = await this.transaction.run(nextRevision(this.dialect, this.space));
      if (!row) throw this.noSpace();
      this.confirmMetadata(row.m);
      this.takenRevision = Number(row.v);
      this.transaction.hold?.(this.space, { revision: this.takenRevision, metadataRevision: Number(row.m) });
      await this.confirmFacts(this.takenRevision);
    }
    return this.takenRevision;
  }

  async stamp(...changes: readonly RecordChange[]): Promise<Stamp> {
    this.noted.push(...changes);
    const revision = await this.revision();
    for (const change of changes) {
      this.sumUp(change, revision);
      this.log(change.log, revision);
    }
    return { modified: this.moment, revision };
  }

  addCounted(entityType: EntityType, act: CountedAct, compile: (returning: string) => Statement): void {
    const revision = this.announced();
    const owners = ownerColumns(this, entityType);
    this.transaction.add(compile(returningChanged(entityType, owners)), (rows) => {
      for (const row of rows) {
        const kind = String(row.k ?? '');
        const part = { table: tableName(entityType), kind };
        const [living, deleted] = act === 'erase' ? (row.d ? [0, -1] : [-1, 0]) : sums[act];
        this.transaction.sums.add(this.space, part, revision, living, deleted);
        const changed = {
          entityType: entityTypeOfKind(entityType, kind),
          id: String(row.id),
          act: actsInLog[act],
          members: act === 'erase' ? null : deletionMembers[actsInLog[act]],
          owners: owners.flatMap((_, index) =>
            typeof row[`o${index}`] === 'string' ? [String(row[`o${index}`])] : [],
          ),
        };
        this.log([changed], revision);
      }
    });
  }

  /** Puts into the change log what no statement of its own makes known. */
  async note(changed: ChangedRecord): Promise<void> {
    this.log([changed], await this.revision());
  }

  private log(what: LoggedAs, revision: number): void {
    if (what === 'counted' || what === 'nothing' || this.call.isUnlogged === true) return;
    const { token, client } = this.call.principal;
    this.origin ??= {
      ...{ revision, moment: this.moment, token, client },
      requestId: this.call.requestId ?? null,
      idempotencyKey: this.idempotencyKey,
      skipKey: this.call.skipKey ?? null,
    };
    const { origin } = this;
    if (typeof what === 'function') {
      this.transaction.add(what(origin, this.position));
      this.position += positionsOfSet;
      return;
    }
    for (const changed of what) this.transaction.log.add(this.space, { ...changed, origin, position: this.position++ });
  }

  recount(entityType: EntityType): void {
    const kindColumn = kindColumnOf(entityType);
    if (kindColumn === undefined) throw new Error(`${entityType.name} shares no table`);
    this.transaction.sums.recount(this.space, tableName(entityType), kindColumn, this.announced());
  }

  private announced(): number {
    if (this.takenRevision === undefined) throw new Error('the change was not announced');
    return this.takenRevision;
  }

  /** Of rows that a statement finds itself, the number is not known yet. */
  private sumUp({ entityType, act, records, kind, counts }: RecordChange, revision: number): void {
    const count = Array.isArray(records) ? records.length : 0;
    const [living, deleted] = sums[counts ?? act];
    this.transaction.sums.add(this.space, collectionPart(entityType, kind), revision, living * count, deleted * count);
  }

  /**
   * To be called before something is rejected: by an older catalog it may be rejected for the wrong reason.
   * @throws CatalogConflict when the store's catalog is not that of the space any more
   */
  async confirmCatalog(): Promise<void> {
    if (this.takenRevision !== undefined) return;
    const held = await this.transaction.held?.(this.space);
    if (held) return this.confirmMetadata(held.metadataRevision);
    const [row] = await this.transaction.run(selectMetadataRevision(this.dialect, this.space));
    if (row) this.confirmMetadata(row.v);
  }

  /**
   * Notes that the transaction changes the fields or entity types of the space: writes that were planned before it are planned
   * again. To be called as soon as the revision may be taken, once or more often.
   */
  async redefineSpace(): Promise<void> {
    if (this.redefinesSpace) return;
    const revision = await this.revision();
    this.redefinesSpace = true;
    this.transaction.add(setMetadataRevision(this.dialect, this.space, revision));
    const held = await this.transaction.held?.(this.space);
    if (held) held.metadataRevision = revision;
  }

  leaveWork(): void {
    this.leaves = true;
  }

  /** As nobody else takes a revision, it is known without a statement. */
  private raise({ metadataRevision }: HeldSpace): number {
    this.confirmMetadata(metadataRevision);
    const revision = this.transaction.raise?.(this.space);
    if (revision === undefined) throw new Error('a transaction that knows a space raises its revision');
    this.takenRevision = revision;
    return revision;
  }

  private noSpace(): Error {
    return new Error(`there is no space "${this.space}"`);
  }

  /** @throws CatalogConflict when the space has redefined its fields or entities since the catalog of the store was made */
  private confirmMetadata(revision: unknown): void {
    if (Number(revision) !== this.store.metadataRevision) throw new CatalogConflict();
  }

  /**
   * With the revision the transaction is alone: what others have changed since it was looked up is looked up again.
   * @throws TransactionConflict when a fact is not any more as it was seen
   */
  private async confirmFacts(revision: number): Promise<void> {
    for (const { statement, row } of this.seen) {
      if (Number(row[seenRevision]) === revision - 1) continue;
      const [again] = await this.transaction.run(statement);
      const differs = Object.entries(row).some(([name, value]) => name !== seenRevision && again?.[name] !== value);
      if (differs) throw new TransactionConflict('what the write rests on has changed since it was looked up');
    }
    this.seen = [];
  }
}

/** How a write is run. */
export interface WriteUse {
  /** The contents that bodies bring. */
  readonly staged?: StagedContents | undefined;
  /** It may share its transaction with others of its space. */
  readonly isShort?: boolean;
  /** It is work of the server behind requests, and waits for no turn of its space: it would lose its lease meanwhile. */
  readonly isBackground?: boolean;
  /** The name that the caller gave the request. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * Runs `work` in one transaction, with a context of its own; that of a dry run is undone. When it has enqueued a job or changed records,
 * those who work on are woken up.
 * @param work may be run again when another transaction was in the way
 */
export async function withWriteContext<T>(
  store: RecordStore,
  call: Call,
  work: (context: WriteContext) => Promise<T>,
  { staged, isShort = false, isBackground = false, idempotencyKey }: WriteUse = {},
): Promise<T> {
  const inTransaction = async (transaction: Transaction) => {
    const context = new WriteContext(store, transaction, call, staged, idempotencyKey);
    return { context, result: await work(context) };
  };
  const { space } = call.principal;
  const { context, result } = call.isDryRun
    ? await store.db.tryOut(inTransaction, { space })
    : await store.db.write(inTransaction, isBackground ? {} : { space, isShort });
  const changeCount = countOf(context.changes);
  // The limits are there for the database, and a dry run gives it as much to do.
  call.meter?.addRecords(changeCount);
  if (context.leavesWork && !call.isDryRun) store.jobSignal.emit('enqueued');
  if (changeCount > 0 && !call.isDryRun) store.jobSignal.emit('changed', space);
  return result;
}

/** @returns how many records and rows of records were changed; a statement that changes as many as it finds counts as one */
function countOf(changes: readonly RecordChange[]): number {
  return changes.reduce((sum, { records }) => sum + (Array.isArray(records) ? records.length : 1), 0);
}
