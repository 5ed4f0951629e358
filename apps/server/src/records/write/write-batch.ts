/**
 * Writes many records of one entity type in one transaction and tells what became of each.
 */
import type { EntityType } from '@headwater/catalog';
import { v7 as newUuid } from 'uuid';
import type { Transaction } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import { BatchError } from '../../errors/batch-error.js';
import { ValidationError } from '../../errors/validation-error.js';
import { isUuid } from '../../plan/operand.js';
import type { BatchRequest } from '../../request/batch-request.js';
import type { Selection } from '../../request/selection.js';
import { type RecordBody, validationBits, type WriteItem } from '../../request/write-request.js';
import { recordsOf } from '../../sql/record-source.js';
import type { Call } from '../call.js';
import type { ContentStore } from '../content/content-store.js';
import { withContents } from '../content/with-content.js';
import { readRecords } from '../read/read-records.js';
import type { RecordStore } from '../record-store.js';
import { requestedType } from '../requested-type.js';
import type { WriteOutcome } from './write-outcome.js';
import { inOneWrite, type WriteSession } from './write-session.js';

export interface BatchWritten {
  /** For each item, in their order. */
  readonly outcomes: readonly WriteOutcome[];
  /** The records that were written, by id. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * @returns an outcome for each item, in their order
 * @throws BatchError when an item is refused and the batch does not keep going; ApiError `ERROR_FORBIDDEN`
 */
export function writeBatch(store: RecordStore, call: Call, request: BatchRequest): Promise<readonly WriteOutcome[]> {
  return inOneWrite(store, call, (session) => writeItemsOf(session, call, request));
}

/**
 * The same, and reads what was written before anybody else can change it: one statement for all of it.
 * @param selection how the records are answered; undefined: not at all
 */
export function writeAndReadBatch(
  store: RecordStore,
  call: Call,
  request: BatchRequest,
  selection: Selection | undefined,
): Promise<BatchWritten> {
  return inOneWrite(store, call, async (session) => {
    const outcomes = await writeItemsOf(session, call, request);
    const ids = [...new Set(outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.id] : [])))];
    if (selection === undefined || ids.length === 0) return { outcomes, texts: new Map() };
    const wanted = { entityType: request.entityType, ids, selection };
    return { outcomes, texts: await readRecords(session.store, call, wanted, session.transaction.run) };
  });
}

async function writeItemsOf(
  session: WriteSession,
  call: Call,
  request: BatchRequest,
): Promise<readonly WriteOutcome[]> {
  const entityType = requestedType(session.store.catalog, request.entityType);
  const known = await readKnownIds(session.store, call, session.transaction, entityType, request);
  const items = request.items.map((item) => planItem(request, item, known));
  const outcomes = await writeItems(session, items);
  if (!request.keepsGoing) refuseFailures(entityType, request, outcomes);
  return outcomes;
}

/**
 * Stores the content of files that items of a batch bring, ahead of the transaction.
 * @param write gets the batch as it can be written
 */
export function withBatchContent<T>(
  store: ContentStore,
  call: Call,
  request: BatchRequest,
  write: (ready: BatchRequest) => Promise<T>,
): Promise<T> {
  const { entityType, items } = request;
  const bodies = items.map((item) => ({ entityType, body: isBody(item) ? item : {} }));
  return withContents(store, call, bodies, (ready) => {
    const readyItems = items.map((item, index) => (isBody(item) ? ready[index]?.body : item));
    return write({ ...request, items: readyItems });
  });
}

function isBody(item: unknown): item is RecordBody {
  return typeof item === 'object' && item !== null && !Array.isArray(item);
}

/** Items that can be written are written together; the others have failed already. */
async function writeItems(
  session: WriteSession,
  items: readonly (WriteItem | ApiError)[],
): Promise<readonly WriteOutcome[]> {
  const writable = items.filter((item): item is WriteItem => !(item instanceof ApiError));
  const written = [...(await session.writeAll(writable, { keepGoing: true }))].reverse();
  return items.map((item) => (item instanceof ApiError ? { kind: 'failed', error: item } : written.pop()!));
}

/**
 * @param known ids that belong to a record; a create adds its own
 * @returns the write, or what keeps the item from being one
 */
function planItem(request: BatchRequest, item: unknown, known: Set<string>): WriteItem | ApiError {
  const { entityType, operation, validationLevel } = request;
  if (operation !== 'modify') {
    if (typeof item === 'string') return { kind: operation, entityType, id: item, validationLevel };
    return new ApiError('ERROR_PARAMETER_INVALID', 'The item must be the id of a record, as a text.');
  }
  if (!isBody(item)) {
    return new ApiError('ERROR_PARAMETER_INVALID', 'The item must be an object with the members of a record.');
  }
  const id = item.id ?? null;
  if (id === null) return { kind: 'create', entityType, body: item, validationLevel };
  if (mayChooseIds(request) && isUuid(id) && !known.has(id.toLowerCase())) {
    known.add(id.toLowerCase());
    return { kind: 'create', entityType, body: item, validationLevel };
  }
  return { kind: 'update', entityType, id: String(id), body: item, validationLevel };
}

function mayChooseIds({ operation, validationLevel }: BatchRequest): boolean {
  return operation === 'modify' && (validationLevel & validationBits.readOnlyWritable) !== 0;
}

/** @returns those ids of the items that belong to a record, deleted or not; none where an unknown one makes no record */
async function readKnownIds(
  { db: { dialect } }: RecordStore,
  call: Call,
  transaction: Transaction,
  entityType: EntityType,
  request: BatchRequest,
): Promise<Set<string>> {
  const ids = mayChooseIds(request) ? request.items.map(idOf).filter((id) => id !== undefined) : [];
  if (ids.length === 0) return new Set();
  const named = dialect.isOneOf('t.id', dialect.placeholder(2));
  const rows = await transaction.run({
    text: `SELECT t.id FROM ${recordsOf(dialect, entityType)} t WHERE t.space_id = ${dialect.placeholder(1)} AND ${named}`,
    values: [call.principal.space, dialect.encodeIds(ids)],
  });
  return new Set(rows.map((row) => String(row.id)));
}

function idOf(item: unknown): string | undefined {
  const id = isBody(item) ? item.id : item;
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/** @throws BatchError when some item failed */
function refuseFailures(entityType: EntityType, { items }: BatchRequest, outcomes: readonly WriteOutcome[]): void {
  const failures = outcomes.flatMap((outcome, index) =>
    outcome.kind === 'failed' ? [{ index, error: outcome.error }] : [],
  );
  const [first] = failures;
  if (!first) return;
  // A refused create has an id too; an item that is no record at all gets one for the answer's sake.
  const entityId =
    first.error instanceof ValidationError ? first.error.errors.entityId : (idOf(items[first.index]) ?? newUuid());
  throw new BatchError(entityType.name, entityId, failures);
}
