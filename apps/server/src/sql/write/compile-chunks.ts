/**
 * Compiles the statements of background jobs, which read the values of a field or the records of an entity type in chunks, and change
 * them without reading more than their ids. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { type Binder, inSpace, type Statement, spaceBinder } from '../binder.js';
import { customLayoutColumn, tableName } from '../columns.js';
import { droppedTexts } from '../custom-values/compile-custom-write.js';
import { type CustomLayout, noLayout } from '../custom-values/custom-layout.js';
import type { CustomValue } from '../custom-values/custom-value.js';
import { valueTable } from '../custom-values/value-tables.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';
import type { WriteDialect } from '../dialects/writes.js';
import { recordsOf } from '../record-source.js';

/** Deleted records count too unless `onlyLiving` is set. */
interface RecordChoice {
  readonly onlyLiving?: boolean;
}

export class ChunkCompiler {
  constructor(
    private readonly dialect: BindingDialect & WriteDialect,
    private readonly space: string,
  ) {}

  /** @param after null: from the first one on @returns a statement whose rows have the `id` of each record with a value, in order */
  compileHolders({ type, id }: CustomValue, after: string | null, limit: number): Statement {
    const binder = this.binder();
    const conditions = [
      inSpace(this.dialect, 'v'),
      `v.field_id = ${binder.bind(id)}`,
      ...(after === null ? [] : [`v.record_id > ${binder.bind(after)}`]),
    ];
    const from = `${identifier(valueTable(type))} v WHERE ${conditions.join(' AND ')}`;
    return binder.statement(`SELECT v.record_id AS id FROM ${from} ORDER BY v.record_id LIMIT ${limit}`);
  }

  /** @returns the same for records, with their `revision` and whether they are deleted as `gone` */
  compileRecords(entityType: EntityType, after: string | null, limit: number, which: RecordChoice = {}): Statement {
    const binder = this.binder();
    const from = this.recordsWhere(entityType, which, after === null ? [] : [`r.id > ${binder.bind(after)}`]);
    const members = 'r.id AS id, r."revision" AS revision, r."is_deleted" AS gone';
    return binder.statement(`SELECT ${members} FROM ${from} ORDER BY r.id LIMIT ${limit}`);
  }

  /** @returns a statement with the number of values as `n` */
  compileCountHolders({ type, id }: CustomValue): Statement {
    const binder = this.binder();
    const from = `${identifier(valueTable(type))} v WHERE ${inSpace(this.dialect, 'v')} AND v.field_id = ${binder.bind(id)}`;
    return binder.statement(`SELECT count(*) AS n FROM ${from}`);
  }

  /** @returns the same for records */
  compileCountRecords(entityType: EntityType, which: RecordChoice = {}): Statement {
    return this.binder().statement(`SELECT count(*) AS n FROM ${this.recordsWhere(entityType, which)}`);
  }

  /**
   * @param waits for those that another transaction has locked; else they are left out
   * @returns a statement that locks records ahead of a change; undefined on databases that lock no rows
   */
  compileLock(entityType: EntityType, ids: readonly string[], waits: boolean): Statement | undefined {
    const lock = waits ? this.dialect.forUpdate(true) : this.dialect.forUpdateOfFree;
    if (lock === '') return undefined;
    const binder = this.binder();
    const from = `${identifier(tableName(entityType))} r WHERE ${inSpace(this.dialect, 'r')} AND ${binder.isOneOf('r.id', ids)}`;
    return binder.statement(`SELECT r.id FROM ${from} ORDER BY r.id${lock}`);
  }

  /** Claims the values of a field for the records that have them and are not deleted. */
  compileClaim(value: CustomValue, ids: readonly string[], entityType: EntityType): Statement {
    return this.setClaimed(value, ids, { isClaimed: true, onlyIf: this.isLiving(value, entityType) });
  }

  /** Releases the values that records have claimed. @param of the entity type, when only deleted records are meant */
  compileRelease(value: CustomValue, ids: readonly string[], of?: EntityType): Statement {
    return this.setClaimed(value, ids, { isClaimed: false, ...(of && { onlyIf: `NOT ${this.isLiving(value, of)}` }) });
  }

  /** Drops the texts of records that know a field which the layout does not: they are made of the values that are left. */
  compileDropTexts(entityType: EntityType, ids: readonly string[], layout: CustomLayout | undefined): Statement {
    const binder = this.binder();
    const known = layout ? [layout.current, layout.restarted, ...layout.earlier.keys()] : [];
    const written = identifier(customLayoutColumn);
    const conditions = [
      binder.inSpace(),
      binder.isOneOf('"id"', ids),
      // Without texts there is no layout either.
      `${written} NOT IN (${[noLayout, ...known].join(', ')})`,
    ];
    const change = `UPDATE ${identifier(tableName(entityType))} SET ${droppedTexts.join(', ')}`;
    return binder.statement(`${change} WHERE ${conditions.join(' AND ')}`);
  }

  /** Takes rows out of the database. */
  compileErase(entityType: EntityType, ids: readonly string[], returning: string): Statement {
    const binder = this.binder();
    const where = `${binder.inSpace()} AND ${binder.isOneOf('"id"', ids)}`;
    return binder.statement(`DELETE FROM ${identifier(tableName(entityType))} WHERE ${where}${returning}`);
  }

  private setClaimed(
    { type, id }: CustomValue,
    ids: readonly string[],
    { isClaimed, onlyIf }: { readonly isClaimed: boolean; readonly onlyIf?: string },
  ): Statement {
    const binder = this.binder();
    const conditions = [
      binder.inSpace(),
      `"field_id" = ${binder.bind(id)}`,
      binder.isOneOf('"record_id"', ids),
      isClaimed ? 'NOT "is_held"' : '"is_held"',
      ...(onlyIf === undefined ? [] : [onlyIf]),
    ];
    const change = `UPDATE ${identifier(valueTable(type))} SET "is_held" = ${isClaimed ? 'TRUE' : 'FALSE'}`;
    return binder.statement(`${change} WHERE ${conditions.join(' AND ')}`);
  }

  private recordsWhere(
    entityType: EntityType,
    { onlyLiving }: RecordChoice,
    conditions: readonly string[] = [],
  ): string {
    const all = [inSpace(this.dialect, 'r'), ...(onlyLiving ? ['NOT r."is_deleted"'] : []), ...conditions];
    return `${recordsOf(this.dialect, entityType)} r WHERE ${all.join(' AND ')}`;
  }

  private isLiving({ type }: CustomValue, entityType: EntityType): string {
    const record = `r.id = ${identifier(valueTable(type))}."record_id"`;
    const conditions = [inSpace(this.dialect, 'r'), record, 'NOT r."is_deleted"'];
    return `EXISTS (SELECT 1 FROM ${recordsOf(this.dialect, entityType)} r WHERE ${conditions.join(' AND ')})`;
  }

  private binder(): Binder {
    return spaceBinder(this.dialect, this.space);
  }
}
