/**
 * Answers a page of the records of an entity type: one statement, and one more when the count of all matches is wanted.
 */
import type { ListPlan } from '../../plan/list/list-plan.js';
import { planPage } from '../../plan/list/plan-page.js';
import type { ListRequest } from '../../request/list-request.js';
import type { Call } from '../call.js';
import { type RecordStore, scopeOf } from '../record-store.js';
import { checkAnswerSize } from './answer-size.js';
import { projectionOf } from './projection-of.js';
import { type PageRow, RecordPage } from './record-page.js';
import { trimPage } from './trim-page.js';

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID`: unknown names, operators or operands that don't fit, a window out of bounds, a
 *   cursor of another order, more records than an answer may hold
 */
export async function listRecords(store: RecordStore, call: Call, request: ListRequest): Promise<RecordPage> {
  const plan = planOf(store, request);
  const scope = scopeOf(call);
  const [rows, total] = await Promise.all([
    store.db.read(store.reads.compileList(plan, scope)),
    plan.withTotal ? countAll(store, call, plan) : undefined,
  ]);
  checkAnswerSize(rows, store.answerLimits.records);
  return toPage(plan, rows as unknown as PageRow[], total);
}

/** A plan depends on the catalog, which the store has, and on the request. */
function planOf(store: RecordStore, request: ListRequest): ListPlan {
  if (!request.isCached) return planList(store, request);
  let plan = store.listPlans.get(request);
  if (plan === undefined) {
    plan = { ...planList(store, request), isCached: true };
    store.listPlans.set(request, plan);
  }
  return plan;
}

function planList(store: RecordStore, request: ListRequest): ListPlan {
  const { catalog } = store;
  const entityType = catalog.existing(request.entityType);
  return {
    ...planPage(catalog, entityType, request),
    projection: projectionOf(store, entityType, request.selection, request.includeDeleted),
    withTotal: request.withTotal,
  };
}

async function countAll(store: RecordStore, call: Call, plan: ListPlan): Promise<number> {
  const [row] = await store.db.read(store.reads.compileCount(plan, scopeOf(call)));
  return Number(row?.n ?? 0);
}

function toPage({ window }: ListPlan, rows: readonly PageRow[], total: number | undefined): RecordPage {
  if (window.kind === 'offset') return new RecordPage(rows, false, false, total);
  const { limit, backward, keepLast } = window;
  const walk = {
    limit,
    backward,
    keepLast: keepLast ?? null,
    hasAfter: window.after !== undefined,
    hasBefore: window.before !== undefined,
  };
  const page = trimPage(walk, rows);
  return new RecordPage(page.rows, page.hasPreviousPage, page.hasNextPage, total);
}
