/**
 * The last phase of a write: stores complete drafts, those of one entity type together, with the moment and the revision of the
 * transaction. Checks nothing.
 */
import type { EntityType, ValueField } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import { onceFor } from '../../plan/once-for.js';
import { formatSequence, parseSequencePattern, type SequencePattern } from '../../plan/values/sequence-pattern.js';
import { numberColumn } from '../../sql/columns.js';
import { customLayout } from '../../sql/custom-values/custom-layout.js';
import { sharedKindColumn, sharedTableOf } from '../../sql/custom-values/shared-tables.js';
import type { ChangedRecord } from '../../sql/tables/changes.js';
import { takeNumbers, takeNumbersFrom } from '../../sql/tables/spaces.js';
import { RowCompiler, type RowsOf } from '../../sql/write/compile-rows.js';
import type { AffectedRollUps } from '../derived/affected-roll-ups.js';
import { setDerived } from '../derived/formula-values.js';
import { changedRecord } from './changed-record.js';
import type { Draft } from './draft.js';
import { ownedRows } from './rows/owned-rows.js';
import { alignColumns, columnValues, customColumns, newRow } from './values/column-values.js';
import { uniqueFields, writeCustomValues } from './values/custom-values.js';
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
  const numbered = made.filter(hasSequences);
  if (numbered.length > 0) await giveSequences(context, numbered);
  if (context.affected) await deriveValues(context, context.affected, drafts);
  const removed = drafts.filter((draft) => draft.act === 'delete');
  const changed = drafts.filter(({ act }) => act === 'update' || act === 'restore');
  const { beforeNew, afterNew } =
    drafts.length > 1 ? orderChanges(context, changed, made) : { beforeNew: [changed], afterNew: [] };
  if (drafts.some((draft) => definesSpace(context, draft))) await context.redefineSpace();
  for (const group of byEntityType(removed)) await remove(context, group);
  for (const group of beforeNew.flatMap(byEntityType)) await overwrite(context, group);
  for (const group of byEntityType(made)) await insert(context, group);
  for (const group of byEntityType(afterNew)) await overwrite(context, group);
  await context.pause();
  if (drafts.some(({ entityType }) => customLayout(entityType))) writeCustomValues(context, drafts);
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
    const stamp = await effects.stamp({ entityType: rows.target, act: 'delete', records: rows, log: 'counted' });
    effects.addCounted(rows.target, 'delete', (returning) =>
      new RowCompiler(effects.dialect).compileDeleteRows(effects.space, rows, stamp, returning),
    );
  }
}

/** Restores all of them that were deleted, with what they own, at a revision. */
export async function restoreRecordsWith(
  effects: WriteEffects,
  records: RecordsWith,
  deletedAt: number,
): Promise<void> {
  for (const rows of withOwned(effects, records)) {
    const stamp = await effects.stamp({ entityType: rows.target, act: 'restore', records: rows, log: 'counted' });
    effects.addCounted(rows.target, 'restore', (returning) =>
      new RowCompiler(effects.dialect).compileRestoreRows(effects.space, rows, stamp, deletedAt, returning),
    );
  }
}

function withOwned({ catalog }: WriteEffects, { entityType: name, field, text }: RecordsWith): RowsOf[] {
  const records: RowsOf = { target: catalog.existing(name), via: field, parents: [text] };
  return [records, ...ownedRows(catalog, records.target, records)];
}

/** Computes formulas, and notes the roll-ups above. */
async function deriveValues(context: WriteContext, affected: AffectedRollUps, drafts: readonly Draft[]): Promise<void> {
  const { optionValues } = context.store;
  const pause = () => context.pause();
  for (const draft of drafts) {
    await pause();
    const plan = affected.plan.types.get(draft.entityType.name);
    if (plan && draft.act !== 'delete') await setDerived(draft, plan, optionValues, pause);
    affected.note(draft);
  }
}

/** @returns the stored records that are written, what loses the flag of the one primary row ahead of what takes it */
function orderChanges(context: WriteContext, changed: readonly Draft[], made: readonly Draft[]) {
  const madeIds = new Set<unknown>(made.map(({ id }) => id));
  const groups = { loses: [] as Draft[], keeps: [] as Draft[], takes: [] as Draft[] };
  const afterNew: Draft[] = [];
  for (const draft of changed) {
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
  // The revision comes first: who waits for it holds no counter that others wait for.
  const stamp = await context.stamp(...(await changesOf(context, entityType, drafts)));
  const numbers = entityType.numbered ? await nextNumbers(context, entityType, drafts.length) : undefined;
  if (drafts.length > 1 && !customLayout(entityType)) {
    const columns = store.writes.insertedColumns(entityType);
    for (let start = 0; start < drafts.length; start += maxRows) {
      const rows: ReturnType<typeof newRow>[] = [];
      for (const [index, draft] of drafts.slice(start, start + maxRows).entries()) {
        // Folding long texts takes a while.
        await context.pause();
        rows.push(newRow(columns, draft, { ...stamp, number: numbers?.[start + index] }));
      }
      transaction.add(store.writes.compileRows(entityType, space, rows));
    }
    return;
  }
  const rows: ReturnType<typeof columnValues>[] = [];
  for (const [index, draft] of drafts.entries()) {
    if (index > 0) await context.pause();
    rows.push(columnValues(store.catalog, draft, newMembers(draft, stamp, numbers?.[index])));
  }
  const [only] = drafts;
  if (only && drafts.length === 1) {
    transaction.add(store.writes.compileInsert(entityType, space, rows[0] ?? new Map()));
    context.wrote({ draft: only, stamp });
    return;
  }
  for (let start = 0; start < rows.length; start += maxRows) {
    await context.pause();
    transaction.add(store.writes.compileInserts(entityType, space, rows.slice(start, start + maxRows)));
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
  const shared = sharedTableOf(draft.entityType);
  if (shared) members.set(shared.kindColumn, shared.kind);
  return members;
}

/** @param drafts of stored records of one entity type */
async function overwrite(context: WriteContext, drafts: readonly Draft[]): Promise<void> {
  const { store, transaction, space } = context;
  const [{ entityType }] = drafts as [Draft];
  const stamp = await context.stamp(...(await changesOf(context, entityType, drafts)));
  const changed: { readonly draft: Draft; readonly values: ReturnType<typeof columnValues> }[] = [];
  for (const [index, draft] of drafts.entries()) {
    if (index > 0) await context.pause();
    const ofService = new Map<string, Operand>([
      ['modified', draft.values.get('modified') ?? stamp.modified],
      ['revision', stamp.revision],
    ]);
    changed.push({ draft, values: columnValues(store.catalog, draft, ofService) });
  }
  const [only, ...others] = changed;
  if (only && others.length === 0) context.wrote({ draft: only.draft, stamp });
  transaction.add(
    only && others.length === 0
      ? store.writes.compileUpdate(entityType, space, { id: only.draft.id, values: only.values })
      : store.writes.compileUpdates(entityType, space, alignColumns(store.catalog, changed)),
  );
}

async function changesOf(
  context: WriteContext,
  entityType: EntityType,
  drafts: readonly Draft[],
): Promise<RecordChange[]> {
  const kindColumn = entityType.storedIn === undefined ? sharedKindColumn(entityType) : undefined;
  const kindOf = (draft: Draft) => (kindColumn === undefined ? '' : (draft.text(kindColumn) ?? ''));
  interface Change extends RecordChange {
    readonly records: string[];
    readonly log: ChangedRecord[];
  }
  const changes = new Map<string, Change>();
  for (const draft of drafts) {
    await context.pause();
    const [act, kind, counts] = [draft.act, kindOf(draft), countsAs(draft)];
    const key = kind === '' && act === counts ? act : `${act} ${counts} ${kind}`;
    const change = changes.get(key) ?? { entityType, act, kind, counts, records: [], log: [] };
    change.records.push(draft.id);
    change.log.push(changedRecord(context, draft, counts));
    changes.set(key, change);
  }
  return [...changes.values()];
}

function countsAs({ act, isNew, stored, values }: Draft): Draft['act'] {
  if (isNew) return 'create';
  const was = stored?.is_deleted === true;
  const is = act === 'delete' || (act !== 'restore' && (values.get('is_deleted') ?? was) === true);
  if (was === is) return 'update';
  return is ? 'delete' : 'restore';
}

/** Marks records as deleted, and what they own. */
async function remove(context: WriteContext, drafts: readonly Draft[]): Promise<void> {
  const { store, transaction, space } = context;
  const [{ entityType }] = drafts as [Draft];
  await overwrite(context, drafts);
  const compiler = new RowCompiler(context.dialect);
  const ids = drafts.map(({ id }) => id);
  for (const rows of ownedRows(store.catalog, entityType, ids)) {
    const stamp = await context.stamp({ entityType: rows.target, act: 'delete', records: rows, log: 'counted' });
    context.addCounted(rows.target, 'delete', (returning) => compiler.compileDeleteRows(space, rows, stamp, returning));
    for (const [type, fieldIds] of uniqueFields(rows.target)) {
      transaction.add(compiler.compileReleaseRows(space, rows, type, fieldIds, stamp));
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

interface Sequence {
  readonly field: ValueField;
  readonly fieldId: string;
  readonly pattern: SequencePattern;
}

/** The sequences of an entity type; one whose pattern cannot be read gives nothing. */
const sequencesOf = onceFor(({ fields }: EntityType): readonly Sequence[] =>
  fields.flatMap((field) => {
    if (field.kind !== 'value' || field.derived?.kind !== 'sequence' || !field.custom) return [];
    const pattern = parseSequencePattern(field.derived.pattern);
    return typeof pattern === 'string' ? [] : [{ field, fieldId: field.custom.id, pattern }];
  }),
);

function hasSequences({ entityType }: Draft): boolean {
  return sequencesOf(entityType).length > 0;
}

/**
 * Gives new records the texts of their sequences: each the next number of its field, which no other record of the space gets. The
 * numbers are taken in the transaction that makes the records, so that none is lost that was given, and once the revision is taken: a
 * transaction that waits for it holds no counter that others wait for.
 * @param drafts of new records, in the order of their numbers
 */
async function giveSequences(context: WriteContext, drafts: readonly Draft[]): Promise<void> {
  await context.revision();
  for (const entityType of new Set(drafts.map((draft) => draft.entityType))) {
    const own = drafts.filter((draft) => draft.entityType === entityType);
    for (const { field, fieldId, pattern } of sequencesOf(entityType)) {
      const { dialect, transaction, space } = context;
      const numbers = { start: pattern.start, count: own.length };
      const [row] = await transaction.run(takeNumbersFrom(dialect, space, `sequence ${fieldId}`, numbers));
      const last = Number(row?.v);
      for (const [index, draft] of own.entries()) {
        draft.set(field.name, formatSequence(pattern, last - own.length + 1 + index, context.moment));
      }
    }
  }
}
