/**
 * Compiles the statements of background jobs, which read the values of a field or the records of an entity type in chunks, and change
 * them without reading more than their ids. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { Binder, type Statement, spaceParameter } from '../binder.js';
import { customLayoutColumn, tableName } from '../columns.js';
import { droppedTexts } from '../custom-values/compile-kept-write.js';
import { type CustomLayout, noLayout } from '../custom-values/custom-layout.js';
import type { KeptValue } from '../custom-values/kept-value.js';
import { valueTable } from '../custom-values/value-tables.js';
import type { Dialect } from '../dialects/dialect.js';
import { identifier } from '../dialects/quote.js';
import { recordsOf } from '../record-source.js';


/** Deleted records count too unless `onlyLiving` is set. */
interface RecordChoice {
  readonly onlyLiving?: boolean;
}

export class ChunkCompiler {
  constructor(
    private readonly dialect: Dialect,
    private readonly space: string,
  ) {}

  /** @param after null: from the first one on @returns a statement whose rows have the `id` of each record with a value, in order */
  compileHolders({ type, id }: KeptValue, after: string | null, limit: number): Statement {
    const binder = this.binder();
    const conditions = [
      this.inSpace('v'),
      `v.field_id = ${binder.bind(id)}`,
      ...(after === null ? [] : [`v.record_id > ${binder.bind(after)}`]),
    ];
    const from = `${identifier(valueTable(type))} v WHERE ${conditions.join(' AND ')}`;
    return { text: `SELECT v.record_id AS id FROM ${from} ORDER BY v.record_id LIMIT ${limit}`, values: binder.values };
  }

  /** @returns the same for records, with their `revision` and whether they are deleted as `gone` */
  compileRecords(entityType: EntityType, after: string | null, limit: number, which: RecordChoice = {}): Statement {
    const binder = this.binder();
    const from = this.recordsWhere(entityType, which, after === null ? [] : [`r.id > ${binder.bind(after)}`]);
    const members = 'r.id AS id, r."revision" AS revision, r."is_deleted" AS gone';
    return { text: `SELECT ${members} FROM ${from} ORDER BY r.id LIMIT ${limit}`, values: binder.values };
  }

  /** @returns a statement with the number of values as `n` */
  compileCountHolders({ type, id }: KeptValue): Statement {
    const binder = this.binder();
    const from = `${identifier(valueTable(type))} v WHERE ${this.inSpace('v')} AND v.field_id = ${binder.bind(id)}`;
    return { text: `SELECT count(*) AS n FROM ${from}`, values: binder.values };
  }

  /** @returns the same for records */
  compileCountRecords(entityType: EntityType, which: RecordChoice = {}): Statement {
    return { text: `SELECT count(*) AS n FROM ${this.recordsWhere(entityType, which)}`, values: [this.space] };
  }

  /**
   * @param waits for those that another transaction has locked; else they are left out
   * @returns a statement that locks records ahead of a change; undefined on databases that lock no rows
   */
  compileLock(entityType: EntityType, ids: readonly string[], waits: boolean): Statement | undefined {
    const lock = waits ? this.dialect.forUpdate(true) : this.dialect.forUpdateOfFree;
    if (lock === '') return undefined;
    const binder = this.binder();
    const from = `${identifier(tableName(entityType))} r WHERE ${this.inSpace('r')} AND ${this.isOneOf('r.id', ids, binder)}`;
    return { text: `SELECT r.id FROM ${from} ORDER BY r.id${lock}`, values: binder.values };
  }

  /** Claims the values of a field for the records that have them and are not deleted. */
  compileClaim(value: KeptValue, ids: readonly string[], entityType: EntityType): Statement {
    return this.setClaimed(value, ids, { isClaimed: true, onlyIf: this.isLiving(value, entityType) });
  }

  /** Releases the values that records have claimed. @param of the entity type, when only deleted records are meant */
  compileRelease(value: KeptValue, ids: readonly string[], of?: EntityType): Statement {
    return this.setClaimed(value, ids, { isClaimed: false, ...(of && { onlyIf: `NOT ${this.isLiving(value, of)}` }) });
  }

  /** Drops the texts of records that know a field which the layout does not: they are made of the values that are left. */
  compileDropTexts(entityType: EntityType, ids: readonly string[], layout: CustomLayout | undefined): Statement {
    const binder = this.binder();
    const known = layout ? [layout.current, layout.restarted, ...layout.earlier.keys()] : [];
    const written = identifier(customLayoutColumn);
    const conditions = [
      `"space_id" = ${this.spacePlaceholder}`,
      this.isOneOf('"id"', ids, binder),
      // Without texts there is no layout either.
      `${written} NOT IN (${[noLayout, ...known].join(', ')})`,
    ];
    const change = `UPDATE ${identifier(tableName(entityType))} SET ${droppedTexts.join(', ')}`;
    return { text: `${change} WHERE ${conditions.join(' AND ')}`, values: binder.values };
  }

  /** Takes rows out of the database. */
  compileErase(entityType: EntityType, ids: readonly string[]): Statement {
    const binder = this.binder();
    const where = `"space_id" = ${this.spacePlaceholder} AND ${this.isOneOf('"id"', ids, binder)}`;
    return { text: `DELETE FROM ${identifier(tableName(entityType))} WHERE ${where}`, values: binder.values };
  }

  private setClaimed(
    { type, id }: KeptValue,
    ids: readonly string[],
    { isClaimed, onlyIf }: { readonly isClaimed: boolean; readonly onlyIf?: string },
  ): Statement {
    const binder = this.binder();
    const conditions = [
      `"space_id" = ${this.spacePlaceholder}`,
      `"field_id" = ${binder.bind(id)}`,
      this.isOneOf('"record_id"', ids, binder),
      isClaimed ? 'NOT "is_held"' : '"is_held"',
      ...(onlyIf === undefined ? [] : [onlyIf]),
    ];
    const change = `UPDATE ${identifier(valueTable(type))} SET "is_held" = ${isClaimed ? 'TRUE' : 'FALSE'}`;
    return { text: `${change} WHERE ${conditions.join(' AND ')}`, values: binder.values };
  }

  private recordsWhere(
    entityType: EntityType,
    { onlyLiving }: RecordChoice,
    conditions: readonly string[] = [],
  ): string {
    const all = [this.inSpace('r'), ...(onlyLiving ? ['NOT r."is_deleted"'] : []), ...conditions];
    return `${recordsOf(this.dialect, entityType)} r WHERE ${all.join(' AND ')}`;
  }

  private isLiving({ type }: KeptValue, entityType: EntityType): string {
    const record = `r.id = ${identifier(valueTable(type))}."record_id"`;
    const conditions = [this.inSpace('r'), record, 'NOT r."is_deleted"'];
    return `EXISTS (SELECT 1 FROM ${recordsOf(this.dialect, entityType)} r WHERE ${conditions.join(' AND ')})`;
  }

  private isOneOf(expression: string, ids: readonly string[], binder: Binder): string {
    return this.dialect.isOneOf(expression, binder.bind(this.dialect.encodeIds(ids)));
  }

  private inSpace(alias: string): string {
    return `${alias}.space_id = ${this.spacePlaceholder}`;
  }

  private binder(): Binder {
    return new Binder(this.dialect, [this.space]);
  }

  private get spacePlaceholder(): string {
    return this.dialect.placeholder(spaceParameter);
  }
}
