/**
 * Says what is wrong with the ids of a merge: what may stand in `secondary_ids`, and which records may go. Pure; throws nothing.
 */
import type { EntityType } from '@headwater/catalog';
import type { MergeProblem } from '../../errors/merge-error.js';
import { isUuid } from '../../plan/values/operand.js';
import type { MergeRequest } from '../../request/merge-request.js';
import type { StoredRecord } from '../write/draft.js';

/** Records that one merge makes go. */
const maxSecondaries = 100;

/** The ids of a merge in canonical form. */
export interface MergedIds {
  /** Undefined when the id is none. */
  readonly master: string | undefined;
  /** In the order of the request, undefined where an id is none; empty when there are too many to look at. */
  readonly secondaries: readonly (string | undefined)[];
}

export function mergedIds({ master, secondaryIds }: MergeRequest): MergedIds {
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
export function mergeProblems(
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
