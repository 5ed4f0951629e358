/**
 * The error of an invalid merge: every wrong id, and every problem of the members that the master was to be given.
 */
import { ApiError } from './api-error.js';
import type { ValidationError } from './validation-error.js';

/** @returns the name of a member or argument in the API of the request, by its name in REST v100 */
export type NameOf = (name: string) => string;

export interface MergeProblem {
  /** Names and positions that lead from the merge to the id that is wrong. */
  readonly path: readonly (string | number)[];
  readonly text: (nameOf: NameOf) => string;
}

export class MergeError extends ApiError {
  /**
   * @param merged names of the entity type; `entityId` as the caller gave it, empty when none was given
   * @param problems at least one
   * @param master what is wrong with the members of the master, as far as it can be checked beside wrong ids
   */
  constructor(
    readonly merged: { readonly collection: string; readonly entityName: string; readonly entityId: string },
    readonly problems: readonly MergeProblem[],
    readonly master: ValidationError | undefined,
  ) {
    super(
      'ERROR_MERGE_REFUSED',
      messageOf(merged.collection, problems, master, (name) => name),
    );
    this.name = 'MergeError';
  }

  /** The message in the names of an API. */
  messageFor(nameOf: NameOf): string {
    return messageOf(this.merged.collection, this.problems, this.master, nameOf);
  }
}

function messageOf(
  collection: string,
  problems: readonly MergeProblem[],
  master: ValidationError | undefined,
  nameOf: NameOf,
): string {
  const texts = problems.map(({ text }) => text(nameOf)).join(' ');
  return `These ${collection} cannot be merged: ${texts}${master?.message ?? ''}`;
}
