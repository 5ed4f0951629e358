/**
 * Writes records inside one transaction, those of one entity type together: stamps them with the moment and the transaction's
 * revision. Checks nothing.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { AffectedRollUps } from '../../computed/derived/affected-roll-ups.js';
import { type DerivedPlan, derivedPlan } from '../../computed/derived/derived-plan.js';
import { setDerived } from '../../computed/derived/formula-values.js';
import { Recomputations } from '../../computed/derived/recomputations.js';
import type { Transaction } from '../../db/database.js';
import type { Operand } from '../../plan/predicate.js';
import { numberColumn } from '../../sql/columns.js';
import { keptRecords } from '../../sql/custom-values/kept-records.js';
import { RowCompiler, type RowsOf, type Stamp } from '../../sql/write/compile-rows.js';
import type { RowLock } from '../../sql/write/compile-stored.js';
import type { Lookups } from '../../sql/write/lookups.js';
import type { RecordStore } from '../record-store.js';
import { ruleOf } from '../rules/index.js';
import { customColumns } from './custom-columns.js';
import { ownedRows } from './delete-owned.js';
import type { Draft } from './draft.js';
import { uniqueFields } from './kept-changes.js';
import { SeenFacts } from './seen-facts.js';
import { giveSequences, hasSequences } from './sequence-numbers.js';
import { confirmCatalog, redefineSpace, takeRevision } from './space-revision.js';
import { alignColumns, columnValues } from './write-draft.js';
import { KeptWriter } from './write-kept.js';

/** New records of one statement at most: their values are one text, and databases have bounds for those. */
const maxRows = 1_000;

/** All records of an entity type that have a text in a field. */
export interface RecordsWith {
  readonly entityType: string;
  readonly field: string;
  readonly text: string;
}

export class RecordWriter {
  private readonly rows: RowCompiler;
  /** The values of custom fields. */
  readonly kept: KeptWriter;
  private readonly seenFacts: SeenFacts;
  private readonly derived: DerivedPlan | undefined;
  /** The roll-ups that have to be worked out anew; undefined where the catalog has none. */
  readonly affected: AffectedRollUps | undefined;
  private takenRevision: number | undefined;
  private redefinesSpace = false;
  private leaves = false;

  /** @param moment of the write, `YYYY-MM-DDTHH:MM:SS.ffffff` */
  constructor(
    readonly store: RecordStore,
    readonly transaction: Transaction,
    readonly space: string,
    readonly moment: string,
  ) {
    this.rows = new RowCompiler(store.db.dialect);
    this.kept = new KeptWriter(transaction, store.db.dialect, space);
    this.seenFacts = new SeenFacts(transaction);
    this.derived = derivedPlan(store.catalog);
    this.affected = this.derived && new AffectedRollUps(this.derived);
  }

  /** How rows are locked at this point of the transaction. */
  get rowLock(): RowLock {
    return this.takenRevision === undefined ? 'waiting' : 'at-once';
  }

  /** Asks the database for all facts that are wanted, in one statement. They hold when the first change is made. */
  async lookUp(lookups: Lookups): Promise<void> {
    const statement = lookups.statement();
    if (!statement) return;
    const [row] = await this.transaction.run(statement);
    lookups.take(row);
    if (this.takenRevision === undefined) this.seenFacts.add(statement, row);
  }

  /**
   * Writes each draft as its act says, with what its formulas give then. What a record owns is deleted with it.
   * At no moment have two records a value of which only one may have it: what gives it up is written ahead of what takes it. And at
   * no moment does one point at what is not there: who comes to point at a new record is written after it.
   * @param drafts each record once, new parents ahead of their rows
   */
  async write(drafts: readonly Draft[]): Promise<void> {
    const made = drafts.filter((draft) => draft.isNew);
    await this.giveSequences(made);
    this.deriveValues(drafts);
    const removed = drafts.filter((draft) => draft.act === 'delete');
    const madeIds = new Set<unknown>(made.map(({ id }) => id));
    const turns = { loses: [] as Draft[], keeps: [] as Draft[], takes: [] as Draft[] };
    const pointing: Draft[] = [];
    for (const draft of drafts) {
      if (draft.act !== 'update' && draft.act !== 'restore') continue;
      const pointsAtMade = madeIds.size > 0 && [...draft.values.values()].some((value) => madeIds.has(value));
      (pointsAtMade ? pointing : turns[this.turnOf(draft)]).push(draft);
    }
    if (drafts.some((draft) => this.isDefinedBy(draft))) await this.redefineSpace();
    for (const group of byEntityType(removed)) await this.remove(group);
    for (const group of Object.values(turns).flatMap(byEntityType)) await this.overwrite(group);
    for (const group of byEntityType(made)) await this.insert(group);
    for (const group of byEntityType(pointing)) await this.overwrite(group);
    await this.kept.write(drafts);
  }

  /** Once the revision is taken: who waits for that holds no counter that others wait for. */
  private async giveSequences(made: readonly Draft[]): Promise<void> {
    const numbered = made.filter(hasSequences);
    if (numbered.length === 0) return;
    await this.revision();
    await giveSequences(this.transaction, this.store.db.dialect, this.space, numbered, this.moment);
  }

  /** Works out formulas, and takes note of the roll-ups above. */
  private deriveValues(drafts: readonly Draft[]): void {
    if (!this.derived) return;
    const { optionValues } = this.store;
    for (const draft of drafts) {
      const plan = this.derived.types.get(draft.entityType.name);
      if (plan && draft.act !== 'delete') setDerived(draft, plan, optionValues);
      this.affected?.note(draft);
    }
  }

  /**
   * The number of this transaction in the space's history. Its row stays locked until the end, so it is taken when the first
   * change is about to be made, after all that a write has to look up.
   * @throws TransactionConflict when something that was looked up has changed since; CatalogConflict when the store's catalog is not
   *   that of the space any more
   */
  async revision(): Promise<number> {
    if (this.takenRevision === undefined) {
      this.takenRevision = await takeRevision(this.store, this.transaction, this.space);
      await this.seenFacts.confirm(this.takenRevision);
    }
    return this.takenRevision;
  }

  /**
   * To be asked before something is refused: by an older catalog it may be refused for the wrong reason.
   * @throws CatalogConflict when the store's catalog is not that of the space any more
   */
  async confirmCatalog(): Promise<void> {
    if (this.takenRevision === undefined) await confirmCatalog(this.store, this.transaction, this.space);
  }

  /**
   * Notes that the transaction changes what the space has defined, its fields or entities: writes that were planned before it are
   * planned anew. To be said as soon as the revision may be taken, once or more often.
   */
  async redefineSpace(): Promise<void> {
    if (this.redefinesSpace) return;
    await this.revision();
    this.redefinesSpace = true;
    await redefineSpace(this.store, this.transaction, this.space);
  }

  /** Leaves the values of fields to be worked out anew, in all records of an entity type, once the transaction has ended. */
  async wantRecomputation(entityType: string, fieldIds: readonly string[]): Promise<void> {
    const recomputations = new Recomputations(this.transaction, this.store.db.dialect, this.space);
    await recomputations.want(entityType, fieldIds, await this.revision());
    this.leaveWork();
  }

  /** Notes that something is to be done once the transaction has ended. */
  leaveWork(): void {
    this.leaves = true;
  }

  get leavesWork(): boolean {
    return this.leaves;
  }

  get catalog(): Catalog {
    return this.store.catalog;
  }

  private isDefinedBy(draft: Draft): boolean {
    return ruleOf(draft.entityType.name)?.definesSpace?.(draft, this.catalog) === true;
  }

  /** Whether the record gives up the flag of the one primary row, or comes to have it. */
  private turnOf(draft: Draft): 'loses' | 'takes' | 'keeps' {
    const relations = this.store.ownedRelations.get(draft.entityType.name) ?? [];
    for (const { primary } of relations.map(({ field }) => field)) {
      if (primary === undefined) continue;
      const had = draft.stored?.[primary] === true && draft.stored.is_deleted !== true;
      const has = draft.get(primary) === true;
      if (had !== has) return had ? 'loses' : 'takes';
    }
    return 'keeps';
  }

  private async insert(drafts: readonly Draft[]): Promise<void> {
    const [{ entityType }] = drafts as [Draft];
    const numbers = entityType.numbered ? await this.takeNumbers(entityType, drafts.length) : undefined;
    const revision = await this.revision();
    const rows = drafts.map((draft, index) =>
      columnValues(this.store.catalog, draft, this.birth(draft, revision, numbers?.[index])),
    );
    const { writes } = this.store;
    if (rows.length === 1) {
      await this.transaction.run(writes.compileInsert(entityType, this.space, rows[0] ?? new Map()));
      return;
    }
    for (let start = 0; start < rows.length; start += maxRows) {
      await this.transaction.run(writes.compileInserts(entityType, this.space, rows.slice(start, start + maxRows)));
    }
  }

  /** What the service itself sets in a new record. */
  private birth(draft: Draft, revision: number, number: number | undefined): Map<string, Operand> {
    const stamp = new Map<string, Operand>([
      ['id', draft.id],
      ['modified', draft.values.get('modified') ?? this.moment],
      ['created', draft.values.get('created') ?? this.moment],
      ['revision', revision],
      ['is_deleted', false],
      ['is_delete_protected', draft.values.get('is_delete_protected') ?? false],
    ]);
    if (number !== undefined) stamp.set(numberColumn, number);
    const kept = keptRecords(draft.entityType);
    if (kept) stamp.set(kept.kindColumn, kept.kind);
    return stamp;
  }

  private async overwrite(drafts: readonly Draft[]): Promise<void> {
    const [{ entityType }] = drafts as [Draft];
    const revision = await this.revision();
    const changed = drafts.map((draft) => {
      const modified = draft.values.get('modified') ?? this.moment;
      const stamp = new Map<string, Operand>([
        ['modified', modified],
        ['revision', revision],
      ]);
      return { draft, values: columnValues(this.store.catalog, draft, stamp) };
    });
    const records = alignColumns(this.store.catalog, changed);
    const { writes } = this.store;
    const [only] = records;
    await this.transaction.run(
      only && records.length === 1
        ? writes.compileUpdate(entityType, this.space, only)
        : writes.compileUpdates(entityType, this.space, records),
    );
  }

  /** Makes the texts beside records anew; the records themselves have not changed. @param drafts of one entity type */
  async rewriteTexts(drafts: readonly Draft[]): Promise<void> {
    const [first] = drafts;
    if (!first) return;
    const { catalog, writes } = this.store;
    const records = drafts.map((draft) => ({ id: draft.id, values: new Map(customColumns(catalog, draft)) }));
    await this.transaction.run(writes.compileUpdates(first.entityType, this.space, records));
  }

  /** Marks records as deleted, and what they own. */
  private async remove(drafts: readonly Draft[]): Promise<void> {
    const [{ entityType }] = drafts as [Draft];
    await this.overwrite(drafts);
    const stamp = await this.stamp();
    const ids = drafts.map(({ id }) => id);
    for (const rows of ownedRows(this.store.catalog, entityType, ids)) {
      await this.transaction.run(this.rows.compileDeleteRows(this.space, rows, stamp));
      for (const [type, fieldIds] of uniqueFields(rows.target)) {
        await this.transaction.run(this.rows.compileReleaseRows(this.space, rows, type, fieldIds, stamp));
      }
    }
  }

  /** Marks all records that have a text in a field as deleted, with what they own, without reading any. */
  async removeAll(records: RecordsWith): Promise<void> {
    const stamp = await this.stamp();
    for (const rows of this.withOwned(records)) {
      await this.transaction.run(this.rows.compileDeleteRows(this.space, rows, stamp));
    }
  }

  /** Brings back all of them that were deleted, with what they own, at a revision. */
  async restoreAll(records: RecordsWith, deletedAt: number): Promise<void> {
    const stamp = await this.stamp();
    for (const rows of this.withOwned(records)) {
      await this.transaction.run(this.rows.compileRestoreRows(this.space, rows, stamp, deletedAt));
    }
  }

  private withOwned({ entityType: name, field, text }: RecordsWith): RowsOf[] {
    const { catalog } = this.store;
    const records: RowsOf = { target: catalog.existing(name), via: field, parents: [text] };
    return [records, ...ownedRows(catalog, records.target, records)];
  }

  /** @returns what every changed record gets */
  async stamp(): Promise<Stamp> {
    return { modified: this.moment, revision: await this.revision() };
  }

  /** @returns numbers that no other record of the space has, rising */
  private async takeNumbers(entityType: EntityType, count: number): Promise<number[]> {
    const p = (position: number) => this.store.db.dialect.placeholder(position);
    const text =
      `INSERT INTO "space_counters" ("space_id", "name", "value") VALUES (${p(1)}, ${p(2)}, ${p(3)}) ` +
      'ON CONFLICT ("space_id", "name") DO UPDATE SET "value" = "space_counters"."value" + excluded."value" ' +
      'RETURNING "value" AS v';
    const [row] = await this.transaction.run({ text, values: [this.space, entityType.name, count] });
    return Array.from({ length: count }, (_, index) => Number(row?.v) - count + 1 + index);
  }
}

/** Drafts of one entity type together, in the order in which the types come up. */
function byEntityType(drafts: readonly Draft[]): Draft[][] {
  const groups = new Map<EntityType, Draft[]>();
  for (const draft of drafts) {
    const group = groups.get(draft.entityType);
    if (group) group.push(draft);
    else groups.set(draft.entityType, [draft]);
  }
  return [...groups.values()];
}
