/**
 * The writes of one transaction. Each is drafted and checked whole before it changes anything, so a refused one leaves no trace
 * and does not stop the others.
 */
import { v7 as newUuid } from 'uuid';
import type { Transaction } from '../db/database.js';
import { ApiError } from '../errors/api-error.js';
import type { Change, RowsChange } from '../plan/change.js';
import { invalid, notUnique } from '../plan/mistakes.js';
import { isUuid } from '../plan/operand.js';
import { planChange } from '../plan/plan-change.js';
import {
  type CreateRequest,
  type DeleteRequest,
  type RecordBody,
  type UpdateRequest,
  validationBits,
} from '../request/write-request.js';
import type { StatementScope } from '../sql/compile-list.js';
import { Lookups } from '../sql/lookups.js';
import type { Call } from './call.js';
import { now } from './clock.js';
import { Draft, type StoredRecord } from './draft.js';
import { notFound } from './get-record.js';
import { ParentRows } from './parent-rows.js';
import { readRowSets } from './read-row-sets.js';
import { type RecordStore, scopeOf } from './record-store.js';
import { RecordWriter } from './record-writer.js';
import { changesRows, draftRows, type RowSet } from './row-set.js';
import { refuseMistakes, runLookups, settleDrafts } from './settle-drafts.js';
import { type RowLock, readStored } from './stored-record.js';

export type CreateInSession = Omit<CreateRequest, 'selection'>;
export type UpdateInSession = Omit<UpdateRequest, 'selection'>;

/**
 * Runs `work` in one transaction; all its changes have one revision.
 * @param work may be run again when another transaction was in the way
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
  return store.db.write((transaction) => work(new WriteSession(store, call, transaction)));
}

export class WriteSession {
  private readonly scope: StatementScope;
  private readonly writer: RecordWriter;
  private readonly parents: ParentRows;

  constructor(
    private readonly store: RecordStore,
    call: Call,
    readonly transaction: Transaction,
  ) {
    this.scope = scopeOf(call);
    this.writer = new RecordWriter(store, transaction, this.scope.space, now());
    this.parents = new ParentRows(store, transaction, this.scope, this.writer);
  }

  /** @throws ValidationError with every mistake of the body */
  async create(request: CreateInSession): Promise<{ id: string }> {
    const entityType = this.store.catalog.existing(request.entityType);
    const change = planChange(this.store.catalog, entityType, request.body, request.validationLevel);
    const id = chooseId(change, request);
    const draft = new Draft(entityType, id, undefined, change, request.validationLevel);
    const sets = [...change.rows.values()].map((rows) => this.newSet(draft, rows));
    if (id === sentId(request.body)) await this.checkIdIsFree(draft);
    await this.parents.lock(entityType, undefined, change.values);
    await this.settle(draft, sets);
    await this.parents.makeWay(draft);
    await this.writer.insert(draft);
    await this.writeSets(sets);
    await this.parents.follow(entityType, draft, undefined);
    return { id };
  }

  /** @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`; ValidationError with every mistake of the body */
  async update(request: UpdateInSession): Promise<{ id: string }> {
    const entityType = this.store.catalog.existing(request.entityType);
    const change = planChange(this.store.catalog, entityType, request.body, request.validationLevel);
    checkSameId(change, request);
    const stored = await this.stored(request, change, [request.expectedRevision, change.expectedRevision]);
    const draft = new Draft(entityType, String(stored.id), stored, change, request.validationLevel);
    const sets = await readRowSets(this.store, this.transaction, this.scope, draft);
    await this.settle(draft, sets);
    if (draft.changesAnything || sets.some(changesRows)) {
      await this.parents.makeWay(draft);
      await this.writeSets(sets);
      await this.writer.overwrite(draft);
      await this.parents.follow(entityType, draft, stored);
    }
    return { id: draft.id };
  }

  /** @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_DELETE_PROTECTED` */
  async delete(request: DeleteRequest): Promise<{ id: string; revision: number }> {
    const entityType = this.store.catalog.existing(request.entityType);
    const stored = await this.stored(request, undefined, [request.expectedRevision]);
    const id = String(stored.id);
    if (stored.is_delete_protected === true) {
      const message = `${entityType.name} ${id} is protected: the service itself needs it.`;
      throw new ApiError('ERROR_DELETE_PROTECTED', message);
    }
    await this.writer.remove(entityType, id);
    await this.parents.follow(entityType, undefined, stored);
    return { id, revision: await this.writer.revision() };
  }

  /** @returns the record, locked, and its parents ahead of it */
  private async stored(
    request: { readonly entityType: string; readonly id: string },
    change: Change | undefined,
    expectedRevisions: readonly (number | undefined)[],
  ): Promise<StoredRecord> {
    const entityType = this.store.catalog.existing(request.entityType);
    const { id } = request;
    const read = async (lock: RowLock) =>
      isUuid(id)
        ? await readStored(this.store, this.transaction, this.scope, entityType, id.toLowerCase(), lock)
        : undefined;
    const seen = this.parents.belong(entityType) ? await read('none') : undefined;
    if (seen) await this.parents.lock(entityType, seen, change?.values ?? new Map());
    const stored = await read(this.writer.rowLock);
    if (!stored) throw notFound(entityType, id);
    if (seen) this.parents.checkSameParent(entityType, seen, stored);
    const stale = expectedRevisions.find((expected) => expected !== undefined && expected !== stored.revision);
    if (stale !== undefined) {
      const message =
        `${entityType.name} ${id} is at revision ${String(stored.revision)}, not ${stale}: ` +
        'it was changed since. Read it again and repeat the change.';
      throw new ApiError('ERROR_REVISION_CONFLICT', message);
    }
    return stored;
  }

  private async checkIdIsFree(draft: Draft): Promise<void> {
    const lookups = new Lookups(this.store.db.dialect, this.scope.space);
    const state = lookups.stateOf(draft.entityType, draft.id);
    await runLookups(this.transaction, lookups);
    if (lookups.found(state) !== null) draft.mistakes.push(notUnique('id', draft.id));
  }

  private newSet(parent: Draft, rows: RowsChange): RowSet {
    return draftRows(parent, rows, this.store.catalog.existing(rows.field.target), [], newUuid);
  }

  private async settle(draft: Draft, sets: readonly RowSet[]): Promise<void> {
    await settleDrafts(this.store, this.transaction, this.scope.space, draft, sets, this.writer.moment);
    await this.parents.checkFlag(draft);
    refuseMistakes(draft);
  }

  /** Rows of a record that is being written in the same breath; it keeps itself in step. */
  private async writeSets(sets: readonly RowSet[]): Promise<void> {
    for (const { target, field, drafts, removed } of sets) {
      for (const id of removed) await this.writer.remove(target, id);
      const isPrimary = (draft: Draft) => field.primary !== undefined && draft.get(field.primary) === true;
      // Rows that lose the flag come before the one that gets it.
      for (const draft of [...drafts].sort((a, b) => Number(isPrimary(a)) - Number(isPrimary(b)))) {
        if (draft.isNew) await this.writer.insert(draft);
        else if (draft.changesAnything) await this.writer.overwrite(draft);
      }
    }
  }
}

/** An id in a create body is refused, unless read-only members may be written. */
function chooseId(change: Change, { body, validationLevel }: CreateInSession): string {
  const { id } = body;
  if (id === undefined || id === null) return newUuid();
  if ((validationLevel & validationBits.readOnlyWritable) === 0) {
    change.mistakes.push(invalid('id', 'is given by the service; to choose it, write with validation-level 8.'));
  } else if (isUuid(id)) {
    return id.toLowerCase();
  } else {
    change.mistakes.push(invalid('id', 'must be a uuid.'));
  }
  return newUuid();
}

function sentId(body: RecordBody): string | undefined {
  return typeof body.id === 'string' ? body.id.toLowerCase() : undefined;
}

function checkSameId(change: Change, { body, id }: UpdateInSession): void {
  if (body.id === undefined || body.id === null) return;
  if (sentId(body) !== id.toLowerCase()) {
    change.mistakes.push(invalid('id', 'is not the id of the address; the id of a record never changes.'));
  }
}
