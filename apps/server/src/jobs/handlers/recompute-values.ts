/**
 * Recomputes the formulas of records, and their roll-ups of one rank. Roll-ups above them are left to a later step. Texts stored beside
 * the records that know other fields than there are now are rewritten.
 */
import { derivedPlan, type PlannedRollUp, type TypePlan } from '../../computed/derived/derived-plan.js';
import { setDerived } from '../../records/derived/formula-values.js';
import { sumUp } from '../../records/derived/recompute-roll-ups.js';
import { unchangedDraft } from '../../records/write/draft.js';
import { persist, rewriteTexts } from '../../records/write/persist.js';
import { readStored } from '../../records/write/stored-record.js';
import { hasUnknownLayout } from '../../records/write/values/column-values.js';
import type { WriteContext } from '../../records/write/write-context.js';
import { ChunkCompiler } from '../../sql/write/compile-chunks.js';
import { compileRecordBeyond } from '../../sql/write/compile-rows-below.js';
import type { StepOf } from '../job.js';
import { type Chunk, compilerOf, maxRecords, type StepHandler } from './chunk.js';

/** Rows that are summed up in one transaction, but for those of a single record. */
const maxRows = 50_000;

/** Parts of formulas that are evaluated in one transaction, but for those of a single record: about a second of work. */
const maxParts = 1_000_000;

/** Deleted records are recomputed when they are restored. */
const living = { onlyLiving: true } as const;

export const recomputeValues: StepHandler<StepOf<'recompute'>, WriteContext> = {
  count({ catalog, db }, space, { entityType }) {
    return new ChunkCompiler(db.dialect, space).compileCountRecords(catalog.existing(entityType), living);
  },

  async run(context, step, after): Promise<Chunk> {
    const { store, transaction, catalog } = context;
    const entityType = catalog.existing(step.entityType);
    const plan = derivedPlan(catalog)?.types.get(entityType.name) ?? { formulas: [], rollUps: [] };
    const rollUps = plan.rollUps.filter(({ rank }) => rank === step.rank);
    const most = mostRecords(plan);
    const rows = await transaction.run(compilerOf(context).compileRecords(entityType, after, most, living));
    const next = rows.map(({ id }) => String(id));
    const ids = await withBoundedRows(context, rollUps, next);
    if (ids.length === 0) return { count: 0, last: null };
    const stored = await readStored(context, entityType, ids, { includeDeleted: false, lock: context.rowLock });
    const drafts = [...stored.values()].map((record) => unchangedDraft(entityType, record));
    await sumUp(context, rollUps, drafts);
    for (const draft of drafts) await setDerived(draft, plan, store.optionValues, () => context.pause());
    await persist(
      context,
      drafts.filter((draft) => draft.changesAnything),
    );
    await rewriteTexts(
      context,
      drafts.filter((draft) => !draft.changesAnything && hasUnknownLayout(draft)),
    );
    const isEnd = next.length < most && ids.length === next.length;
    return { count: ids.length, last: isEnd ? null : (ids.at(-1) ?? null) };
  },
};

/** @returns how many records a transaction takes, for what their formulas cost */
function mostRecords({ formulas }: TypePlan): number {
  const parts = formulas.reduce((sum, formula) => sum + formula.parts, 0);
  return Math.max(1, Math.min(maxRecords, Math.floor(maxParts / parts)));
}

/** @param ids in their order @returns the first of them, so many that not too many rows belong to them, but one at least */
async function withBoundedRows(
  { store, transaction, space }: WriteContext,
  rollUps: readonly PlannedRollUp[],
  ids: readonly string[],
): Promise<readonly string[]> {
  let bounded = ids;
  for (const { step } of rollUps) {
    const [first, last] = [bounded[0], bounded.at(-1)];
    if (first === undefined || last === undefined) break;
    const count = Math.ceil(maxRows / rollUps.length);
    const [row] = await transaction.run(compileRecordBeyond(store.db.dialect, space, step, { first, last }, count));
    const before = row ? bounded.filter((id) => id < String(row.id)) : bounded;
    bounded = before.length > 0 ? before : [first];
  }
  return bounded;
}
