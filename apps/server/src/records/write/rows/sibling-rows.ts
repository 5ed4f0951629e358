/**
 * The owned rows of one parent while some of them are written through their own collection: exactly one is primary, and the parent
 * sees its rows as they will be. Parents that must follow their rows are read and locked with the rows beside those that are written.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import { TransactionConflict } from '../../../db/translate-error.js';
import { primaryWanted } from '../../../plan/change/field-errors.js';
import type { Operand } from '../../../plan/list/predicate.js';
import { type Draft, type StoredRecord, unchangedDraft } from '../draft.js';
import { readStored, readStoredRows } from '../stored-record.js';
import type { WriteContext } from '../write-context.js';
import type { OwnedRelation } from './owned-rows.js';

/** A record that follows its rows, with the relation in which it shows them. */
export interface FollowingParent {
  readonly draft: Draft;
  readonly field: RowsField;
  /** The groups of siblings in which the parent itself is a row. */
  readonly above: readonly SiblingRows[];
}

export interface StoredSiblings {
  readonly target: EntityType;
  /** A relation that shows the rows; where rows may belong to parents of several types, any of them. */
  readonly field: RowsField;
  readonly parentId: string;
  /** The rows that are not deleted. */
  readonly stored: readonly StoredRecord[];
}

export class SiblingRows {
  private readonly members = new Map<string, Draft>();
  /** The rows that nobody asked to write; the flag may change in them. */
  private readonly siblings: ReadonlyMap<string, Draft>;
  /** Those of them that have been primary: one, whatever their number. */
  private readonly flagged = new Set<Draft>();

  /** @param parents one; none for rows of a record that is not there or deleted */
  constructor(
    readonly parents: readonly FollowingParent[],
    private readonly of: StoredSiblings,
  ) {
    this.siblings = new Map(of.stored.map((row) => [String(row.id), unchangedDraft(of.target, row)]));
    const { primary } = of.field;
    if (primary === undefined) return;
    for (const row of this.siblings.values()) if (row.get(primary) === true) this.flagged.add(row);
  }

  get parentId(): string {
    return this.of.parentId;
  }

  /** Takes in a row that is being written. @returns whether it belongs here, before the write or after it */
  enter(draft: Draft): boolean {
    const belongs = this.holds(draft) || draft.stored?.[this.of.field.via] === this.of.parentId;
    if (belongs) this.members.set(draft.id, draft);
    return belongs;
  }

  /** A row that is rejected stays as it is stored. */
  leave(draft: Draft): void {
    this.members.delete(draft.id);
  }

  get written(): readonly Draft[] {
    return [...this.members.values()];
  }

  /** Shows the parent its rows as they will be. */
  showParents(): void {
    const { target } = this.of;
    const drafts = this.rows();
    const removed = this.written.filter(({ act }) => act === 'delete');
    for (const { draft, field } of this.parents) {
      const others = draft.rowSets.filter((set) => set.field !== field);
      draft.rowSets.splice(0, draft.rowSets.length, ...others, { field, target, drafts, removed });
    }
  }

  /** A row that comes to be primary takes the flag from the others; one that leaves none gets an error. */
  resolveFlag(draft: Draft): void {
    const { primary, via } = this.of.field;
    if (primary === undefined || !this.holds(draft)) return;
    const isOnly = () => this.primaryBeside(draft, primary).next().done === true;
    if (draft.act === 'restore') draft.set(primary, isOnly());
    if (!draft.setsAnew(primary) && !draft.changes(via)) return;
    if (draft.get(primary) === true) for (const row of this.primaryBeside(draft, primary)) row.set(primary, false);
    else if (isOnly()) draft.errors.push(primaryWanted(this.relationName));
  }

  /** Where the flag was given up or went with its row, the oldest one gets it. */
  promoteOldest(): void {
    const { primary } = this.of.field;
    const [oldest, ...rest] = this.rows();
    if (primary === undefined || !oldest || [oldest, ...rest].some((row) => row.get(primary) === true)) return;
    oldest.set(primary, true);
    if (this.siblings.has(oldest.id)) this.flagged.add(oldest);
  }

  /** Whether a row is one of the parent's after the write. */
  holds(draft: Draft): boolean {
    return draft.act !== 'delete' && draft.text(this.of.field.via) === this.of.parentId;
  }

  /** @returns the rows as they will be, oldest first */
  rows(): Draft[] {
    return this.current().sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** @returns the same in any order */
  private current(): Draft[] {
    return [...new Map([...this.siblings, ...this.members]).values()].filter((draft) => this.holds(draft));
  }

  /** The other primary rows. The first is found soon: of many rows that are made, each asks. */
  private *primaryBeside(draft: Draft, primary: string): Generator<Draft> {
    const isPrimary = (row: Draft) => row.get(primary) === true && this.holds(row);
    for (const row of this.flagged) if (!this.members.has(row.id) && isPrimary(row)) yield row;
    for (const row of this.members.values()) if (row !== draft && isPrimary(row)) yield row;
  }

  private get relationName(): string {
    return (this.parents[0]?.field ?? this.of.field).name;
  }
}

/** Where a row belongs before and after a write. */
export interface RowMove {
  /** The row as it is stored, not locked; undefined: a new one. */
  readonly seen: StoredRecord | undefined;
  /** Values that the write sets, by field name. */
  readonly changed: ReadonlyMap<string, Operand>;
}

/** The groups of sibling rows of one entity type. */
export class SiblingGroups {
  private readonly byParent = new Map<string, SiblingRows[]>();

  constructor(
    private readonly relations: readonly OwnedRelation[],
    readonly all: readonly SiblingRows[],
  ) {
    for (const group of all) {
      const others = this.byParent.get(group.parentId);
      if (others) others.push(group);
      else this.byParent.set(group.parentId, [group]);
    }
  }

  /**
   * @param seen rows by which the parents were chosen that are locked
   * @throws TransactionConflict when a row has another parent by now
   */
  checkSameParents(seen: ReadonlyMap<string, StoredRecord>, locked: ReadonlyMap<string, StoredRecord>): void {
    for (const [id, row] of locked) {
      const before = seen.get(id);
      if (before) checkSameParents(this.relations, before, row);
    }
  }

  /** @returns the groups to which a row belongs before or after it is written, which know of it now */
  enter(draft: Draft): SiblingRows[] {
    const move = { seen: draft.stored, changed: draft.values };
    const ids = new Set(this.relations.flatMap(({ field }) => parentIds(field, [move])));
    return [...ids].flatMap((id) => this.byParent.get(id) ?? []).filter((group) => group.enter(draft));
  }
}

/** A parent, and the groups of siblings in which it is a row itself. */
interface Parent {
  readonly draft: Draft;
  readonly above: readonly SiblingRows[];
}

/**
 * Locks the parents, the old ones and the new ones, ahead of the rows, and theirs ahead of them. Who writes a parent with its rows
 * takes locks in the same order, so that no two writers wait for each other.
 */
export async function loadSiblings(
  context: WriteContext,
  rowType: EntityType,
  moves: readonly RowMove[],
): Promise<SiblingGroups> {
  const relations = context.store.ownedRelations.get(rowType.name) ?? [];
  const parents = await loadParents(context, relations, moves);
  const groups: SiblingRows[] = [];
  for (const sharing of groupByRows(relations)) {
    const [{ parent, field }] = sharing as [OwnedRelation];
    const found = (id: string) =>
      sharing.flatMap((one) => {
        const known = parents.get(one.parent)?.get(id);
        return known ? [{ ...known, field: one.field }] : [];
      });
    // Without a parent that follows, rows matter only where one of them is primary.
    const ids = parentIds(field, moves).filter((id) => field.primary !== undefined || found(id).length > 0);
    const rows = await readStoredRows(context, { parent, field, parents: ids });
    for (const parentId of ids) {
      groups.push(
        new SiblingRows(found(parentId), { target: rowType, field, parentId, stored: rows.get(parentId) ?? [] }),
      );
    }
  }
  return new SiblingGroups(relations, groups);
}

/** @throws TransactionConflict when a row has another parent than the one that was locked for it */
function checkSameParents(relations: readonly OwnedRelation[], seen: StoredRecord, locked: StoredRecord): void {
  if (relations.every(({ field }) => seen[field.via] === locked[field.via])) return;
  throw new TransactionConflict(`row ${String(locked.id)} has moved to another parent`);
}

/** Ids of the records that rows belong to before or after the write. */
export function parentIds({ via }: RowsField, moves: readonly RowMove[]): string[] {
  const ids = moves.flatMap(({ seen, changed }) => [seen?.[via], changed.get(via)]);
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}

/** Relations that show the same rows: a row may belong to a record of one type or another. */
function groupByRows(relations: readonly OwnedRelation[]): OwnedRelation[][] {
  const groups = new Map<string, OwnedRelation[]>();
  for (const relation of relations) {
    const key = `${relation.field.via} ${relation.field.having ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), relation]);
  }
  return [...groups.values()];
}

async function loadParents(
  context: WriteContext,
  relations: readonly OwnedRelation[],
  moves: readonly RowMove[],
): Promise<ReadonlyMap<EntityType, ReadonlyMap<string, Parent>>> {
  const found = new Map<EntityType, ReadonlyMap<string, Parent>>();
  for (const type of new Set(relations.map(({ parent }) => parent))) {
    const fields = relations.filter(({ parent }) => parent === type).map(({ field }) => field);
    const ids = fields.flatMap((field) => parentIds(field, moves));
    found.set(type, await lockParents(context, type, ids));
  }
  return found;
}

async function lockParents(
  context: WriteContext,
  type: EntityType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Parent>> {
  const relations = context.store.ownedRelations.get(type.name) ?? [];
  const seen =
    relations.length > 0 ? await readStored(context, type, ids, { includeDeleted: false, lock: 'none' }) : undefined;
  const moves = [...(seen?.values() ?? [])].map((one) => ({ seen: one, changed: new Map() }));
  const above = moves.length > 0 ? await loadSiblings(context, type, moves) : undefined;
  const parents = new Map<string, Parent>();
  for (const [id, record] of await readStored(context, type, ids, { includeDeleted: false, lock: context.rowLock })) {
    const before = seen?.get(id);
    if (before) checkSameParents(relations, before, record);
    const draft = unchangedDraft(type, record);
    parents.set(id, { draft, above: above?.enter(draft) ?? [] });
  }
  return parents;
}
