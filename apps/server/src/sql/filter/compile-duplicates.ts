/**
 * Writes the statements over the keys by which duplicates are found. Every one names the space and the entity type first. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import {
  inSpace,
  namesScope,
  type Statement,
  type StatementScope,
  scopedBinder,
  spaceBinder,
  spaceOf,
} from '../binder.js';
import type { Dialect } from '../dialects/dialect.js';
import type { UserSight } from '../record-sight.js';
import { recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';

/** A key of a record; whether another record has it too. */
export interface KeyRow {
  readonly key: string;
  readonly recordId: string;
  readonly isShared: boolean;
}

/** A position in the history of an entity type: the change of one record. */
export interface ChangePosition {
  readonly revision: number;
  readonly recordId: string;
}

/** How far the keys of an entity type have come. */
export interface Progress extends ChangePosition {
  readonly method: string;
}

/** Whose records count. */
interface SeenBy {
  readonly sight: UserSight;
  readonly scope: StatementScope;
}

export class DuplicateCompiler {
  /** @param seenBy for the statements that find groups; left out: all records count */
  constructor(
    private readonly dialect: Dialect,
    private readonly space: string,
    private readonly entityType: EntityType,
    private readonly seenBy?: SeenBy,
  ) {}

  /** Rows have `method`, `revision` and `record_id`; locked until the transaction ends, if so wished. */
  progress(isLocked: boolean): Statement {
    const { binder, ofType } = this.begin();
    const lock = isLocked ? this.dialect.forUpdate(true) : '';
    return binder.statement(
      `SELECT r.method, r.revision, r.record_id FROM "duplicate_progress" r WHERE ${ofType('r')}${lock}`,
    );
  }

  beginProgress({ method, revision, recordId }: Progress): Statement {
    const { binder, type } = this.begin();
    const values = [binder.space, type, ...[method, revision, recordId].map((value) => binder.bind(value))].join(', ');
    const columns = '("space_id", "entity_type", "method", "revision", "record_id")';
    const conflict = 'ON CONFLICT ("space_id", "entity_type") DO NOTHING';
    return binder.statement(`INSERT INTO "duplicate_progress" ${columns} VALUES (${values}) ${conflict}`);
  }

  setProgress({ method, revision, recordId }: Progress): Statement {
    const { binder, ofType } = this.begin();
    const assignments = [
      `"method" = ${binder.bind(method)}`,
      `"revision" = ${binder.bind(revision)}`,
      `"record_id" = ${binder.bind(recordId)}`,
    ];
    return binder.statement(`UPDATE "duplicate_progress" SET ${assignments.join(', ')} WHERE ${ofType()}`);
  }

  forgetAll(): Statement {
    const { binder, ofType } = this.begin();
    return binder.statement(`DELETE FROM "duplicate_keys" WHERE ${ofType()}`);
  }

  /**
   * The records that have changed since, in the order of their changes.
   * @returns rows with `id`, `revision`, `is_deleted` and the fields
   */
  changedSince({ revision, recordId }: ChangePosition, fields: readonly string[], limit: number): Statement {
    const binder = spaceBinder(this.dialect, this.space);
    const [since, sinceAgain, id] = [revision, revision, recordId].map((value) => binder.bind(value));
    const columns = ['id', 'revision', 'is_deleted', ...fields].map((name) => column('t', name)).join(', ');
    const later = `t.revision >= ${since} AND (t.revision > ${sinceAgain} OR t.id > ${id})`;
    const text =
      `SELECT ${columns} FROM ${this.records()} WHERE ${binder.inSpace('t')} AND ${later} ` +
      `ORDER BY t.revision, t.id LIMIT ${this.dialect.limit(limit, binder)}`;
    return binder.statement(text);
  }

  /** @returns rows with `id` and the fields */
  recordsWith(ids: readonly string[], fields: readonly string[]): Statement {
    const binder = spaceBinder(this.dialect, this.space);
    const columns = ['id', ...fields].map((name) => column('t', name)).join(', ');
    const named = binder.isOneOf('t.id', ids);
    const text = `SELECT ${columns} FROM ${this.records()} WHERE ${binder.inSpace('t')} AND ${named}`;
    return binder.statement(text);
  }

  /** @returns rows with `record_id` and `key` of the given records */
  keysOf(recordIds: readonly string[], onlyShared: boolean): Statement {
    const { binder, ofType, from, values } = this.bound(recordIds.map((id) => [id]));
    const named = `k.record_id IN (SELECT ${values[0]} FROM ${from})`;
    const text = `SELECT k.record_id, k.key FROM "duplicate_keys" k WHERE ${ofType('k')} AND ${named}${onlyShared ? ' AND k.shared' : ''}`;
    return binder.statement(text);
  }

  /** @returns rows with `key` and `ids`, a JSON array of the first records that have it and count */
  recordsOf(keys: readonly string[], limit: number): Statement {
    const { binder, ofType, counts } = this.beginCounting();
    const { from, values } = binder.bindRows(
      keys.map((key) => [key]),
      ['string'],
    );
    const [key] = values;
    // Held apart from their order: else a database without statistics scans all records in that order to find those of the key.
    const all = `SELECT o.record_id FROM "duplicate_keys" o WHERE ${ofType('o')} AND o.key = ${key}${counts('o')} LIMIT ${this.dialect.noLimit} OFFSET 0`;
    const some = `SELECT a.record_id FROM (${all}) a ORDER BY a.record_id LIMIT ${limit}`;
    const ids = this.dialect.jsonText(this.dialect.jsonArrayOf('m.record_id', [], 'm.record_id'));
    return binder.statement(`SELECT ${key} AS key, (SELECT ${ids} FROM (${some}) m) AS ids FROM ${from}`);
  }

  /** @returns rows with `key` and `holders`, how many records have it; not counted further than the limit */
  countHolders(keys: readonly string[], limit: number): Statement {
    const { binder, ofType, from, values } = this.bound(keys.map((key) => [key]));
    const [key] = values;
    const some = `SELECT 1 FROM "duplicate_keys" o WHERE ${ofType('o')} AND o.key = ${key} LIMIT ${limit}`;
    return binder.statement(`SELECT ${key} AS key, (SELECT count(*) FROM (${some}) m) AS holders FROM ${from}`);
  }

  /**
   * The first records of shared keys after one of them, oldest first. Where not all records count, those that do with a key that others have,
   * whether these count or not: to find out for each of them would be to go through all that share its key, again and again.
   * @returns rows with `record_id`, each once
   */
  firstOfShared(after: string, limit: number): Statement {
    const { binder, ofType, counts } = this.beginCounting();
    const isLater = `k.record_id > ${binder.bind(after)}`;
    // Looked up for each row, never joined all with all, whatever a database thinks of a table that it knows nothing of.
    const older =
      `SELECT 1 FROM "duplicate_keys" o WHERE ${ofType('o')} AND o.key = k.key AND o.record_id < k.record_id ` +
      `LIMIT ${this.dialect.noLimit} OFFSET 0`;
    const isMeant = this.seenBy === undefined ? ` AND NOT EXISTS (${older})` : counts('k');
    const text =
      `SELECT k.record_id FROM "duplicate_keys" k WHERE ${ofType('k')} AND k.shared AND ${isLater}${isMeant} ` +
      `GROUP BY k.record_id ORDER BY k.record_id LIMIT ${this.dialect.limit(limit, binder)}`;
    return binder.statement(text);
  }

  insert(rows: readonly KeyRow[]): Statement {
    const encoded = rows.map(({ key, recordId, isShared }) => [
      key,
      recordId,
      this.dialect.encode('boolean', isShared),
    ]);
    const binder = spaceBinder(this.dialect, this.space);
    const columns = '("space_id", "entity_type", "key", "record_id", "shared")';
    const [space, type] = [spaceOf(this.dialect, 'text'), binder.bind(this.entityType.name, 'text')];
    const { from, values } = binder.bindRows(encoded, ['string', 'string', 'boolean']);
    return binder.statement(
      `INSERT INTO "duplicate_keys" ${columns} SELECT ${[space, type, ...values].join(', ')} FROM ${from}`,
    );
  }

  remove(rows: readonly Pick<KeyRow, 'key' | 'recordId'>[]): Statement {
    const { binder, ofType, from, values } = this.bound(
      rows.map(({ key, recordId }) => [key, recordId]),
      ['string', 'string'],
    );
    const text = `DELETE FROM "duplicate_keys" WHERE ${ofType()} AND ("key", "record_id") IN (SELECT ${values.join(', ')} FROM ${from})`;
    return binder.statement(text);
  }

  /** Of keys that one record has: says whether another one has come to have it. */
  setShared(keys: readonly string[], isShared: boolean): Statement {
    const { binder, ofType, from, values } = this.bound(keys.map((key) => [key]));
    const text = `UPDATE "duplicate_keys" SET "shared" = ${isShared ? 'TRUE' : 'FALSE'} WHERE ${ofType()} AND "key" IN (SELECT ${values[0]} FROM ${from})`;
    return binder.statement(text);
  }

  private bound(rows: readonly (readonly unknown[])[], types: readonly ('string' | 'boolean')[] = ['string']) {
    const begun = this.begin();
    return { ...begun, ...begun.binder.bindRows(rows, types) };
  }

  /** @returns as `begin` does; and what says behind other conditions that the record of a key counts */
  private beginCounting() {
    const { seenBy } = this;
    if (seenBy === undefined) return { ...this.begin(), counts: () => '' };
    const { dialect } = seenBy.sight;
    const records = recordsOf(dialect, this.entityType);
    const scope = namesScope(dialect, seenBy.scope);
    const counts = (alias: string) => {
      const id = this.dialect.cast(`${alias}.record_id`, 'uuid');
      const where = `${inSpace(dialect, 'x')} AND x.id = ${id} LIMIT ${this.dialect.noLimit} OFFSET 0`;
      return ` AND ${scope} AND EXISTS (SELECT 1 FROM ${records} x WHERE ${where})`;
    };
    return { ...this.begin(scopedBinder(dialect, seenBy.scope)), counts };
  }

  private begin(binder = spaceBinder(this.dialect, this.space)) {
    const type = binder.bind(this.entityType.name);
    const ofType = (alias?: string) =>
      `${binder.inSpace(alias)} AND ${alias === undefined ? '"entity_type"' : `${alias}.entity_type`} = ${type}`;
    return { binder, type, ofType };
  }

  private records(): string {
    return `${recordsOf(this.dialect, this.entityType)} t`;
  }
}
