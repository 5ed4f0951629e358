/**
 * Words the refusal of a merge whose ids are wrong, together with what is wrong with the members that its master was to have.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { MergeError, type MergeProblem } from '../../errors/merge-error.js';
import { ValidationError } from '../../errors/validation-error.js';
import { planChange } from '../../plan/plan-change.js';
import type { MergeRequest } from '../../request/merge-request.js';
import { validationBits } from '../../request/write-request.js';
import { Draft, type StoredRecord } from '../write/draft.js';
import { validationError } from '../write/validate.js';
import type { WriteContext } from '../write/write-context.js';
import { writeRecord } from '../write/write-records.js';
import { withoutRevision } from './merge-master.js';

/**
 * @param context of a transaction that is given up: the members of the master are tried in it
 * @param master undefined when there is none of that id
 * @param problems of the ids, at least one
 */
export async function mergeRefusal(
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
  const mistakes =
    master === undefined || master.is_deleted === true
      ? plannedMistakes(context, entityType, request)
      : await triedMistakes(context, entityType, request, master);
  return new MergeError(merged, problems, mistakes);
}

/** Of a master that cannot be written to: what its members show by themselves. */
function plannedMistakes(
  context: WriteContext,
  entityType: EntityType,
  { master, validationLevel }: MergeRequest,
): ValidationError | undefined {
  const change = planChange(context.catalog, entityType, master, validationLevel);
  const draft = new Draft(entityType, String(master.id ?? ''), {}, change, validationLevel);
  return draft.mistakes.length === 0 ? undefined : validationError(draft);
}

/**
 * Only what the caller gives is judged: what the master lacks the others might have filled. That a value belongs to another record is
 * not told either, as the other may be one of those that were to go.
 */
async function triedMistakes(
  context: WriteContext,
  entityType: EntityType,
  request: MergeRequest,
  { id }: StoredRecord,
): Promise<ValidationError | undefined> {
  const body = withoutRevision(context.catalog, entityType, request);
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
