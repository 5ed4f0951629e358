/**
 * Reads the parents that must follow rows which are written through their own collection, and the rows beside them.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import { TransactionConflict } from '../../db/translate-error.js';
import type { Operand } from '../../plan/predicate.js';
import type { RowLock } from '../../sql/write/compile-stored.js';
import { type Draft, type StoredRecord, unchangedDraft } from './draft.js';
import { Family } from './family.js';
import type { OwnedRelation } from './owned-relations.js';
import { readStored, readStoredRows, type StoredReading } from './stored-record.js';

/** Where a row belongs before and after a write. */
export interface RowPlace {
  /** The row as it is stored, not locked; undefined: a new one. */
  readonly seen: StoredRecord | undefined;
  /** Values that the write sets, by field name. */
  readonly changed: ReadonlyMap<string, Operand>;
}

/** The families of rows of one entity type. */
export class Families {
  private readonly byParent = new Map<string, Family[]>();

  constructor(
    private readonly relations: readonly OwnedRelation[],
    readonly all: readonly Family[],
  ) {
    for (const family of all) {
      const others = this.byParent.get(family.parentId);
      if (others) others.push(family);
      else this.byParent.set(family.parentId, [family]);
    }
  }

  /** @returns the families to which a row belongs before or after it is written, which know of it now */
  enter(draft: Draft): Family[] {
    const place = { seen: draft.stored, changed: draft.values };
    const ids = new Set(this.relations.flatMap(({ field }) => parentIds(field, [place])));
    return [...ids].flatMap((id) => this.byParent.get(id) ?? []).filter((family) => family.enter(draft));
  }
}

/** A parent, and the families in which it is a row itself. */
interface Parent {
  readonly draft: Draft;
  readonly above: readonly Family[];
}

/**
 * Locks the parents, the old ones and the new ones, ahead of the rows, and theirs ahead of them. Who writes a parent with its rows
 * takes locks in the same order, so that no two writers wait for each other.
 */
export async function loadFamilies(
  reading: StoredReading,
  lock: RowLock,
  rowType: EntityType,
  places: readonly RowPlace[],
): Promise<Families> {
  const relations = reading.store.ownedRelations.get(rowType.name) ?? [];
  const parents = await loadParents(reading, lock, relations, places);
  const families: Family[] = [];
  for (const sharing of groupByRows(relations)) {
    const [{ parent, field }] = sharing as [OwnedRelation];
    const found = (id: string) =>
      sharing.flatMap((one) => {
        const known = parents.get(one.parent)?.get(id);
        return known ? [{ ...known, field: one.field }] : [];
      });
    // Without a parent that follows, rows matter only where one of them is primary.
    const ids = parentIds(field, places).filter((id) => field.primary !== undefined || found(id).length > 0);
    const rows = await readStoredRows(reading, { parent, field, parents: ids });
    for (const parentId of ids) {
      families.push(
        new Family(found(parentId), { target: rowType, field, parentId, stored: rows.get(parentId) ?? [] }),
      );
    }
  }
  return new Families(relations, families);
}

/** @throws TransactionConflict when a row has another parent than the one that was locked for it */
export function checkSameParents(relations: readonly OwnedRelation[], seen: StoredRecord, locked: StoredRecord): void {
  if (relations.every(({ field }) => seen[field.via] === locked[field.via])) return;
  throw new TransactionConflict(`row ${String(locked.id)} has moved to another parent`);
}

/** Ids of the records that rows belong to before or after the write. */
export function parentIds({ via }: RowsField, places: readonly RowPlace[]): string[] {
  const ids = places.flatMap(({ seen, changed }) => [seen?.[via], changed.get(via)]);
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
  reading: StoredReading,
  lock: RowLock,
  relations: readonly OwnedRelation[],
  places: readonly RowPlace[],
): Promise<ReadonlyMap<EntityType, ReadonlyMap<string, Parent>>> {
  const found = new Map<EntityType, ReadonlyMap<string, Parent>>();
  for (const type of new Set(relations.map(({ parent }) => parent))) {
    const fields = relations.filter(({ parent }) => parent === type).map(({ field }) => field);
    const ids = fields.flatMap((field) => parentIds(field, places));
    found.set(type, await lockParents(reading, lock, type, ids));
  }
  return found;
}

async function lockParents(
  reading: StoredReading,
  lock: RowLock,
  type: EntityType,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Parent>> {
  const relations = reading.store.ownedRelations.get(type.name) ?? [];
  const seen =
    relations.length > 0 ? await readStored(reading, type, ids, { includeDeleted: false, lock: 'none' }) : undefined;
  const places = [...(seen?.values() ?? [])].map((one) => ({ seen: one, changed: new Map() }));
  const above = places.length > 0 ? await loadFamilies(reading, lock, type, places) : undefined;
  const parents = new Map<string, Parent>();
  for (const [id, record] of await readStored(reading, type, ids, { includeDeleted: false, lock })) {
    const before = seen?.get(id);
    if (before) checkSameParents(relations, before, record);
    const draft = unchangedDraft(type, record);
    parents.set(id, { draft, above: above?.enter(draft) ?? [] });
  }
  return parents;
}
