/**
 * Works out anew what is derived in a number of records, as a part of a walk through all of an entity type. Roll-ups above them are left
 * to a later walk. Texts beside the records that know other fields than there are now are made anew.
 */
import type { EntityType } from '@headwater/catalog';
import type { Operand } from '../../plan/predicate.js';
import type { RecordStore } from '../../records/record-store.js';
import { hasUnknownLayout } from '../../records/write/custom-columns.js';
import { unchangedDraft } from '../../records/write/draft.js';
import { persist, rewriteTexts } from '../../records/write/persist.js';
import { readStored } from '../../records/write/stored-record.js';
import type { WriteContext } from '../../records/write/write-context.js';
import { compileIdsAfter, compileRecordCount } from '../../sql/select/compile-find.js';
import { compileRecordBeyond } from '../../sql/write/compile-rows-below.js';
import { derivedPlan, type PlannedRollUp } from './derived-plan.js';
import { setDerived } from './formula-values.js';
import type { Pass } from './recomputation-passes.js';
import { sumUp } from './recompute-roll-ups.js';

/** Records of one transaction. */
const maxRecords = 1_000;
/** Rows that are summed up in one transaction, but for those of a single record. */
const maxRows = 50_000;

export interface Stretch {
  /** Records that were looked at. */
  readonly count: number;
  /** Id of the last one; null when there are no more. */
  readonly last: string | null;
}

/** @param after the id behind which the stretch begins; null: at the first record */
export async function recomputeStretch(context: WriteContext, pass: Pass, after: string | null): Promise<Stretch> {
  const { catalog, optionValues } = context.store;
  const entityType = catalog.existing(pass.entityType);
  const plan = derivedPlan(catalog)?.types.get(entityType.name) ?? { formulas: [], rollUps: [] };
  const rollUps = plan.rollUps.filter(({ rank }) => rank === pass.rank);
  const next = await nextIds(context, entityType, after);
  const ids = await withBoundedRows(context, rollUps, next);
  if (ids.length === 0) return { count: 0, last: null };
  const stored = await readStored(context, entityType, ids, { includeDeleted: false, lock: context.rowLock });
  const drafts = [...stored.values()].map((record) => unchangedDraft(entityType, record));
  await sumUp(context, rollUps, drafts);
  for (const draft of drafts) setDerived(draft, plan, optionValues);
  const changed = drafts.filter((draft) => draft.changesAnything);
  const outdated = drafts.filter((draft) => !draft.changesAnything && hasUnknownLayout(draft));
  await persist(context, changed);
  await rewriteTexts(context, outdated);
  const isEnd = next.length < maxRecords && ids.length === next.length;
  return { count: ids.length, last: isEnd ? null : (ids.at(-1) ?? null) };
}

/** @param ids in their order @returns the first of them, so many that not too many rows belong to them, but one at least */
async function withBoundedRows(
  { store, transaction, space }: WriteContext,
  rollUps: readonly PlannedRollUp[],
  ids: readonly string[],
): Promise<readonly string[]> {
  let bounded = ids;
  for (const { hop } of rollUps) {
    const [first, last] = [bounded[0], bounded.at(-1)];
    if (first === undefined || last === undefined) break;
    const count = Math.ceil(maxRows / rollUps.length);
    const [row] = await transaction.run(compileRecordBeyond(store.db.dialect, space, hop, { first, last }, count));
    const before = row ? bounded.filter((id) => id < String(row.id)) : bounded;
    bounded = before.length > 0 ? before : [first];
  }
  return bounded;
}

/** Deleted records are worked out when they come back. */
async function nextIds({ store, transaction, space }: WriteContext, entityType: EntityType, after: Operand) {
  const rows = await transaction.run(compileIdsAfter(store.db.dialect, space, entityType, after, maxRecords));
  return rows.map(({ id }) => String(id));
}

/** @returns how many records a walk comes to */
export async function countRecords({ db, catalog }: RecordStore, space: string, { entityType }: Pass): Promise<number> {
  const [row] = await db.read(compileRecordCount(db.dialect, space, catalog.existing(entityType)));
  return Number(row?.n ?? 0);
}
