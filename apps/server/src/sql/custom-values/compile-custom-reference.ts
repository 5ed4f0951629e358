/**
 * Writes conditions over references wherever they are stored, and the statements that change those which a space has defined: of these
 * the table of values is the truth, and the texts beside the records have them too. Pure.
 */
import type { EntityType, ReferenceField } from '@headwater/catalog';
import { type Binder, inSpace, type Statement, spaceBinder } from '../binder.js';
import { tableName } from '../columns.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { PlanningDialect } from '../dialects/planning.js';
import { identifier } from '../dialects/quote.js';
import { column } from '../select/compile-value.js';
import type { Stamp } from '../write/compile-rows.js';
import { customValueRows } from './compile-custom-value.js';
import { droppedTexts } from './compile-custom-write.js';
import { type CustomValue, customValue } from './custom-value.js';
import { alongValues, valueTable } from './value-tables.js';

/** @param isMeant writes whether an id that is not null is one of those asked for @returns whether the record under an alias has such a reference */
export function compileRefers(
  dialect: BindingDialect,
  alias: string,
  field: ReferenceField,
  isMeant: (id: string) => string,
): string {
  const custom = customValue(field);
  return custom
    ? `${column(alias, 'id')} IN (${selectHolders(dialect, custom, isMeant)})`
    : isMeant(column(alias, field.name));
}

function selectHolders(dialect: BindingDialect, custom: CustomValue, isMeant: (id: string) => string): string {
  const { from, conditions, value, recordId } = customValueRows(dialect, custom, 'v');
  return `SELECT ${recordId} FROM ${from} WHERE ${[...conditions, isMeant(value)].join(' AND ')}`;
}

export class CustomReferenceCompiler {
  constructor(
    private readonly dialect: BindingDialect & PlanningDialect,
    private readonly space: string,
  ) {}

  /**
   * Leads a reference from each record that goes to the one that stays; one that would lead from a record to itself becomes null.
   * @param pairs ids of what goes and of what stays
   * @returns statements, to be run in their order
   */
  compileMoves(
    entityType: EntityType,
    custom: CustomValue,
    pairs: readonly (readonly [gone: string, target: string])[],
    stamp: Stamp,
  ): Statement[] {
    const gone = pairs.map(([id]) => id);
    return [
      this.stampHolders(entityType, custom, gone, stamp),
      this.clearOwn(custom, pairs),
      this.replace(custom, pairs),
    ];
  }

  /** The same for references that become null. @param ids of what they lead to */
  compileClears(entityType: EntityType, custom: CustomValue, ids: readonly string[], stamp: Stamp): Statement[] {
    const binder = this.binder();
    const where = [...this.ofField(custom), binder.isOneOf('"value"', ids)].join(' AND ');
    return [
      this.stampHolders(entityType, custom, ids, stamp),
      binder.statement(`DELETE FROM ${this.along(custom)} WHERE ${where}`),
    ];
  }

  /** Deleted records stay at the revision of their deletion, by which what was deleted together is known. */
  private stampHolders(entityType: EntityType, custom: CustomValue, ids: readonly string[], stamp: Stamp): Statement {
    const binder = this.binder();
    const unlessDeleted = (member: string, value: unknown) =>
      `"${member}" = CASE WHEN "is_deleted" THEN "${member}" ELSE ${binder.bind(value)} END`;
    const assignments = [
      ...droppedTexts,
      unlessDeleted('modified', stamp.modified),
      unlessDeleted('revision', stamp.revision),
    ];
    const bound = binder.bindIds(ids);
    const holders = selectHolders(this.dialect, custom, (id) => this.dialect.isOneOf(id, bound));
    const where = `${inSpace(this.dialect)} AND "id" IN (${holders})`;
    const table = identifier(tableName(entityType));
    return binder.statement(`UPDATE ${table} SET ${assignments.join(', ')} WHERE ${where}`);
  }

  /** Of the records that stay, what leads to those that become them. */
  private clearOwn(custom: CustomValue, pairs: readonly (readonly [string, string])[]): Statement {
    const binder = this.binder();
    const { from, values } = this.bindPairs(binder, pairs);
    const isOwn = `("value", "record_id") IN (SELECT ${values.join(', ')} FROM ${from})`;
    const where = [...this.ofField(custom), isOwn].join(' AND ');
    return binder.statement(`DELETE FROM ${this.along(custom)} WHERE ${where}`);
  }

  private replace(custom: CustomValue, pairs: readonly (readonly [string, string])[]): Statement {
    const binder = this.binder();
    const table = tableOfValues(custom);
    const { from, values } = this.bindPairs(binder, pairs);
    const [gone = '', target = ''] = values;
    const ids = binder.bindIds(pairs.map(([id]) => id));
    const value = column(table, 'value');
    // The ids say the same as the pairs, and lead to an index.
    const where = [...this.ofField(custom), this.dialect.isOneOf(value, ids), `${value} = ${gone}`];
    return binder.statement(
      `UPDATE ${this.along(custom)} SET "value" = ${target} FROM ${from} WHERE ${where.join(' AND ')}`,
    );
  }

  private along(custom: CustomValue): string {
    return `${tableOfValues(custom)}${alongValues(this.dialect, custom.type)}`;
  }

  private ofField({ id }: CustomValue): string[] {
    return [inSpace(this.dialect), `"field_id" = '${id}'`];
  }

  private bindPairs(binder: Binder, pairs: readonly (readonly [string, string])[]) {
    return binder.bindRows(pairs, ['uuid', 'uuid']);
  }

  private binder(): Binder {
    return spaceBinder(this.dialect, this.space);
  }
}

function tableOfValues({ type }: CustomValue): string {
  return identifier(valueTable(type));
}
