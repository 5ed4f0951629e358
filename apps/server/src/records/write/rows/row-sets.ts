/**
 * The sets of owned rows that writes of their parents work on: those that bodies give, laid over what is stored, those that rules
 * need, and those that come and go with their parent. Rows may have such sets too.
 */
import type { EntityType, RowsField } from '@headwater/catalog';
import type { RowChange, RowsChange } from '../../../plan/change/change.js';
import { inItem, invalid, missing, relationMissing } from '../../../plan/change/field-errors.js';
import { checkPrimary } from '../../../plan/change/plan-change.js';
import { newUuid } from '../../../plan/values/new-uuid.js';
import { chosenReference } from '../../../sql/write/compile-stored.js';
import type { RecordStore } from '../../record-store.js';
import { bodilessDraft, Draft, type RowSet, type StoredRecord, unchangedDraft } from '../draft.js';
import { readStoredRows } from '../stored-record.js';
import type { WriteContext } from '../write-context.js';
import { seenOf } from '../write-rights.js';
import { ownedFields, watchesDeletion } from './owned-rows.js';

interface WantedSet {
  readonly parent: Draft;
  readonly field: RowsField;
}

/** @param drafts of stored records, locked: nobody else changes their rows meanwhile; and of new ones */
export async function readRowSets(context: WriteContext, drafts: readonly Draft[]): Promise<void> {
  for (let level = drafts; level.length > 0; ) {
    const wanted = level.flatMap((parent) => {
      const fields = wantedFields(context.store, parent).filter((field) => !setOf(parent, field));
      return fields.map((field) => ({ parent, field }));
    });
    for (const sets of groupByRelation(wanted)) await readSets(context, sets);
    level = wanted.flatMap(({ parent, field }) => {
      const set = setOf(parent, field);
      return set ? [...set.drafts, ...set.removed] : [];
    });
  }
}

function setOf(parent: Draft, field: RowsField): RowSet | undefined {
  return parent.rowSets.find((set) => set.field === field);
}

/** The relations whose rows the write of a record works on. */
function wantedFields({ catalog, rules }: RecordStore, draft: Draft): RowsField[] {
  const { entityType, act, change } = draft;
  if (act === 'restore') return ownedFields(entityType);
  // The rows that go are marked without being read, unless a rule or a roll-up watches them.
  if (act === 'delete') return ownedFields(entityType).filter(({ target }) => watchesDeletion(catalog, rules, target));
  const ofRule = rules.get(entityType.name)?.wantRows?.(draft) ?? [];
  return [...new Set([...change.rows.keys(), ...ofRule])].map((name) => {
    const field = catalog.field(entityType.name, name);
    if (field?.kind !== 'rows') throw new Error(`${entityType.name}.${name} is not a relation to rows`);
    return field;
  });
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
async function readSets(context: WriteContext, sets: readonly WantedSet[]): Promise<void> {
  const [first] = sets;
  if (!first) return;
  const { field } = first;
  const keyOf = ({ parent }: WantedSet) => (parent.isNew ? null : rowsKey(parent, field));
  const rows = await readStoredRows(context, {
    parent: first.parent.entityType,
    field,
    parents: sets.flatMap((set) => keyOf(set) ?? []),
    withParent: sets.some(({ parent }) => parent.act === 'restore'),
  });
  const target = context.store.catalog.existing(field.target);
  const ids = sets.flatMap((set) => (rows.get(keyOf(set) ?? '') ?? []).map((row) => String(row.id)));
  const seen = await seenOf(context, target, ids);
  const isSeen = (row: StoredRecord) => seen?.has(String(row.id)) ?? true;
  for (const set of sets) {
    await context.pause();
    set.parent.rowSets.push(draftSet(set, target, rows.get(keyOf(set) ?? '') ?? [], isSeen));
  }
}

/** @param isSeen whether who writes sees a row: a body knows of no other */
function draftSet(
  { parent, field }: WantedSet,
  target: EntityType,
  stored: readonly StoredRecord[],
  isSeen: (row: StoredRecord) => boolean,
): RowSet {
  if (parent.act === 'delete') return removeRows(parent, field, target, stored);
  if (parent.act === 'restore') return restoreRows(parent, field, target, stored);
  const there = stored.filter((row) => row.is_deleted !== true);
  const given = parent.change.rows.get(field.name);
  if (!given) return keepRows(field, target, there);
  const hidden = there.filter((row) => !isSeen(row)).map((row) => unchangedDraft(target, row));
  return draftRows(parent, given, target, there.filter(isSeen), hidden);
}

/** @returns what the rows of a relation hold in `via`; null: nothing points at this record yet */
function rowsKey(parent: Draft, field: RowsField): string | null {
  return field.on === 'id' ? parent.id : parent.text(field.on);
}

/**
 * Lays the set that a body gives over the stored one. Errors of the set go to the parent.
 * @param stored the parent's rows that are not deleted and that who writes sees, oldest first
 * @param hidden the others, which stay as they are; but one of them has the flag of the primary row no more where the body gives it to another
 */
function draftRows(
  parent: Draft,
  rows: RowsChange,
  target: EntityType,
  stored: readonly StoredRecord[],
  hidden: readonly Draft[],
): RowSet {
  const { field } = rows;
  // A body that names one row knows of no other.
  const shown = field.single ? stored.slice(0, 1) : stored;
  const kept = new Map<string, StoredRecord>();
  const rowOf = matchRows(field, shown);
  const given = rows.items.map((item, index) => {
    const row = rowOf(item);
    const reject = (error: ReturnType<typeof invalid>) => parent.errors.push(inItem(field, index, error, rows.places));
    if (row && kept.has(String(row.id))) reject(invalid('id', 'duplicates an earlier item.'));
    if (row) kept.set(String(row.id), row);
    else if (item.id !== undefined && item.mayBe === undefined) {
      reject(relationMissing(target, 'id', item.id, target.name));
    }
    return row ? changedRow(parent, target, row, item) : newRow(parent, field, target, item, newUuid());
  });
  rejectSameItems(parent, field, given);
  const { primary } = field;
  const isPrimaryNow = (item: RowChange) => primary !== undefined && rowOf(item)?.[primary] === true;
  const flagged = primary === undefined ? [] : hidden.filter((draft) => draft.get(primary) === true);
  const isGiven = primary !== undefined && given.some((draft) => draft.get(primary) === true);
  const primaryError = flagged.length > 0 && !isGiven ? undefined : checkPrimary(rows, isPrimaryNow);
  if (primaryError) parent.errors.push(primaryError);
  if (primary !== undefined) {
    for (const draft of given) if (draft.get(primary) === null) draft.set(primary, false);
    if (isGiven) for (const draft of flagged) draft.set(primary, false);
  }
  const others = stored.filter((row) => !kept.has(String(row.id)));
  const makesWay = (row: StoredRecord) => (!field.single || row === stored[0]) && isReplaced(rows, row);
  const beside = others.filter((row) => !makesWay(row)).map((row) => unchangedDraft(target, row));
  const removed = others.filter(makesWay).map((row) => removedRow(parent, target, row));
  return { field, target, drafts: [...given, ...beside, ...hidden], removed };
}

function isReplaced({ replaced }: RowsChange, row: StoredRecord): boolean {
  if (replaced === undefined) return true;
  return replaced.some((values) => hasAll(row, values));
}

function hasAll(row: StoredRecord, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(values).every(([name, value]) => row[name] === value);
}

/** A field of the space holds each option and each record once. */
function rejectSameItems(parent: Draft, field: RowsField, given: readonly Draft[]): void {
  const { custom, item } = field;
  if (custom === undefined || item === undefined) return;
  const seen = new Set<string>();
  const rows = new Set<string>();
  for (const [index, row] of given.entries()) {
    const id = row.text(item);
    if (id !== null && seen.has(id) && !rows.has(row.id)) {
      parent.errors.push(inItem(field, index, invalid(item, 'duplicates an earlier item.')));
    }
    if (id !== null) seen.add(id);
    rows.add(row.id);
  }
}

/** @returns which stored row an item means; undefined: a new one */
function matchRows(field: RowsField, stored: readonly StoredRecord[]) {
  const byId = new Map(stored.map((row) => [String(row.id), row]));
  return ({ id, mayBe }: Pick<RowChange, 'id' | 'mayBe'>): StoredRecord | undefined => {
    if (id === undefined) return field.single ? stored[0] : undefined;
    // Who names the record that a row points at means that row, if there is one.
    return (
      byId.get(id) ??
      (mayBe === undefined
        ? undefined
        : chooseRow(
            field,
            stored.filter((row) => row[mayBe] === id),
          ))
    );
  };
}

/** @returns of rows that point at the same record that of the first list that the field is shown as; elsewhere the oldest */
function chooseRow({ v1Lists = [] }: RowsField, rows: readonly StoredRecord[]): StoredRecord | undefined {
  const listed = v1Lists.map(({ where }) => rows.find((row) => hasAll(row, where)));
  return listed.find((row) => row !== undefined) ?? rows[0];
}

function changedRow(parent: Draft, target: EntityType, row: StoredRecord, { change }: RowChange): Draft {
  return new Draft(target, String(row.id), row, { ...change, errors: [] }, parent.validationLevel);
}

function newRow(parent: Draft, field: RowsField, target: EntityType, item: RowChange, id: string): Draft {
  const draft = new Draft(target, id, undefined, item.change, parent.validationLevel);
  draft.set(field.via, rowsKey(parent, field));
  if (item.mayBe !== undefined && item.id !== undefined) draft.set(item.mayBe, item.id);
  if (field.having !== undefined) wantChosen(draft, field.having);
  return draft;
}

/** A row that lacks what the relation chooses its rows by would not be among them. */
function wantChosen(draft: Draft, having: string): void {
  const { name } = chosenReference(draft.entityType, having);
  const field = draft.entityType.fields.find((one) => one.name === name);
  if (field && draft.get(name) === null) draft.errors.push(...missing(draft.entityType, draft.id, field));
}

function removedRow(parent: Draft, target: EntityType, row: StoredRecord): Draft {
  return bodilessDraft(target, row, 'delete', parent.validationLevel);
}

/** The stored set as it is; only what follows from a change of its parent changes in it. */
export function keepRows(field: RowsField, target: EntityType, stored: readonly StoredRecord[]): RowSet {
  return { field, target, drafts: stored.map((row) => unchangedDraft(target, row)), removed: [] };
}

/** All rows go with their parent. */
function removeRows(parent: Draft, field: RowsField, target: EntityType, stored: readonly StoredRecord[]): RowSet {
  return { field, target, drafts: [], removed: stored.map((row) => removedRow(parent, target, row)) };
}

/** The rows that went with their parent come back with it. */
function restoreRows(parent: Draft, field: RowsField, target: EntityType, stored: readonly StoredRecord[]): RowSet {
  const drafts = stored.map((row) =>
    row.is_deleted === true
      ? bodilessDraft(target, row, 'restore', parent.validationLevel)
      : unchangedDraft(target, row),
  );
  const { primary } = field;
  if (primary !== undefined) keepOnePrimary(drafts, primary);
  return { field, target, drafts, removed: [] };
}

/** Who has the flag already keeps it; what comes back has it where nobody has. */
function keepOnePrimary(drafts: readonly Draft[], primary: string): void {
  const flagged = drafts.filter((draft) => draft.get(primary) === true);
  const holder = flagged.find((draft) => draft.act !== 'restore') ?? flagged[0] ?? drafts[0];
  for (const draft of drafts)
    if ((draft === holder) !== (draft.get(primary) === true)) draft.set(primary, draft === holder);
}

/** Sets the parent's fields that show members of its primary row. */
export function derivePrimary(parent: Draft, { field: relation, drafts }: RowSet): void {
  const { primary } = relation;
  const row = primary === undefined ? undefined : drafts.find((draft) => draft.get(primary) === true);
  for (const field of parent.entityType.fields) {
    if (field.derived?.kind !== 'primary' || field.derived.rows !== relation.name) continue;
    parent.set(field.name, row?.get(field.derived.member) ?? null);
  }
}
