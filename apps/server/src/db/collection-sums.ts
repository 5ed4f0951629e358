/**
 * What a transaction changes in the numbers of collections: added up, and written once, at its end. Writes that share the transaction
 * share the sum.
 */
import type { Statement } from '../sql/binder.js';
import type { BindingDialect } from '../sql/dialects/binding.js';
import { addToCollections, type CollectionPart, type CollectionSum, recountTable } from '../sql/tables/collections.js';

export class CollectionSums {
  /** By space, then by table and kind. */
  private readonly spaces = new Map<string, Map<string, CollectionSum>>();
  /** Tables whose records are counted again, by space, with the revision of the change. */
  private readonly recounted = new Map<
    string,
    Map<string, { readonly kindColumn: string; readonly revision: number }>
  >();

  /** @param living records that came or, below 0, went. @param deleted the same for records marked as deleted */
  add(space: string, part: CollectionPart, revision: number, living: number, deleted: number): void {
    const sums = this.of(space);
    const key = `${part.table} ${part.kind}`;
    const sum = sums.get(key);
    if (sum) Object.assign(sum, { living: sum.living + living, deleted: sum.deleted + deleted, revision });
    else sums.set(key, { ...part, living, deleted, revision });
  }

  /** Has all records of a shared table counted, after a change that does not tell how many it concerned. */
  recount(space: string, table: string, kindColumn: string, revision: number): void {
    const tables = this.recounted.get(space) ?? new Map();
    this.recounted.set(space, tables.set(table, { kindColumn, revision }));
  }

  /** @returns the statements that write the sums, to be run after all changes; forgets the sums */
  take(dialect: BindingDialect): Statement[] {
    const statements = [...this.spaces].map(([space, sums]) => addToCollections(dialect, space, [...sums.values()]));
    for (const [space, tables] of this.recounted) {
      for (const [table, { kindColumn, revision }] of tables) {
        statements.push(...recountTable(dialect, space, { table, kindColumn }, revision));
      }
    }
    this.spaces.clear();
    this.recounted.clear();
    return statements;
  }

  private of(space: string): Map<string, CollectionSum> {
    let sums = this.spaces.get(space);
    if (!sums) {
      sums = new Map();
      this.spaces.set(space, sums);
    }
    return sums;
  }
}
