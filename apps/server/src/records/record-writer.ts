/**
 * Writes records inside one transaction: stamps them with the moment and the transaction's revision. Checks nothing.
 */
import type { EntityType } from '@headwater/catalog';
import type { Transaction } from '../db/database.js';
import type { Operand } from '../plan/predicate.js';
import type { Statement } from '../sql/binder.js';
import { numberColumn } from '../sql/columns.js';
import { RowCompiler, type Stamp } from '../sql/compile-rows.js';
import type { Draft } from './draft.js';
import type { RecordStore } from './record-store.js';
import type { RowLock } from './stored-record.js';
import { columnValues } from './write-draft.js';

export class RecordWriter {
  readonly rows: RowCompiler;
  private takenRevision: number | undefined;

  /** @param moment of the write, `YYYY-MM-DDTHH:MM:SS.ffffff` */
  constructor(
    private readonly store: RecordStore,
    private readonly transaction: Transaction,
    readonly space: string,
    readonly moment: string,
  ) {
    this.rows = new RowCompiler(store.db.dialect);
  }

  /** How rows are locked at this point of the transaction. */
  get rowLock(): RowLock {
    return this.takenRevision === undefined ? 'waiting' : 'at-once';
  }

  async insert(draft: Draft): Promise<void> {
    const stamp = new Map<string, Operand>([
      ['id', draft.id],
      ['modified', draft.values.get('modified') ?? this.moment],
      ['created', draft.values.get('created') ?? this.moment],
      ['revision', await this.revision()],
      ['is_deleted', false],
      ['is_delete_protected', draft.values.get('is_delete_protected') ?? false],
    ]);
    if (draft.entityType.numbered) stamp.set(numberColumn, await this.nextNumber(draft.entityType));
    await this.transaction.run(
      this.store.writes.compileInsert(draft.entityType, this.space, columnValues(draft, stamp)),
    );
  }

  async overwrite(draft: Draft): Promise<void> {
    const stamp = new Map<string, Operand>([
      ['modified', draft.values.get('modified') ?? this.moment],
      ['revision', await this.revision()],
    ]);
    const values = columnValues(draft, stamp);
    await this.transaction.run(this.store.writes.compileUpdate(draft.entityType, this.space, draft.id, values));
  }

  /** Marks a record as deleted, and the rows it owns. */
  async remove(entityType: EntityType, id: string): Promise<void> {
    const { modified, revision } = await this.stamp();
    const values = new Map<string, Operand>([
      ['is_deleted', true],
      ['modified', modified],
      ['revision', revision],
    ]);
    await this.transaction.run(this.store.writes.compileUpdate(entityType, this.space, id, values));
    for (const field of entityType.fields) {
      if (field.kind !== 'rows' || !field.owned) continue;
      const target = this.store.catalog.existing(field.target);
      await this.run(this.rows.compileDeleteRows(target, field, { space: this.space, parent: id }, await this.stamp()));
    }
  }

  async run(statement: Statement): Promise<void> {
    await this.transaction.run(statement);
  }

  async stamp(): Promise<Stamp> {
    return { modified: this.moment, revision: await this.revision() };
  }

  /**
   * The number of this transaction in the space's history. Its row stays locked until the end, so it is taken when the first
   * change is about to be made, after all that a write has to look up.
   */
  async revision(): Promise<number> {
    if (this.takenRevision === undefined) {
      const p = (position: number) => this.store.db.dialect.placeholder(position);
      const text = `UPDATE "spaces" SET "revision" = "revision" + 1 WHERE "space_id" = ${p(1)} RETURNING "revision" AS v`;
      const [row] = await this.transaction.run({ text, values: [this.space] });
      if (!row) throw new Error(`there is no space "${this.space}"`);
      this.takenRevision = Number(row.v);
    }
    return this.takenRevision;
  }

  private async nextNumber(entityType: EntityType): Promise<number> {
    const p = (position: number) => this.store.db.dialect.placeholder(position);
    const text =
      `INSERT INTO "space_counters" ("space_id", "name", "value") VALUES (${p(1)}, ${p(2)}, 1) ` +
      'ON CONFLICT ("space_id", "name") DO UPDATE SET "value" = "space_counters"."value" + 1 RETURNING "value" AS v';
    const [row] = await this.transaction.run({ text, values: [this.space, entityType.name] });
    return Number(row?.v);
  }
}
