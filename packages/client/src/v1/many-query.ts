/**
 * What `setEntities` and `deleteEntities` take as numbers that are added up. Pure.
 */

/** What becomes of the others when an item is rejected, and what the answer has in its place. */
type Rejected = 'undo' | 'null' | 'error' | 'ids';

export interface SetManyRequest {
  readonly rejected?: Rejected | undefined;
  readonly insertUnknown?: boolean | undefined;
  readonly checkChangedOnly?: boolean | undefined;
  readonly validationLevel?: number | undefined;
}

export interface DeleteManyRequest {
  readonly rejected?: Rejected | undefined;
}

const flagOf: Readonly<Record<Rejected, number>> = { undo: 0, null: 1, ids: 4, error: 8 };
const insertUnknown = 2;
const checkChangedOnly = 256;

/** @throws TypeError `rejected` is none of its values */
export function setQuery(request: SetManyRequest): object {
  const flag =
    rejectedFlag(request) +
    (request.insertUnknown ? insertUnknown : 0) +
    (request.checkChangedOnly ? checkChangedOnly : 0);
  return { flag, ...(request.validationLevel !== undefined && { validation_level: request.validationLevel }) };
}

/** @throws TypeError `rejected` is none of its values */
export function deleteQuery(request: DeleteManyRequest): object {
  return { flag: rejectedFlag(request) };
}

function rejectedFlag({ rejected = 'undo' }: DeleteManyRequest): number {
  const flag = Object.hasOwn(flagOf, rejected) ? flagOf[rejected] : undefined;
  // One that were dropped would let a rejected item undo all, or keep what was to be undone.
  if (flag === undefined) throw new TypeError(`rejected must be one of ${Object.keys(flagOf).join(', ')}`);
  return flag;
}
