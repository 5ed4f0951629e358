/**
 * The error of an invalid batch: every problem of every item at once, each with the index of its item.
 */
import { ApiError } from './api-error.js';

/** One rejected item. */
export interface ItemFailure {
  /** Index of the item in the batch, from 0. */
  readonly index: number;
  readonly error: ApiError;
}

export class BatchError extends ApiError {
  /**
   * @param entityName singular name of the entity type
   * @param entityId of the first rejected item
   * @param failures in the order of the items; at least one
   */
  constructor(
    readonly entityName: string,
    readonly entityId: string,
    readonly failures: readonly ItemFailure[],
  ) {
    // What a validation error says begins with a line break for each error.
    const messages = failures.map(({ error }) =>
      error.message.startsWith('\n') ? error.message : `\n${error.message}`,
    );
    super('ERROR_ENTITY_VALIDATION', messages.join(''));
    this.name = 'BatchError';
  }
}
