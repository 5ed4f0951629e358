/**
 * The REST v1 writes of many records in one request: `setEntities` and `deleteEntities`.
 */
import type { V1Type } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { readItems, type SpaceRequest } from '../../http/api-middleware.js';
import { answer, jsonText } from '../../http/content/json-answer.js';
import { readRecords } from '../../records/read/read-records.js';
import { runWrite } from '../../records/write/run-write.js';
import { isUnknown, rejectFailures, writeBatch } from '../../records/write/write-batch.js';
import type { WriteContext } from '../../records/write/write-context.js';
import type { WriteOutcome } from '../../records/write/write-outcome.js';
import type { BatchRequest } from '../../request/batch-request.js';
import { isRecordBody, type RecordBody, validationBits } from '../../request/write-request.js';
import { renderLegacyId } from './legacy-fields.js';
import { findRecordIds, idIn } from './record-ids.js';
import { type LegacyError, renderError } from './render-error.js';
import { translateAll } from './translate-bodies.js';

/** What `flag` adds up. */
const flags = {
  keepGoing: 1,
  insertUnknown: 2,
  answerRejected: 4,
  answerErrors: 8,
  changedOnly: 256,
  ignoreReadOnly: 512,
} as const;

export const manyFlags: readonly number[] = Object.values(flags);

/** What `validation_level` adds up: the bits of REST v100, 1 in every sum, and 32, which means nothing here. */
export const validationLevels: readonly number[] = [1, ...Object.values(validationBits), 32];
const bitsOfV100 = Object.values(validationBits).reduce((sum, bit) => sum | bit, 0);

const onlyId = { kind: 'legacy', only: ['ID'] } as const;

/** An id as REST v1 shows it, the error of the item, or null for an item that was rejected. */
type Outcome = string | number | LegacyError | null;

/** An item as it is to be written. */
interface Item {
  /** Undefined: it makes a record. */
  readonly id: string | ApiError | undefined;
  readonly body: RecordBody | ApiError;
}

/**
 * Creates and changes records in one transaction.
 * @param flag @param level as the query gives them
 * @returns what became of each item, in their order
 * @throws BatchError when an item is rejected and the flag does not let the others go on; ApiError `ERROR_PARAMETER_INVALID`,
 *   `ERROR_BATCH_TOO_LARGE`, `ERROR_FORBIDDEN`
 * @spec openapi v1, setEntities
 */
export async function setMany(request: SpaceRequest, type: V1Type, flag: number, level: number) {
  const { deps, call } = request;
  const given = await readItems(request, 0);
  if (given.length === 0) return answer(200, jsonText<Outcome[]>([]));
  const items = await readEach(request, type, given);
  const insertsUnknown = (flag & flags.insertUnknown) !== 0;
  const changedOnly = (flag & flags.changedOnly) === 0 ? 0 : validationBits.changedOnly;
  const batch = {
    operation: 'modify',
    entityType: type.entityType.name,
    items: items.map((item) => whole(item, insertsUnknown)),
    validationLevel: (level & bitsOfV100) | changedOnly,
    keepsGoing: true,
    insertsUnknown,
  } as const;
  const written = await runWrite(deps, call, batch, async (context, ready) => {
    let outcomes = await writeBatch(context, ready);
    if (insertsUnknown) outcomes = await insertUnknown(context, ready, outcomes);
    if (!keepsGoing(flag)) rejectFailures(type.entityType, ready, outcomes);
    return { outcomes, numbers: await readNumbers(context, type, outcomes) };
  });
  const shown = written.outcomes.map((outcome) =>
    outcome.kind === 'failed'
      ? rejected(request, flag, outcome.error)
      : (written.numbers.get(outcome.id) ?? renderLegacyId(outcome.id)),
  );
  return answer(200, jsonText<Outcome[]>(shown));
}

/**
 * Deletes records in one transaction.
 * @returns the id of each item, or what the flag says of those that are rejected
 * @throws as `setMany`
 * @spec openapi v1, deleteEntities
 */
export async function deleteMany(request: SpaceRequest, type: V1Type, flag: number) {
  const { deps, call } = request;
  const given = await readItems(request, 0);
  if (given.length === 0) return answer(200, jsonText<Outcome[]>([]));
  const items = await findRecordIds(deps, call, type, given);
  const batch = {
    operation: 'delete',
    entityType: type.entityType.name,
    items,
    validationLevel: 0,
    keepsGoing: true,
  } as const;
  const onlyRejected = (flag & flags.answerRejected) !== 0;
  const outcomes = await runWrite(deps, call, batch, async (context, ready) => {
    const written = await writeBatch(context, ready);
    if (!keepsGoing(flag) && !onlyRejected) rejectFailures(type.entityType, ready, written);
    return written;
  });
  const shown = outcomes.flatMap((outcome, index): Outcome[] => {
    const id = given[index] as string | number;
    if (onlyRejected) return outcome.kind === 'failed' ? [id] : [];
    return [outcome.kind === 'failed' ? rejected(request, flag, outcome.error) : id];
  });
  return answer(200, jsonText<Outcome[]>(shown));
}

function keepsGoing(flag: number): boolean {
  return (flag & (flags.keepGoing | flags.answerErrors)) !== 0;
}

function rejected({ deps }: SpaceRequest, flag: number, error: ApiError): Outcome {
  return (flag & flags.answerErrors) === 0 ? null : renderError(error, deps.catalog);
}

/** Ids and bodies of all items at once: the numbers of users and units in them are looked up together. */
async function readEach({ deps, call }: SpaceRequest, type: V1Type, given: readonly unknown[]): Promise<Item[]> {
  const bodies = await translateAll(deps, call, type, given);
  const named = given.map((item) => (isRecordBody(item) ? idIn(item) : undefined));
  const ids = named.filter((id) => id !== undefined);
  const found = ids.length === 0 ? [] : await findRecordIds(deps, call, type, ids);
  const uuids = [...found].reverse();
  return bodies.map((body, index) => ({ body, id: named[index] === undefined ? undefined : uuids.pop() }));
}

/** What is wrong with the id counts first: there is nothing that the body could change. */
function whole({ id, body }: Item, insertsUnknown: boolean): RecordBody | ApiError {
  const isMade = id instanceof ApiError && insertsUnknown && id.errorName === 'ERROR_RECORD_NOT_FOUND';
  if (id === undefined || isMade) return body;
  if (id instanceof ApiError) return id;
  return body instanceof ApiError ? body : { ...body, id };
}

/** Items that name no record make one, with a new id. */
async function insertUnknown(
  context: WriteContext,
  batch: BatchRequest,
  outcomes: readonly WriteOutcome[],
): Promise<readonly WriteOutcome[]> {
  const unknown = outcomes.flatMap((outcome, index) => (isUnknown(outcome) ? [index] : []));
  if (unknown.length === 0) return outcomes;
  const items = unknown.map((index) => {
    const { id: _, revision: __, ...members } = batch.items[index] as RecordBody;
    return members;
  });
  const made = await writeBatch(context, { ...batch, items });
  const byIndex = new Map(unknown.map((index, at) => [index, made[at] as WriteOutcome]));
  return outcomes.map((outcome, index) => byIndex.get(index) ?? outcome);
}

/** @returns the numbers of the records that were written, by id; empty for entity types without */
async function readNumbers(
  { store, call, transaction }: WriteContext,
  { entityType }: V1Type,
  outcomes: readonly WriteOutcome[],
): Promise<ReadonlyMap<string, number>> {
  const ids = entityType.numbered ? outcomes.flatMap((one) => (one.kind === 'done' ? [one.id] : [])) : [];
  if (ids.length === 0) return new Map();
  const wanted = { entityType: entityType.name, ids: [...new Set(ids)], selection: onlyId };
  const texts = await readRecords(store, call, wanted, transaction.run);
  return new Map([...texts].map(([id, text]) => [id, Number(JSON.parse(text).ID)]));
}
