/**
 * Locks of rows, and inserts of many. Pure.
 */

export interface WriteDialect {
  /**
   * Ends a select that locks its row until the transaction ends; empty where no rows are locked.
   * @param waits false: fails when another transaction has locked the row
   */
  forUpdate(waits: boolean): string;
  /** Ends a select that locks those of its rows that no other transaction has locked, and leaves out the others. */
  readonly forUpdateOfFree: string;
  /** One statement writes to several tables through a view only (`added-values.ts`), not in its WITH. */
  readonly addsThroughView: boolean;
  /** Begins an INSERT of many rows; when it fails, the transaction must be given up. */
  readonly insertOfMany: string;
}

export const sqliteWrites: WriteDialect = {
  // One transaction writes at a time.
  forUpdate: () => '',
  forUpdateOfFree: '',
  addsThroughView: true,
  insertOfMany: 'INSERT OR FAIL INTO',
};

export const postgresWrites: WriteDialect = {
  forUpdate: (waits) => ` FOR NO KEY UPDATE OF r${waits ? '' : ' NOWAIT'}`,
  forUpdateOfFree: ' FOR UPDATE OF r SKIP LOCKED',
  addsThroughView: false,
  insertOfMany: 'INSERT INTO',
};
