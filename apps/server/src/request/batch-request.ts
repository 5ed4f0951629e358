/**
 * Many writes of one entity type as data. Knows no entity type.
 */

/** Items of a batch at most. */
export const maxBatchItems = 1_000;

export interface BatchRequest {
  /** `modify`: an item is a body, with an `id` a change, without a create. `delete`, `restore`: an item is an id. */
  readonly operation: 'modify' | 'delete' | 'restore';
  readonly entityType: string;
  /** 1 to `maxBatchItems`, as they came; one that is something else is rejected, one that is an error by that error. */
  readonly items: readonly unknown[];
  readonly validationLevel: number;
  /** True: a rejected item undoes only itself; false: the whole batch. */
  readonly keepsGoing: boolean;
  /** True: the caller makes records of items with an unknown id afterwards. */
  readonly insertsUnknown?: boolean;
}
