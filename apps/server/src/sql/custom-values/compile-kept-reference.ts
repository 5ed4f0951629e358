/**
 * Writes conditions over references wherever they are kept, and the statements that change those which a space has defined: of these
 * the table of values is the truth, and the texts beside the records have them too. Pure.
 */
import type { EntityType, ReferenceField } from '@headwater/catalog';
import { type Binder, inSpace, type Statement, spaceBinder } from '../binder.js';
import { tableName } from '../columns.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';
import { column } from '../select/compile-value.js';
import type { Stamp } from '../write/compile-rows.js';
import { keptRows } from './compile-kept.js';
import { droppedTexts } from './compile-kept-write.js';
import { type KeptValue, keptValue } from './kept-value.js';
import { valueTable } from './value-tables.js';

/** @param isMeant writes whether an id that is not null is one of those asked for @returns whether the record under an alias has such a reference */
export function compileRefers(
  dialect: BindingDialect,
  alias: string,
  field: ReferenceField,
  isMeant: (id: string) => string,
): string {
  const kept = keptValue(field);
  return kept
    ? `${column(alias, 'id')} IN (${selectHolders(dialect, kept, isMeant)})`
    : isMeant(column(alias, field.name));
}

function selectHolders(dialect: BindingDialect, kept: KeptValue, isMeant: (id: string) => string): string {
  const { from, conditions, value, recordId } = keptRows(dialect, kept, 'v');
  return `SELECT ${recordId} FROM ${from} WHERE ${[...conditions, isMeant(value)].join(' AND ')}`;
}

export class KeptReferenceCompiler {
  constructor(
    private readonly dialect: BindingDialect,
    private readonly space: string,
  ) {}

  /**
   * Leads a reference from each record that goes to the one that stays; one that would lead from a record to itself becomes null.
   * @param pairs ids of what goes and of what stays
   * @returns statements, to be run in their order
   */
  compileMoves(
    entityType: EntityType,
    kept: KeptValue,
    pairs: readonly (readonly [gone: string, kept: string])[],
    stamp: Stamp,
  ): Statement[] {
    const gone = pairs.map(([id]) => id);
    return [this.stampHolders(entityType, kept, gone, stamp), this.clearOwn(kept, pairs), this.replace(kept, pairs)];
  }

  /** The same for references that become null. @param ids of what they lead to */
  compileClears(entityType: EntityType, kept: KeptValue, ids: readonly string[], stamp: Stamp): Statement[] {
    const binder = this.binder();
    const where = [...this.ofField(kept), this.dialect.isOneOf('"value"', this.bindIds(binder, ids))].join(' AND ');
    return [
      this.stampHolders(entityType, kept, ids, stamp),
      binder.statement(`DELETE FROM ${tableOfValues(kept)} WHERE ${where}`),
    ];
  }

  /** Deleted records stay at the revision of their deletion, by which what was deleted together is known. */
  private stampHolders(entityType: EntityType, kept: KeptValue, ids: readonly string[], stamp: Stamp): Statement {
    const binder = this.binder();
    const unlessDeleted = (member: string, value: unknown) =>
      `"${member}" = CASE WHEN "is_deleted" THEN "${member}" ELSE ${binder.bind(value)} END`;
    const assignments = [
      ...droppedTexts,
      unlessDeleted('modified', stamp.modified),
      unlessDeleted('revision', stamp.revision),
    ];
    const bound = this.bindIds(binder, ids);
    const holders = selectHolders(this.dialect, kept, (id) => this.dialect.isOneOf(id, bound));
    const where = `${inSpace(this.dialect)} AND "id" IN (${holders})`;
    const table = identifier(tableName(entityType));
    return binder.statement(`UPDATE ${table} SET ${assignments.join(', ')} WHERE ${where}`);
  }

  /** Of the records that stay, what leads to those that become them. */
  private clearOwn(kept: KeptValue, pairs: readonly (readonly [string, string])[]): Statement {
    const binder = this.binder();
    const { from, values } = this.bindPairs(binder, pairs);
    const isOwn = `("value", "record_id") IN (SELECT ${values.join(', ')} FROM ${from})`;
    const where = [...this.ofField(kept), isOwn].join(' AND ');
    return binder.statement(`DELETE FROM ${tableOfValues(kept)} WHERE ${where}`);
  }

  private replace(kept: KeptValue, pairs: readonly (readonly [string, string])[]): Statement {
    const binder = this.binder();
    const table = tableOfValues(kept);
    const { from, values } = this.bindPairs(binder, pairs);
    const [gone = '', heir = ''] = values;
    const ids = this.bindIds(
      binder,
      pairs.map(([id]) => id),
    );
    const value = column(table, 'value');
    // The ids say the same as the pairs, and lead to an index.
    const where = [...this.ofField(kept), this.dialect.isOneOf(value, ids), `${value} = ${gone}`];
    return binder.statement(`UPDATE ${table} SET "value" = ${heir} FROM ${from} WHERE ${where.join(' AND ')}`);
  }

  private ofField({ id }: KeptValue): string[] {
    return [inSpace(this.dialect), `"field_id" = '${id}'`];
  }

  private bindPairs(binder: Binder, pairs: readonly (readonly [string, string])[]) {
    return binder.bindRows(pairs, ['uuid', 'uuid']);
  }

  private bindIds(binder: Binder, ids: readonly string[]): string {
    return binder.bindIds(ids);
  }

  private binder(): Binder {
    return spaceBinder(this.dialect, this.space);
  }
}

function tableOfValues({ type }: KeptValue): string {
  return identifier(valueTable(type));
}
