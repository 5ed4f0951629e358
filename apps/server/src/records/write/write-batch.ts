/**
 * Writes many records of one entity type in one transaction, with an outcome for each.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { BatchError } from '../../errors/batch-error.js';
import { ValidationError } from '../../errors/validation-error.js';
import { newUuid } from '../../plan/values/new-uuid.js';
import { isUuid } from '../../plan/values/operand.js';
import type { BatchRequest } from '../../request/batch-request.js';
import type { Selection } from '../../request/selection.js';
import { isRecordBody, validationBits, type WriteItem } from '../../request/write-request.js';
import { requireOperation } from '../../rights/operation-rights.js';
import { requireLiberty } from '../../rights/require-right.js';
import { compileKnownIds } from '../../sql/select/compile-find.js';
import { readRecords } from '../read/read-records.js';
import { requestedType } from '../requested-type.js';
import { answersOf } from './answer/answer-of-write.js';
import type { WriteContext } from './write-context.js';
import type { WriteOutcome } from './write-outcome.js';
import { writeRecords } from './write-records.js';

export interface BatchWritten {
  /** For each item, in their order. */
  readonly outcomes: readonly WriteOutcome[];
  /** The records that were written, by id. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * @returns an outcome for each item, in their order
 * @throws BatchError when an item is rejected and the batch does not keep going; ApiError `ERROR_FORBIDDEN`
 */
export async function writeBatch(context: WriteContext, request: BatchRequest): Promise<readonly WriteOutcome[]> {
  const entityType = requestedType(context.catalog, request.entityType);
  requireOperation(context.call.principal, entityType, `batch-${request.operation}`);
  const known = await readKnownIds(context, entityType, request);
  const items = request.items.map((item) => parseItem(request, item, known));
  if (!request.insertsUnknown && items.some(isUpdate)) requireLiberty(context.call.principal, 'change-many');
  const outcomes = await writeItems(context, items);
  // Only now it is known which of them change a record; what was written goes with the transaction.
  if (request.insertsUnknown && items.some((item, index) => isUpdate(item) && !isUnknown(outcomes[index]))) {
    requireLiberty(context.call.principal, 'change-many');
  }
  if (!request.keepsGoing) rejectFailures(entityType, request, outcomes);
  return outcomes;
}

/**
 * The same, and reads what was written before anybody else can change it: one statement for all of it.
 * @param selection how the records are answered; undefined: not at all
 * @throws ApiError `ERROR_FORBIDDEN` when it has members of records that the caller may not read
 */
export async function writeAndReadBatch(
  context: WriteContext,
  request: BatchRequest,
  selection: Selection | undefined,
): Promise<BatchWritten> {
  const outcomes = await writeBatch(context, request);
  const ids = [...new Set(outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [outcome.id] : [])))];
  if (selection === undefined || ids.length === 0) return { outcomes, texts: new Map() };
  const { entityType } = request;
  const texts = new Map<string, string>();
  for (const answer of await answersOf(context, { entityType, ids, selection })) {
    const wanted = { entityType, ids: answer.ids, selection: answer.selection };
    const read = await readRecords(answer.store, context.call, wanted, context.transaction.run);
    for (const [id, text] of read) texts.set(id, text);
  }
  return { outcomes, texts };
}

/** Items that can be written are written together; the others have failed already. */
async function writeItems(
  context: WriteContext,
  items: readonly (WriteItem | ApiError)[],
): Promise<readonly WriteOutcome[]> {
  const writable = items.filter((item): item is WriteItem => !(item instanceof ApiError));
  const written = [...(await writeRecords(context, writable))].reverse();
  return items.map((item) => (item instanceof ApiError ? { kind: 'failed', error: item } : written.pop()!));
}

/**
 * @param known ids that belong to a record; a create adds its own
 * @returns the write, or what keeps the item from being one
 */
function parseItem(request: BatchRequest, item: unknown, known: Set<string>): WriteItem | ApiError {
  const { entityType, operation, validationLevel } = request;
  if (item instanceof ApiError) return item;
  if (operation !== 'modify') {
    if (typeof item === 'string') return { kind: operation, entityType, id: item, validationLevel };
    return new ApiError('ERROR_PARAMETER_INVALID', 'The item must be the id of a record, as a text.');
  }
  if (!isRecordBody(item)) {
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

/** What a batch makes or deletes is not changed by it. */
function isUpdate(item: WriteItem | ApiError): boolean {
  return !(item instanceof ApiError) && item.kind === 'update';
}

/** @returns whether the record of the item is not there, or not seen by the caller */
export function isUnknown(outcome: WriteOutcome | undefined): boolean {
  return outcome?.kind === 'failed' && outcome.error.errorName === 'ERROR_RECORD_NOT_FOUND';
}

function mayChooseIds({ operation, validationLevel }: BatchRequest): boolean {
  return operation === 'modify' && (validationLevel & validationBits.readOnlyWritable) !== 0;
}

/** @returns those ids of the items that belong to a record, deleted or not; none where an unknown one makes no record */
async function readKnownIds(
  { dialect, transaction, space }: WriteContext,
  entityType: EntityType,
  request: BatchRequest,
): Promise<Set<string>> {
  const ids = mayChooseIds(request) ? request.items.map(idOf).filter((id) => id !== undefined) : [];
  if (ids.length === 0) return new Set();
  const rows = await transaction.run(compileKnownIds(dialect, space, entityType, ids));
  return new Set(rows.map((row) => String(row.id)));
}

function idOf(item: unknown): string | undefined {
  const id = isRecordBody(item) ? item.id : item;
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/** @throws BatchError when some item failed */
export function rejectFailures(
  entityType: EntityType,
  { items }: Pick<BatchRequest, 'items'>,
  outcomes: readonly WriteOutcome[],
): void {
  const failures = outcomes.flatMap((outcome, index) =>
    outcome.kind === 'failed' ? [{ index, error: outcome.error }] : [],
  );
  const [first] = failures;
  if (!first) return;
  // A rejected create has an id too; an item that is no record at all gets one for the answer's sake.
  const entityId =
    first.error instanceof ValidationError ? first.error.errors.entityId : (idOf(items[first.index]) ?? newUuid());
  throw new BatchError(entityType.name, entityId, failures);
}
