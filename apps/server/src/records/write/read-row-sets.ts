/**
 * The sets of owned rows that writes of their parents work on: those that bodies give, laid over what is stored, those that rules
 * want to see, and those that come and go with their parent. Rows may have such sets too.
 */
import type { Catalog, EntityType, RowsField } from '@headwater/catalog';
import { v7 as newUuid } from 'uuid';
import { ruleOf } from '../rules/index.js';
import { ownedFields } from './delete-owned.js';
import type { Draft, StoredRecord } from './draft.js';
import { isMissed } from './missed-rows.js';
import { draftRows, keepRows, type RowSet, removeRows, restoreRows, rowsKey } from './row-set.js';
import { readStoredRows, type StoredReading } from './stored-record.js';

interface WantedSet {
  readonly parent: Draft;
  readonly field: RowsField;
}

/** @param drafts of stored records, locked: nobody else changes their rows meanwhile; and of new ones */
export async function readRowSets(reading: StoredReading, drafts: readonly Draft[]): Promise<void> {
  for (let level = drafts; level.length > 0; ) {
    const wanted = level.flatMap((draft) => wantedSets(reading, draft));
    for (const sets of groupByRelation(wanted)) await readSets(reading, sets);
    level = wanted.flatMap(({ parent, field }) => {
      const set = setOf(parent, field);
      return set ? [...set.drafts, ...set.removed] : [];
    });
  }
}

function setOf(parent: Draft, field: RowsField): RowSet | undefined {
  return parent.rowSets.find((set) => set.field === field);
}

function wantedSets({ store }: StoredReading, draft: Draft): WantedSet[] {
  return [...new Set(wantedNames(store.catalog, draft))].flatMap((name) => {
    const field = store.catalog.field(draft.entityType.name, name);
    if (field?.kind !== 'rows') throw new Error(`${draft.entityType.name}.${name} is not a relation to rows`);
    return setOf(draft, field) ? [] : [{ parent: draft, field }];
  });
}

function wantedNames(catalog: Catalog, draft: Draft): readonly string[] {
  const rule = ruleOf(draft.entityType.name);
  switch (draft.act) {
    case 'create':
    case 'update':
      return [...draft.change.rows.keys(), ...(rule?.wantRows?.(draft) ?? [])];
    case 'restore':
      return ownedFields(draft.entityType).map(({ name }) => name);
    case 'delete':
      // The rows that go are marked without being read, unless somebody wants to know of them.
      return ownedFields(draft.entityType).flatMap(({ name, target }) => (isMissed(catalog, target) ? [name] : []));
  }
}

function groupByRelation(wanted: readonly WantedSet[]): WantedSet[][] {
  const groups = new Map<RowsField, WantedSet[]>();
  for (const set of wanted) {
    const group = groups.get(set.field);
    if (group) group.push(set);
    else groups.set(set.field, [set]);
  }
  return [...groups.values()];
}

/** One statement for the rows of all parents; none when all of them are new. */
async function readSets(reading: StoredReading, sets: readonly WantedSet[]): Promise<void> {
  const [first] = sets;
  if (!first) return;
  const { field } = first;
  const keyOf = ({ parent }: WantedSet) => (parent.isNew ? null : rowsKey(parent, field));
  const rows = await readStoredRows(reading, {
    parent: first.parent.entityType,
    field,
    parents: sets.flatMap((set) => keyOf(set) ?? []),
    withParent: sets.some(({ parent }) => parent.act === 'restore'),
  });
  const target = reading.store.catalog.existing(field.target);
  for (const set of sets) set.parent.rowSets.push(draftSet(set, target, rows.get(keyOf(set) ?? '') ?? []));
}

function draftSet({ parent, field }: WantedSet, target: EntityType, stored: readonly StoredRecord[]): RowSet {
  if (parent.act === 'delete') return removeRows(parent, field, target, stored);
  if (parent.act === 'restore') return restoreRows(parent, field, target, stored);
  const there = stored.filter((row) => row.is_deleted !== true);
  const given = parent.change.rows.get(field.name);
  return given ? draftRows(parent, given, target, there, newUuid) : keepRows(field, target, there);
}
