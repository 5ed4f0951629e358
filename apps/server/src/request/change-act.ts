/**
 * What the change log says of records.
 */

/**
 * What can happen to a record. `merged_into`: another one took its place; `converted`: it is a record of another entity type from now
 * on; `erased`: it is gone for good.
 */
export const changeActs = [
  'created',
  'updated',
  'deleted',
  'restored',
  'merged_into',
  'merged_from',
  'converted',
  'erased',
] as const;

export type ChangeAct = (typeof changeActs)[number];
