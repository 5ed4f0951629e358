/**
 * What code that follows a written record may do in its transaction. Rules and background jobs need no more.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { Transaction } from '../../db/database.js';
import type { Statement } from '../../sql/binder.js';
import type { Dialect } from '../../sql/dialects/dialect.js';
import type { ChangedRecord, LogStatement } from '../../sql/tables/changes.js';
import type { RowsOf, Stamp } from '../../sql/write/compile-rows.js';
import type { RowLock } from '../../sql/write/compile-stored.js';
import type { Act } from './draft.js';

/**
 * What the change log says of a change: its records, or the statement that finds them. `counted`: those that `addCounted` gets.
 * `nothing`: no answer shows the change.
 */
export type LoggedAs = readonly ChangedRecord[] | LogStatement | 'counted' | 'nothing';

/** What happened to records of one entity type. */
export interface RecordChange {
  readonly entityType: EntityType;
  /**
   * `merge`: deleted, as another record took their place; `convert`: they are records of another entity type now; `erase`: removed
   * from the database; `clear`: the stored values of a deleted field are removed, which no answer shows: their revision stays.
   */
  readonly act: Act | 'merge' | 'convert' | 'erase' | 'clear';
  /** By their ids, or as the rows that belong to other records: a statement over a set need not read them. */
  readonly records: readonly string[] | RowsOf;
  /** Of records of the entity type that a shared table was made for: what tells them apart there. */
  readonly kind?: string;
  readonly log: LoggedAs;
  /** What happened as far as the number of records goes, where that is not `act`: a rule may undo a record that it updates. */
  readonly counts?: Act;
}

/** What a statement over a set does with the rows that it finds: marks them as deleted, takes the mark, or takes them out. */
export type CountedAct = 'delete' | 'restore' | 'erase';

/** What code that follows a written record may do in its transaction; rules and background jobs need no more. */
export interface WriteEffects {
  readonly catalog: Catalog;
  /** The same with what the space has deleted of its custom fields and entity types. */
  readonly withDeleted: () => Catalog;
  readonly dialect: Dialect;
  readonly transaction: Transaction;
  /** Id of the space. */
  readonly space: string;
  /** How rows are locked at this point of the transaction. */
  readonly rowLock: RowLock;
  /**
   * The number of this transaction in the space's history. Its row stays locked until the end, so it is taken when the first
   * change is about to be made, after all lookups.
   * @throws TransactionConflict when a fact has changed since it was looked up; CatalogConflict when the catalog is an older one
   */
  revision(): Promise<number>;
  /**
   * Every change of records is announced here, just before the statement that makes it.
   * @returns what the statement sets in each changed record
   * @throws as `revision`
   */
  stamp(...changes: readonly RecordChange[]): Promise<Stamp>;
  /**
   * Runs a statement that finds the rows it changes itself, counts and logs them; it is announced by `stamp`. The rows are not there
   * yet when this returns.
   * @param compile writes the statement, with what ends it so that it gives the rows
   */
  addCounted(entityType: EntityType, act: CountedAct, compile: (returning: string) => Statement): void;
  /** After a change of a shared table whose statement does not tell how many rows it concerned: counts all of its records. */
  recount(entityType: EntityType): void;
  /** Notes that the transaction enqueues a job: the worker is woken up once it has ended. */
  leaveWork(): void;
}
