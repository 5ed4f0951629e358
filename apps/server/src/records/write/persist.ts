/**
 * The last phase of a write: stores complete drafts, those of one entity type together, with the moment and the revision of the
 * transaction. Checks nothing.
 */
import type { Catalog, EntityType, MoneyField } from '@headwater/catalog';
import { derivedPlan } from '../../computed/derived/derived-plan.js';
import type { MoneyChange } from '../../plan/change/change.js';
import type { Operand } from '../../plan/list/predicate.js';
import { foldedColumn, hasNoColumn, moneyColumns, numberColumn } from '../../sql/columns.js';
import { sharedTableOf } from '../../sql/custom-values/shared-tables.js';
import { foldBeyondAscii } from '../../sql/filter/fold.js';
import { takeNumbers } from '../../sql/tables/spaces.js';
import { RowCompiler, type RowsOf } from '../../sql/write/compile-rows.js';
import type { ColumnValues } from '../../sql/write/compile-write.js';
import { setDerived } from '../derived/formula-values.js';
import { changesCustom, customColumns } from './custom-columns.js';
import { uniqueFields, writeCustomValues } from './custom-values.js';
import type { Draft } from './draft.js';
import { fieldLists } from './field-lists.js';
import { ownedRows } from './owned-rows.js';
import { giveSequences, hasSequences } from './sequence-numbers.js';
import type { WriteContext } from './write-context.js';
import type { RecordChange, WriteEffects } from './write-effects.js';

/** New records of one statement at most: their values are one text, and databases have bounds for those. */
const maxRows = 1_000;

/** All records of an entity type that have a text in a field. */
export interface RecordsWith {
  readonly entityType: string;
  readonly field: string;
  readonly text: string;
}

/**
 * Writes each draft as its act says, with what its formulas give then. What a record owns is deleted with it.
 * At no moment have two records a value of which only one may have it: what gives it up is written ahead of what takes it. And at
 * no moment does one point at what is not there: a record that comes to point at a new one is written after it.
 * @param drafts each record once, new parents ahead of their rows
 */
export async function persist(context: WriteContext, drafts: readonly Draft[]): Promise<void> {
  const made = drafts.filter((draft) => draft.isNew);
  await numberSequences(context, made);
  deriveValues(context, drafts);
  const removed = drafts.filter((draft) => draft.act === 'delete');
  const { beforeNew, afterNew } = orderChanges(context, drafts, made);
  if (drafts.some((draft) => definesSpace(context, draft))) await context.redefineSpace();
  for (const group of byEntityType(removed)) await remove(context, group);
  for (const group of beforeNew.flatMap(byEntityType)) await overwrite(context, group);
  for (const group of byEntityType(made)) await insert(context, group);
  for (const group of byEntityType(afterNew)) await overwrite(context, group);
  await writeCustomValues(context, drafts);
}

/** Makes the texts beside records again; the records themselves have not changed. @param drafts of one entity type */
export async function rewriteTexts(
  { store, transaction, space }: WriteContext,
  drafts: readonly Draft[],
): Promise<void> {
  const [first] = drafts;
  if (!first) return;
  const records = drafts.map((draft) => ({ id: draft.id, values: new Map(customColumns(store.catalog, draft)) }));
  await transaction.run(store.writes.compileUpdates(first.entityType, space, records));
}

/** Marks all records that have a text in a field as deleted, with what they own, without reading any. */
export async function deleteRecordsWith(effects: WriteEffects, records: RecordsWith): Promise<void> {
  for (const rows of withOwned(effects, records)) {
    const stamp = await effects.stamp({ entityType: rows.target, act: 'delete', records: rows });
    await effects.transaction.run(new RowCompiler(effects.dialect).compileDeleteRows(effects.space, rows, stamp));
  }
}

/** Restores all of them that were deleted, with what they own, at a revision. */
export async function restoreRecordsWith(
  effects: WriteEffects,
  records: RecordsWith,
  deletedAt: number,
): Promise<void> {
  for (const rows of withOwned(effects, records)) {
    const stamp = await effects.stamp({ entityType: rows.target, act: 'restore', records: rows });
    const restore = new RowCompiler(effects.dialect).compileRestoreRows(effects.space, rows, stamp, deletedAt);
    await effects.transaction.run(restore);
  }
}

function withOwned({ catalog }: WriteEffects, { entityType: name, field, text }: RecordsWith): RowsOf[] {
  const records: RowsOf = { target: catalog.existing(name), via: field, parents: [text] };
  return [records, ...ownedRows(catalog, records.target, records)];
}

/** Once the revision is taken: a transaction that waits for it holds no counter that others wait for. */
async function numberSequences(context: WriteContext, made: readonly Draft[]): Promise<void> {
  const numbered = made.filter(hasSequences);
  if (numbered.length === 0) return;
  await context.revision();
  await giveSequences(context, numbered);
}

/** Computes formulas, and notes the roll-ups above. */
function deriveValues({ store: { catalog, optionValues }, affected }: WriteContext, drafts: readonly Draft[]): void {
  const derived = derivedPlan(catalog);
  if (!derived) return;
  for (const draft of drafts) {
    const plan = derived.types.get(draft.entityType.name);
    if (plan && draft.act !== 'delete') setDerived(draft, plan, optionValues);
    affected?.note(draft);
  }
}

/** @returns the stored records that are written, what loses the flag of the one primary row ahead of what takes it */
function orderChanges(context: WriteContext, drafts: readonly Draft[], made: readonly Draft[]) {
  const madeIds = new Set<unknown>(made.map(({ id }) => id));
  const groups = { loses: [] as Draft[], keeps: [] as Draft[], takes: [] as Draft[] };
  const afterNew: Draft[] = [];
  for (const draft of drafts) {
    if (draft.act !== 'update' && draft.act !== 'restore') continue;
    const pointsAtMade = madeIds.size > 0 && [...draft.values.values()].some((value) => madeIds.has(value));
    (pointsAtMade ? afterNew : groups[flagChange(context, draft)]).push(draft);
  }
  return { beforeNew: Object.values(groups), afterNew };
}

/** Whether the record gives up the flag of the one primary row, or comes to have it. */
function flagChange({ store }: WriteContext, draft: Draft): 'loses' | 'takes' | 'keeps' {
  for (const { field } of store.ownedRelations.get(draft.entityType.name) ?? []) {
    const { primary } = field;
    if (primary === undefined) continue;
    const had = draft.stored?.[primary] === true && draft.stored.is_deleted !== true;
    const has = draft.get(primary) === true;
    if (had !== has) return had ? 'loses' : 'takes';
  }
  return 'keeps';
}

function definesSpace({ store: { rules, catalog } }: WriteContext, draft: Draft): boolean {
  return rules.get(draft.entityType.name)?.definesSpace?.(draft, catalog) === true;
}

async function insert(context: WriteContext, drafts: readonly Draft[]): Promise<void> {
  const { store, transaction, space } = context;
  const [{ entityType }] = drafts as [Draft];
  const numbers = entityType.numbered ? await nextNumbers(context, entityType, drafts.length) : undefined;
  const stamp = await context.stamp({ entityType, act: 'create', records: drafts.map(({ id }) => id) });
  const rows = drafts.map((draft, index) =>
    columnValues(store.catalog, draft, newMembers(draft, stamp, numbers?.[index])),
  );
  if (rows.length === 1) {
    await transaction.run(store.writes.compileInsert(entityType, space, rows[0] ?? new Map()));
    return;
  }
  for (let start = 0; start < rows.length; start += maxRows) {
    await transaction.run(store.writes.compileInserts(entityType, space, rows.slice(start, start + maxRows)));
  }
}

/** What the service itself sets in a new record. */
function newMembers(
  draft: Draft,
  { modified, revision }: { readonly modified: string; readonly revision: number },
  number: number | undefined,
): Map<string, Operand> {
  const members = new Map<string, Operand>([
    ['id', draft.id],
    ['modified', draft.values.get('modified') ?? modified],
    ['created', draft.values.get('created') ?? modified],
    ['revision', revision],
    ['is_deleted', false],
    ['is_delete_protected', draft.values.get('is_delete_protected') ?? false],
  ]);
  if (number !== undefined) members.set(numberColumn, number);
  const kept = sharedTableOf(draft.entityType);
  if (kept) members.set(kept.kindColumn, kept.kind);
  return members;
}

/** @param drafts of stored records of one entity type */
async function overwrite(context: WriteContext, drafts: readonly Draft[]): Promise<void> {
  const { store, transaction, space } = context;
  const [{ entityType }] = drafts as [Draft];
  const { modified, revision } = await context.stamp(...changesOf(entityType, drafts));
  const changed = drafts.map((draft) => {
    const stamp = new Map<string, Operand>([
      ['modified', draft.values.get('modified') ?? modified],
      ['revision', revision],
    ]);
    return { draft, values: columnValues(store.catalog, draft, stamp) };
  });
  const records = alignColumns(store.catalog, changed);
  const [only] = records;
  await transaction.run(
    only && records.length === 1
      ? store.writes.compileUpdate(entityType, space, only)
      : store.writes.compileUpdates(entityType, space, records),
  );
}

function changesOf(entityType: EntityType, drafts: readonly Draft[]): RecordChange[] {
  const acts = [...new Set(drafts.map(({ act }) => act))];
  const idsOf = (act: Draft['act']) => drafts.flatMap((draft) => (draft.act === act ? [draft.id] : []));
  return acts.map((act) => ({ entityType, act, records: idsOf(act) }));
}

/** Marks records as deleted, and what they own. */
async function remove(context: WriteContext, drafts: readonly Draft[]): Promise<void> {
  const { store, transaction, space } = context;
  const [{ entityType }] = drafts as [Draft];
  await overwrite(context, drafts);
  const compiler = new RowCompiler(context.dialect);
  const ids = drafts.map(({ id }) => id);
  for (const rows of ownedRows(store.catalog, entityType, ids)) {
    const stamp = await context.stamp({ entityType: rows.target, act: 'delete', records: rows });
    await transaction.run(compiler.compileDeleteRows(space, rows, stamp));
    for (const [type, fieldIds] of uniqueFields(rows.target)) {
      await transaction.run(compiler.compileReleaseRows(space, rows, type, fieldIds, stamp));
    }
  }
}

/** @returns numbers that no other record of the space has, rising */
async function nextNumbers(context: WriteContext, entityType: EntityType, count: number): Promise<number[]> {
  const [row] = await context.transaction.run(takeNumbers(context.dialect, context.space, entityType.name, count));
  return Array.from({ length: count }, (_, index) => Number(row?.v) - count + 1 + index);
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

/**
 * @param stamp what the service itself sets: `modified`, `revision` and, for a new record, the rest of the system members
 * @returns values by column name; of a stored record only those that the write sets
 */
export function columnValues(
  catalog: Pick<Catalog, 'existing'>,
  draft: Draft,
  stamp: ColumnValues,
): Map<string, Operand> {
  const values = new Map<string, Operand>();
  for (const field of draft.entityType.fields) {
    if (hasNoColumn(field)) continue;
    if (field.kind === 'money') {
      const money = draft.money.get(field.name);
      if (money !== undefined) setMoney(values, field, money);
    } else if (draft.values.has(field.name)) {
      values.set(field.name, draft.get(field.name));
    }
  }
  if (draft.isNew || changesText(draft)) values.set(foldedColumn, foldedTexts(draft));
  if (changesCustom(draft)) for (const [name, value] of customColumns(catalog, draft)) values.set(name, value);
  for (const [name, value] of stamp) values.set(name, value);
  return values;
}

/**
 * Gives every record a value for each column that any of them sets, so that one statement serves all: those that don't set it, the
 * stored one.
 * @param changed stored records with what the write sets of them
 */
export function alignColumns(
  catalog: Pick<Catalog, 'existing'>,
  changed: readonly { readonly draft: Draft; readonly values: ColumnValues }[],
) {
  const columns = [...new Set(changed.flatMap(({ values }) => [...values.keys()]))];
  return changed.map(({ draft, values }) => {
    const isWhole = columns.length === values.size;
    const stored = isWhole ? values : storedColumns(catalog, draft);
    return { id: draft.id, values: new Map(columns.map((name) => [name, valueIn(values, stored, name)])) };
  });
}

function valueIn(values: ColumnValues, stored: ColumnValues, name: string): Operand {
  const value = values.get(name);
  return value === undefined ? (stored.get(name) ?? null) : value;
}

/** The stored values of a record by column name. */
function storedColumns(catalog: Pick<Catalog, 'existing'>, draft: Draft): ColumnValues {
  const values = new Map<string, Operand>();
  for (const field of draft.entityType.fields) {
    const stored = draft.stored?.[field.name] ?? null;
    if (field.kind === 'money') setMoney(values, field, stored as MoneyChange | null);
    else values.set(field.name, stored as Operand);
  }
  values.set(foldedColumn, foldedTexts(draft));
  for (const [name, value] of customColumns(catalog, draft)) values.set(name, value);
  return values;
}

function setMoney(values: Map<string, Operand>, field: MoneyField, money: MoneyChange | null): void {
  const names = moneyColumns(field);
  values.set(names.base_value, money?.base_value ?? null);
  values.set(names.value_foreign, money?.value_foreign ?? null);
  values.set(names.currency_id, money?.currency_id ?? null);
}

function changesText(draft: Draft): boolean {
  return fieldLists(draft.entityType).texts.some(({ name }) => draft.changes(name));
}

/** Texts whose case the databases' own lower() would not fold. */
function foldedTexts(draft: Draft): string | null {
  const folded: Record<string, string> = {};
  for (const { name } of fieldLists(draft.entityType).texts) {
    const text = draft.text(name);
    const beyond = text === null ? undefined : foldBeyondAscii(text);
    if (beyond !== undefined) folded[name] = beyond;
  }
  return Object.keys(folded).length === 0 ? null : JSON.stringify(folded);
}
