/**
 * The refusal of a batch: every mistake of every item at once, each with the place of its item.
 */
import { ApiError } from './api-error.js';

/** One refused item. */
export interface ItemFailure {
  /** Place of the item in the batch, from 0. */
  readonly index: number;
  readonly error: ApiError;
}

export class BatchError extends ApiError {
  /**
   * @param entityName singular name of the entity type
   * @param entityId of the first refused item
   * @param failures in the order of the items; at least one
   */
  constructor(
    readonly entityName: string,
    readonly entityId: string,
    readonly failures: readonly ItemFailure[],
  ) {
    // What a validation error says begins with a line break for each mistake.
    const messages = failures.map(({ error }) =>
      error.message.startsWith('\n') ? error.message : `\n${error.message}`,
    );
    super('ERROR_ENTITY_VALIDATION', messages.join(''));
    this.name = 'BatchError';
  }
}
