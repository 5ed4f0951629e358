/**
 * Makes one record of several and answers it as the next read would: it has what the caller gives it, else
 * what it had, else what the others had; whatever referred to them refers to it; they are deleted and remember it.
 */
import type { EntityType } from '@headwater/catalog';
import { planChange } from '../../plan/plan-change.js';
import type { MergeRequest } from '../../request/merge-request.js';
import { recomputeRollUps } from '../derived/recompute-roll-ups.js';
import type { RecordText } from '../read/record-page.js';
import { checkRevision } from '../write/load.js';
import { readStored } from '../write/stored-record.js';
import type { WriteContext } from '../write/write-context.js';
import { readWritten } from '../write/write-record.js';
import { RecordAbsorber } from './absorb-records.js';
import { mergedIds, mergeProblems } from './check-merge.js';
import { Heirs } from './heirs.js';
import { type MergedRecords, MergeMaster } from './merge-master.js';
import { isRowOf } from './merge-references.js';
import { mergeRefusal } from './merge-refusals.js';

/**
 * @throws MergeError with every wrong id and what is wrong with the members of the master; ApiError `ERROR_REVISION_CONFLICT`;
 *   ValidationError with every error of what the master is given
 */
export async function mergeRecords(context: WriteContext, request: MergeRequest): Promise<RecordText> {
  const entityType = context.catalog.existing(request.entityType);
  const records = await lockRecords(context, entityType, request);
  await merge(context, entityType, request, records);
  const { selection } = request;
  return readWritten(context, { entityType: entityType.name, id: String(records.master.id), selection });
}

/** In the order of ids, so that merges which overlap wait for each other instead of going round in a circle. */
async function lockRecords(
  context: WriteContext,
  entityType: EntityType,
  request: MergeRequest,
): Promise<MergedRecords> {
  const ids = mergedIds(request);
  const choice = { includeDeleted: true, lock: 'waiting' } as const;
  const readable = [ids.master, ...ids.secondaries].filter((id) => id !== undefined);
  const stored = await readStored(context, entityType, [...new Set(readable)], choice);
  const problems = mergeProblems(entityType, request, ids, stored);
  if (problems.length > 0)
    throw await mergeRefusal(context, entityType, request, stored.get(ids.master ?? ''), problems);
  const [master, ...others] = readable.map((id) => stored.get(id) ?? {});
  const change = planChange(context.catalog, entityType, request.master, request.validationLevel);
  checkRevision({ entityType, id: String(ids.master) }, master ?? {}, [
    request.expectedRevision,
    change.expectedRevision,
  ]);
  return { master: master ?? {}, others };
}

async function merge(
  context: WriteContext,
  entityType: EntityType,
  request: MergeRequest,
  records: MergedRecords,
): Promise<void> {
  const masterId = String(records.master.id);
  const gone = records.others.map(({ id }) => String(id));
  const heirs = new Heirs();
  for (const id of gone) heirs.add(id, masterId);
  const absorber = new RecordAbsorber(context);
  const master = new MergeMaster(context, entityType, request, records);
  const referring = absorber.referring(entityType);
  await absorber.lock(referring, heirs);
  await absorber.drop(entityType, records.others, masterId);
  await master.takeOver();
  const isOwn = (type: (typeof referring)[number]) => isRowOf(entityType, type.entityType);
  await absorber.absorb(
    referring.filter((type) => !isOwn(type)),
    heirs,
  );
  // What the caller says of the master's rows means its own ones: it is said before those of the others come to it.
  await master.change();
  await absorber.absorb(referring.filter(isOwn), heirs);
  await master.settle(absorber.followers);
  await recomputeRollUps(context);
}
