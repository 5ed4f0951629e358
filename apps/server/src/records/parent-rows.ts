/**
 * Keeps a parent and its owned rows in step when a row is written through its own collection: exactly one row is primary, and
 * the parent shows what its primary row says.
 */
import type { EntityType } from '@headwater/catalog';
import type { Transaction } from '../db/database.js';
import { TransactionConflict } from '../db/translate-error.js';
import { primaryWanted } from '../plan/mistakes.js';
import type { StatementScope } from '../sql/compile-list.js';
import { type Draft, type StoredRecord, unchangedDraft } from './draft.js';
import type { OwnedRelation } from './owned-relations.js';
import type { RecordStore } from './record-store.js';
import type { RecordWriter } from './record-writer.js';
import { keepRows } from './row-set.js';
import { settleDrafts } from './settle-drafts.js';
import { readStored, readStoredRows } from './stored-record.js';

export class ParentRows {
  constructor(
    private readonly store: RecordStore,
    private readonly transaction: Transaction,
    private readonly scope: StatementScope,
    private readonly writer: RecordWriter,
  ) {}

  /**
   * Locks the parents of a row, the old one and the new one, ahead of the row. Who writes a parent with its rows takes locks in
   * the same order, so that no two of them wait for each other.
   * @param row as it is stored, not locked; undefined: a new one
   * @param changed values that the write sets, by field name
   */
  async lock(row: EntityType, stored: StoredRecord | undefined, changed: ReadonlyMap<string, unknown>): Promise<void> {
    for (const { parent, field } of this.relationsOf(row)) {
      const ids = [stored?.[field.via], changed.get(field.via)].filter((id) => typeof id === 'string');
      for (const id of [...new Set(ids)].sort()) {
        await readStored(this.store, this.transaction, this.scope, parent, id, this.writer.rowLock);
      }
    }
  }

  /** Whether rows of this entity type belong to parents that must be locked ahead of them. */
  belong(row: EntityType): boolean {
    return this.relationsOf(row).length > 0;
  }

  /** @throws TransactionConflict when the row has another parent than the one that was locked for it */
  checkSameParent(row: EntityType, seen: StoredRecord, locked: StoredRecord): void {
    if (this.relationsOf(row).every(({ field }) => seen[field.via] === locked[field.via])) return;
    throw new TransactionConflict(`${row.name} ${String(locked.id)} has moved to another parent`);
  }

  /** A row may neither give up the flag nor come without it where no other row has it: adds the mistake to the draft. */
  async checkFlag(draft: Draft): Promise<void> {
    for (const { field, primary } of this.relationsOf(draft.entityType)) {
      const parent = draft.text(field.via);
      const mayLeaveNone = draft.isNew || draft.changes(primary) || draft.changes(field.via);
      if (parent === null || draft.get(primary) === true || !mayLeaveNone) continue;
      const rows = await readStoredRows(this.store, this.transaction, this.scope, field, parent);
      const anotherIs = rows.some((row) => row.id !== draft.id && row[primary] === true);
      if (!anotherIs) draft.mistakes.push(primaryWanted(field.name));
    }
  }

  /** At most one row of a parent may be primary at any moment: before a row gets the flag, the others lose it. */
  async makeWay(draft: Draft): Promise<void> {
    for (const { field, primary } of this.relationsOf(draft.entityType)) {
      const parent = draft.text(field.via);
      const getsFlag = draft.isNew || draft.changes(primary) || draft.changes(field.via);
      if (parent === null || draft.get(primary) !== true || !getsFlag) continue;
      const at = { space: this.scope.space, parent, except: draft.id };
      const stamp = await this.writer.stamp();
      await this.writer.run(this.writer.rows.compileClearPrimary(draft.entityType, field, primary, at, stamp));
    }
  }

  /** After a row was written or deleted: its parent, and the one that it left, show what is true now. */
  async follow(entityType: EntityType, after: Draft | undefined, before: StoredRecord | undefined): Promise<void> {
    for (const relation of this.relationsOf(entityType)) {
      const { via } = relation.field;
      const parents = new Set([after?.text(via), before?.[via]]);
      for (const parent of parents) {
        if (typeof parent === 'string') await this.keepInStep(relation, parent);
      }
    }
  }

  /** The relations whose rows this entity type is. */
  private relationsOf(row: EntityType): readonly OwnedRelation[] {
    return this.store.ownedRelations.get(row.name) ?? [];
  }

  private async keepInStep({ parent, field, primary }: OwnedRelation, id: string): Promise<void> {
    const target = this.store.catalog.existing(field.target);
    const at = { space: this.scope.space, parent: id };
    await this.writer.run(this.writer.rows.compilePromote(target, field, primary, at, await this.writer.stamp()));
    const stored = await readStored(this.store, this.transaction, this.scope, parent, id, 'none');
    if (!stored) return;
    const rows = await readStoredRows(this.store, this.transaction, this.scope, field, id);
    const draft = unchangedDraft(parent, stored);
    const set = keepRows(field, target, rows);
    await settleDrafts(this.store, this.transaction, this.scope.space, draft, [set], this.writer.moment);
    for (const each of [draft, ...set.drafts]) if (each.changesAnything) await this.writer.overwrite(each);
  }
}
