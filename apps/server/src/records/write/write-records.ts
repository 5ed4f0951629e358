/**
 * Writes records inside one transaction, one or many: a loop of groups, each of which goes through all phases.
 */

import { ApiError } from '../../errors/api-error.js';
import { BodyAllowance } from '../../plan/change/field-errors.js';
import type { Selection } from '../../request/selection.js';
import type {
  CreateRequest,
  DeleteRequest,
  RestoreRequest,
  UpdateRequest,
  WriteItem,
} from '../../request/write-request.js';
import { recomputeRollUps } from '../derived/recompute-roll-ups.js';
import type { RecordText } from '../read/record-page.js';
import { readWritten } from './answer/answer-of-write.js';
import type { StoredRecord } from './draft.js';
import { load } from './load.js';
import { chooseCustomTypes, findNamedOptions, isCustomRecord, type PlannedItem, planItem } from './plan-item.js';
import { isSingle, nextGroup } from './rows/choose-group.js';
import type { WriteContext } from './write-context.js';
import { WriteGroup } from './write-group.js';
import type { WriteDone, WriteOutcome } from './write-outcome.js';
import { requireItem } from './write-rights.js';

/** @throws ValidationError with every error of the body */
export async function createRecord(context: WriteContext, request: CreateRequest): Promise<RecordText> {
  const { id } = await writeRecord(context, { ...request, kind: 'create' });
  const isNewId = request.id === undefined && (request.body.id ?? null) === null;
  return readWritten(context, { ...request, id, isNewId });
}

/** @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`; ValidationError with every error of the body */
export async function updateRecord(context: WriteContext, request: UpdateRequest): Promise<RecordText> {
  const { id } = await writeRecord(context, { ...request, kind: 'update' });
  return readWritten(context, { ...request, id });
}

/**
 * Marks a record as deleted: it is found again only when deleted records are asked for.
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_DELETE_PROTECTED`
 */
export function deleteRecord(context: WriteContext, request: DeleteRequest): Promise<WriteDone> {
  return writeRecord(context, { ...request, kind: 'delete' });
}

/**
 * Restores a deleted record with the owned rows that went with it; one that is not deleted stays as it is.
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`; ValidationError when values are taken or targets deleted meanwhile
 */
export async function restoreRecord(
  context: WriteContext,
  request: RestoreRequest & { readonly selection: Selection },
): Promise<RecordText> {
  const { id } = await writeRecord(context, { ...request, kind: 'restore' });
  return readWritten(context, { ...request, id });
}

/**
 * Writes one record; a rejected write leaves the transaction as it was.
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_DELETE_PROTECTED`; ValidationError with every error of
 *   the body, or of what a restored record had
 */
export async function writeRecord(context: WriteContext, item: WriteItem): Promise<WriteDone> {
  return onlyOutcome(await writeRecords(context, [item]));
}

/**
 * Writes with a handful of statements, with the outcome that the items would have one after another: an item sees what those before it
 * have done.
 * @returns the outcome of each item, in their order: those that fail are left out, and all others written
 */
export async function writeRecords(context: WriteContext, items: readonly WriteItem[]): Promise<WriteOutcome[]> {
  const allowance = new BodyAllowance();
  let planned: PlannedItem[] = [];
  for (const [index, item] of items.entries()) {
    // Reading many bodies takes a while.
    if (index > 0) await context.pause();
    planned.push(planItem(context, item, index, allowance));
  }
  if (planned.some(isCustomRecord)) planned = await chooseCustomTypes(context, planned);
  const outcomes = await writePlanned(context, planned);
  if (context.affected) await recomputeRollUps(context, context.affected);
  return outcomes;
}

/** The same for planned items; roll-ups are left as they are. */
export async function writePlanned(context: WriteContext, items: readonly PlannedItem[]): Promise<WriteOutcome[]> {
  if (items.some(({ change }) => change.optionNames.length > 0)) await findNamedOptions(context, items);
  const outcomes = new Map<number, WriteOutcome>();
  const allowed = items.filter((item) => isAllowed(context, item, outcomes));
  const allowance = new BodyAllowance();
  const seen = new Map<string, StoredRecord>();
  for (let waiting: readonly PlannedItem[] = allowed; waiting.length > 0; ) {
    const next = isSingle(context, waiting) ? { items: waiting, later: [] } : await nextGroup(context, waiting, seen);
    const group = new WriteGroup(context, await load(context, next.items, seen), allowance);
    await group.lookUpFacts();
    await group.resolveAndValidate();
    for (const { id } of await group.persist()) seen.delete(id);
    if (group.hasFailures) await context.confirmCatalog();
    for (const [index, outcome] of group.outcomes) outcomes.set(index, outcome);
    waiting = [...group.later, ...next.later].sort((a, b) => a.index - b.index);
  }
  return items.map((_, index) => outcomes.get(index) as WriteOutcome);
}

/** @param outcomes gets that of an item for which a right is missing */
function isAllowed({ call }: WriteContext, item: PlannedItem, outcomes: Map<number, WriteOutcome>): boolean {
  try {
    requireItem(call, item);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    outcomes.set(item.index, { kind: 'failed', error });
    return false;
  }
}

/** @throws what the only item failed by */
export function onlyOutcome([outcome]: readonly WriteOutcome[]): WriteDone {
  if (outcome?.kind !== 'done') throw outcome?.error ?? new Error('a write has no outcome');
  return outcome;
}
