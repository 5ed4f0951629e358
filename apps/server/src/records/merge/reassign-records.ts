/**
 * Reassigns all references from merged records to the master. Links that connect the same two records afterwards become
 * one, and references to the dropped link move as well. Events of merged records are undone, so that key figures count
 * each event once.
 */
import type { EntityType } from '@headwater/catalog';
import type { Row } from '../../db/database.js';
import { ownerColumns } from '../../plan/relations/owner-columns.js';
import type { Statement } from '../../sql/binder.js';
import { ChangeLogCompiler } from '../../sql/write/compile-change-log.js';
import { MergeCompiler } from '../../sql/write/compile-merge.js';
import { mergedEvents } from '../convert/lifecycle-events.js';
import { actsInLog, changedWithoutDraft } from '../write/changed-record.js';
import { type Draft, type StoredRecord, unchangedDraft } from '../write/draft.js';
import { persist } from '../write/persist.js';
import { readStored } from '../write/stored-record.js';
import { releaseCustomValues } from '../write/values/custom-values.js';
import type { WriteContext } from '../write/write-context.js';
import { completeRecords } from './complete-records.js';
import {
  type IdMapping,
  type Link,
  type ReferringType,
  referringInDeleted,
  referringTypes,
} from './merge-references.js';
import type { MovedReferences } from './moved-references.js';
import { uniteLinks } from './unite-links.js';

/** Ids of records whose rows have changed, by their entity type. */
export type Followers = Map<EntityType, Set<string>>;

export class RecordReassigner {
  private readonly compiler: MergeCompiler;
  /** Records that must be completed again at the end. */
  readonly followers: Followers = new Map();

  /** @param moved counts what is moved; absent: nobody wants to know */
  constructor(
    private readonly context: WriteContext,
    private readonly moved?: MovedReferences,
  ) {
    this.compiler = new MergeCompiler(context.dialect, context.space);
  }

  /** @returns who refers to records of an entity type, in what is deleted and can come back too */
  referring(entityType: EntityType): ReferringType[] {
    const { catalog, withDeleted } = this.context;
    return [...referringTypes(catalog, entityType), ...referringInDeleted(catalog, withDeleted(), entityType)];
  }

  /**
   * Locks what refers to the records, ahead of the space's revision: a transaction that has it must not wait for a row. A write of a record
   * with its rows locks the record alone, so those that rows belong to come ahead of the rows.
   */
  async lock(referring: readonly ReferringType[], mapping: IdMapping): Promise<void> {
    if (!this.compiler.locks) return;
    const { gone } = mapping;
    const concerned = await this.concerned(referring, mapping);
    const rows = concerned.flatMap((type) => (type.link ? [{ type, link: type.link }] : []));
    const records = [
      ...concerned
        .filter(({ link }) => !link)
        .map((type) => ({ of: type.entityType, by: this.compiler.compileLock(type, gone) })),
      ...rows.flatMap(({ type, link }) =>
        link.owners.map(({ parent, via }) => ({
          of: parent,
          by: this.compiler.compileLockOwners(parent, type, via, gone),
        })),
      ),
    ].sort((a, b) => compareTypes(a.of, b.of));
    for (const { by } of records) await this.run(by);
    for (const { type } of rows) await this.run(this.compiler.compileLock(type, gone));
  }

  /** Marks records as deleted; what they own stays for those that take their place. */
  async drop(entityType: EntityType, records: readonly StoredRecord[], mergedInto?: string): Promise<void> {
    if (records.length === 0) return;
    const ids = records.map(({ id }) => String(id));
    const act = mergedInto === undefined ? 'delete' : 'merge';
    const log = records.map((record) =>
      changedWithoutDraft(this.context, entityType, record, actsInLog[act], [
        ['is_deleted', 'false', 'true'],
        ...(mergedInto === undefined ? [] : [['merged_into', 'null', JSON.stringify(mergedInto)] as const]),
      ]),
    );
    const stamp = await this.context.stamp({ entityType, act, records: ids, log });
    await this.run(this.compiler.compileDrop(entityType, ids, stamp, mergedInto));
    await releaseCustomValues(this.context, entityType, ids);
    for (const record of records) this.context.affected?.noteGone(entityType, record);
  }

  /** @param referring who may refer to the records, and is moved now */
  async reassign(referring: readonly ReferringType[], mapping: IdMapping): Promise<void> {
    const united: { readonly entityType: EntityType; readonly mapping: IdMapping }[] = [];
    for (const type of await this.concerned(referring, mapping)) {
      if (type.link) united.push({ entityType: type.entityType, mapping: await this.unite(type, type.link, mapping) });
      await this.undoEvents(type, mapping);
      await this.moved?.count(type, mapping);
      if (!type.link && this.context.store.rules.has(type.entityType.name)) await this.moveByRule(type, mapping);
      await this.move(type, mapping);
    }
    for (const { entityType, mapping: below } of united) {
      if (!below.isEmpty) await this.reassign(this.referring(entityType), below);
    }
  }

  /** Those of which some record does refer to what goes. */
  private async concerned(referring: readonly ReferringType[], mapping: IdMapping): Promise<readonly ReferringType[]> {
    if (referring.length === 0) return [];
    const [found] = await this.run(this.compiler.compileReferring(referring, mapping.gone));
    return referring.filter((_, index) => Number(found?.[`f${index}`]) === 1);
  }

  private async unite(type: ReferringType, link: Link, mapping: IdMapping): Promise<IdMapping> {
    const { entityType, fields } = type;
    const rows = await this.living(type, mapping.all);
    const { mapping: below, gone, changed } = uniteLinks(entityType, link, fields, mapping, rows);
    const isTouched = new Set([...gone, ...changed.map(({ stored }) => stored)]);
    this.follow(entityType, mapping, rows, (row, via) => isTouched.has(row) || mapping.rankOf(String(row[via])) > 0);
    await this.drop(entityType, gone);
    await persist(this.context, changed);
    return below;
  }

  /** A record whose rule has a say in where it belongs is moved as a write would move it. */
  private async moveByRule(type: ReferringType, mapping: IdMapping): Promise<void> {
    const isThere = (name: string) => this.catalog.field(type.entityType.name, name) !== undefined;
    const fields = type.fields.filter(({ name, derived, hidden }) => !derived && !hidden && isThere(name));
    if (fields.length === 0) return;
    const records = await this.living({ ...type, fields }, mapping.gone);
    const drafts = records.map((record) => {
      const draft = unchangedDraft(type.entityType, record);
      for (const { name } of fields) this.setSuccessor(draft, name, mapping);
      return draft;
    });
    await completeRecords(this.context, drafts);
  }

  private async undoEvents({ entityType, fields }: ReferringType, { gone }: IdMapping): Promise<void> {
    const events = mergedEvents.find((type) => type.entityType === entityType.name);
    const field = fields.find(({ name }) => name === events?.record);
    if (!field) return;
    const rows = { target: entityType, via: field.name, parents: gone };
    const stamp = await this.context.stamp({ entityType, act: 'delete', records: rows, log: 'counted' });
    this.context.addCounted(entityType, 'delete', (returning) =>
      this.compiler.compileUndo(entityType, field, gone, stamp, returning),
    );
  }

  private setSuccessor(draft: Draft, name: string, mapping: IdMapping): void {
    const id = draft.text(name);
    if (id === null || mapping.rankOf(id) === 0) return;
    const successor = mapping.idOf(id);
    draft.set(name, successor === draft.id ? null : successor);
  }

  private async move({ entityType, fields }: ReferringType, mapping: IdMapping): Promise<void> {
    const { dialect, space } = this.context;
    const owners = ownerColumns(this.context, entityType);
    for (const field of fields) {
      const rows = { target: entityType, via: field.name, parents: mapping.gone };
      const log = new ChangeLogCompiler(dialect, space).compileMoves({ entityType, field, owners }, mapping.pairs);
      const stamp = await this.context.stamp({ entityType, act: 'update', records: rows, log });
      for (const move of this.compiler.compileMoves(entityType, field, mapping.pairs, stamp)) await this.run(move);
    }
    this.context.affected?.noteMoved(entityType, fields, mapping.kept);
  }

  /** Records that are not deleted and refer to one of the ids. Nobody else writes them: this transaction has the revision. */
  private async living(type: ReferringType, ids: readonly string[]): Promise<StoredRecord[]> {
    const found = (await this.run(this.compiler.compileLiving(type, ids))).map(({ id }) => String(id));
    const stored = await readStored(this.context, type.entityType, found, {
      includeDeleted: false,
      lock: 'none',
    });
    return [...stored.values()];
  }

  /** Takes note of the records to which rows belong afterwards that have changed, or came to them from others. */
  private follow(
    entityType: EntityType,
    mapping: IdMapping,
    rows: readonly StoredRecord[],
    isNews: (row: StoredRecord, via: string) => boolean,
  ): void {
    for (const { parent, field } of this.context.store.ownedRelations.get(entityType.name) ?? []) {
      const { via } = field;
      const ids = this.followers.get(parent) ?? new Set();
      for (const row of rows) if (typeof row[via] === 'string' && isNews(row, via)) ids.add(mapping.idOf(row[via]));
      this.followers.set(parent, ids);
    }
  }

  private get catalog() {
    return this.context.catalog;
  }

  private run(statement: Statement): Promise<Row[]> {
    return this.context.transaction.run(statement);
  }
}

/** One order for all merges: those entity types first whose records a merge locks before all others. */
function compareTypes(a: EntityType, b: EntityType): number {
  return Number(b.merge) - Number(a.merge) || (a.name < b.name ? -1 : Number(a.name > b.name));
}
