/**
 * Merges records into one, and answers it as the next read would. A member has the value that the caller gives, else
 * the master's, else that of the first other record that has one. References to the others move to the master; the
 * others are deleted and store the id of the master.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { MergeError, type MergeProblem } from '../../errors/merge-error.js';
import { ValidationError } from '../../errors/validation-error.js';
import { planChange } from '../../plan/change/plan-change.js';
import { isUuid } from '../../plan/values/operand.js';
import type { MergeRequest } from '../../request/merge-request.js';
import { validationBits } from '../../request/write-request.js';
import { requireOperation } from '../../rights/operation-rights.js';
import { requireLiberty, requireRight } from '../../rights/require-right.js';
import { recomputeRollUps } from '../derived/recompute-roll-ups.js';
import type { RecordText } from '../read/record-page.js';
import { readWritten } from '../write/answer/answer-of-write.js';
import { changedWithoutDraft } from '../write/changed-record.js';
import type { StoredRecord } from '../write/draft.js';
import { checkRevision } from '../write/load.js';
import { readStored } from '../write/stored-record.js';
import { bodyErrors } from '../write/validate.js';
import type { WriteContext } from '../write/write-context.js';
import { writeRecord } from '../write/write-records.js';
import { onlySeen } from '../write/write-rights.js';
import { type MergedRecords, MergeMaster, withoutRevision } from './merge-master.js';
import { IdMapping, isRowOf } from './merge-references.js';
import { type MovedReference, MovedReferences } from './moved-references.js';
import { RecordReassigner } from './reassign-records.js';
import { type GivenUp, valuesGivenUp } from './values-given-up.js';

/**
 * @throws MergeError with every wrong id and what is wrong with the members of the master; ApiError `ERROR_REVISION_CONFLICT`;
 *   ValidationError with every error of what the master is given
 */
export async function mergeRecords(context: WriteContext, request: MergeRequest): Promise<RecordText> {
  const entityType = context.catalog.existing(request.entityType);
  requireMerge(context, entityType);
  const records = await lockRecords(context, entityType, request);
  await merge(context, entityType, request, records);
  return readMaster(context, request, records);
}

/** @throws ApiError `ERROR_FORBIDDEN` */
function requireMerge({ call: { principal } }: WriteContext, entityType: EntityType): void {
  requireOperation(principal, entityType, 'merge');
  requireLiberty(principal, 'merge-duplicates');
}

/** What a merge takes from the records besides what the master shows. */
export interface MergePreview {
  readonly givenUp: readonly GivenUp[];
  readonly references: readonly MovedReference[];
}

/**
 * The same, with what the merge takes from the others besides what the master shows.
 * @param context of a transaction that is undone: to find out, the merge is made
 * @throws as above
 */
export async function previewMerge(
  context: WriteContext,
  request: MergeRequest,
): Promise<{ readonly record: RecordText; readonly preview: MergePreview }> {
  const entityType = context.catalog.existing(request.entityType);
  requireMerge(context, entityType);
  const records = await lockRecords(context, entityType, request);
  // It shows values of all of the records.
  requireRight(context.call.principal, entityType, 'read');
  const moved = new MovedReferences(context, String(records.master.id));
  await merge(context, entityType, request, records, moved);
  const shownType = context.answering.catalog.existing(request.entityType);
  const givenUp = await valuesGivenUp(context, shownType, records);
  return { record: await readMaster(context, request, records), preview: { givenUp, references: moved.all() } };
}

function readMaster(context: WriteContext, { entityType, selection }: MergeRequest, { master }: MergedRecords) {
  return readWritten(context, { entityType, id: String(master.id), selection });
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
  const found = await readStored(context, entityType, [...new Set(readable)], choice);
  const stored = await onlySeen(context, entityType, found);
  const problems = mergeProblems(entityType, request, ids, stored);
  if (problems.length > 0) throw await mergeError(context, entityType, request, stored.get(ids.master ?? ''), problems);
  const [master, ...others] = readable.map((id) => stored.get(id) ?? {});
  const change = planChange(context, entityType, request.master, request.validationLevel);
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
  moved?: MovedReferences,
): Promise<void> {
  const masterId = String(records.master.id);
  const gone = records.others.map(({ id }) => String(id));
  const mapping = new IdMapping();
  for (const id of gone) mapping.add(id, masterId);
  const reassigner = new RecordReassigner(context, moved);
  const master = new MergeMaster(context, entityType, request, records);
  const referring = reassigner.referring(entityType);
  await reassigner.lock(referring, mapping);
  await reassigner.drop(entityType, records.others, masterId);
  await context.note(mergedFrom(context, entityType, records));
  await master.takeOver();
  const isOwn = (type: (typeof referring)[number]) => isRowOf(entityType, type.entityType);
  await reassigner.reassign(
    referring.filter((type) => !isOwn(type)),
    mapping,
  );
  // What the caller says of the master's rows means its own ones: it is said before those of the others come to it.
  await master.change();
  await reassigner.reassign(referring.filter(isOwn), mapping);
  await master.complete(reassigner.followers);
  if (context.affected) await recomputeRollUps(context, context.affected);
}

/** What the change log says of the master beside what changes in it: which records have become one with it. */
function mergedFrom(context: WriteContext, entityType: EntityType, { master, others }: MergedRecords) {
  const ids = JSON.stringify(others.map(({ id }) => id));
  return changedWithoutDraft(context, entityType, master, 'merged_from', [['merged_ids', '[]', ids]]);
}

/**
 * @param context of a transaction that is given up: the members of the master are tried in it
 * @param master undefined when there is none of that id
 * @param problems of the ids, at least one
 */
export async function mergeError(
  context: WriteContext,
  entityType: EntityType,
  request: MergeRequest,
  master: StoredRecord | undefined,
  problems: readonly MergeProblem[],
): Promise<MergeError> {
  const given = request.master.id;
  const merged = {
    collection: entityType.collection,
    entityName: entityType.name,
    entityId: typeof given === 'string' ? given : '',
  };
  const errors =
    master === undefined || master.is_deleted === true
      ? bodyErrors(context, entityType, request.master, request.validationLevel)
      : await triedErrors(context, entityType, request, master);
  return new MergeError(merged, problems, errors);
}

/**
 * Only what the caller gives is judged: what the master lacks the others might have filled. That a value belongs to another record is
 * not reported either, as the other may be one of those that were to go.
 */
async function triedErrors(
  context: WriteContext,
  entityType: EntityType,
  request: MergeRequest,
  { id }: StoredRecord,
): Promise<ValidationError | undefined> {
  const body = withoutRevision(context, entityType, request);
  const validationLevel = request.validationLevel | validationBits.changedOnly;
  try {
    await writeRecord(context, { kind: 'update', entityType: entityType.name, id: String(id), body, validationLevel });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error instanceof ValidationError ? withoutTaken(error) : undefined;
  }
}

function withoutTaken({ errors }: ValidationError): ValidationError | undefined {
  const fields = errors.fields
    .map((field) => ({ ...field, leaves: field.leaves.filter((leaf) => leaf.errorName !== 'ERROR_VALUE_NOT_UNIQUE') }))
    .filter(({ leaves }) => leaves.length > 0);
  return errors.entity.length + fields.length === 0 ? undefined : new ValidationError({ ...errors, fields });
}

// Says what is wrong with the ids of a merge: what may stand in `secondary_ids`, and which records may go. Pure; throws nothing.

/** Records that one merge makes go. */
const maxSecondaries = 100;

/** The ids of a merge in canonical form. */
export interface MergedIds {
  /** Undefined when the id is none. */
  readonly master: string | undefined;
  /** In the order of the request, undefined where an id is none; empty when there are too many to look at. */
  readonly secondaries: readonly (string | undefined)[];
}

function mergedIds({ master, secondaryIds }: MergeRequest): MergedIds {
  return {
    master: canonical(master.id),
    secondaries: secondaryIds.length > maxSecondaries ? [] : secondaryIds.map(canonical),
  };
}

function canonical(id: unknown): string | undefined {
  return isUuid(id) ? id.toLowerCase() : undefined;
}

/**
 * @param stored the records that are there, deleted ones included, by id
 * @returns every problem, that of the master first, the others in the order of the ids
 */
function mergeProblems(
  entityType: EntityType,
  { secondaryIds }: MergeRequest,
  { master, secondaries }: MergedIds,
  stored: ReadonlyMap<string, StoredRecord>,
): MergeProblem[] {
  const problems: MergeProblem[] = [];
  const masterPath = ['master', 'id'];
  if (master === undefined) {
    problems.push({ path: masterPath, text: () => 'master needs an id, which is a uuid.' });
  } else {
    const problem = recordProblem(entityType, master, stored.get(master));
    if (problem !== undefined) problems.push({ path: masterPath, text: () => `master.id ${problem}` });
  }
  const listProblem = sizeProblem(secondaryIds.length);
  if (listProblem !== undefined) {
    problems.push({ path: ['secondary_ids'], text: (nameOf) => `${nameOf('secondary_ids')} ${listProblem}` });
  }
  for (const [index, id] of secondaries.entries()) {
    const record = id === undefined ? undefined : stored.get(id);
    const problem = placeProblem(master, secondaries, index) ?? secondaryProblem(entityType, id ?? '', record);
    if (problem === undefined) continue;
    problems.push({
      path: ['secondary_ids', index],
      text: (nameOf) => `${nameOf('secondary_ids')}[${index}] ${problem}`,
    });
  }
  return problems;
}

function sizeProblem(count: number): string | undefined {
  if (count === 0) return 'is empty.';
  return count > maxSecondaries ? `has ${count} ids; ${maxSecondaries} are the most.` : undefined;
}

/** What is wrong with an id whatever is stored. */
function placeProblem(master: string | undefined, ids: readonly (string | undefined)[], index: number) {
  const id = ids[index];
  if (id === undefined) return 'is not a uuid.';
  if (id === master) return 'is the id of the master.';
  return ids.indexOf(id) < index ? 'duplicates an earlier id.' : undefined;
}

function secondaryProblem(entityType: EntityType, id: string, record: StoredRecord | undefined): string | undefined {
  const isProtected = record?.is_delete_protected === true;
  return recordProblem(entityType, id, record) ?? (isProtected ? `is protected from deletion: ${id}.` : undefined);
}

function recordProblem({ name }: EntityType, id: string, record: StoredRecord | undefined): string | undefined {
  if (!record) return `belongs to no ${name}: ${id}.`;
  return record.is_deleted === true ? `is deleted: ${id}.` : undefined;
}
