/**
 * Answers a page of the records of an entity type: one statement, and one more when the count of all matches is wanted.
 */
import type { ListPlan } from '../../plan/list/list-plan.js';
import { planPage } from '../../plan/list/plan-page.js';
import { unionTypes } from '../../plan/relations/union-types.js';
import type { ListRequest } from '../../request/list-request.js';
import { readable } from '../../rights/scoped-catalog.js';
import type { Statement } from '../../sql/binder.js';
import { tableName } from '../../sql/columns.js';
import { sharedTableOf } from '../../sql/custom-values/shared-tables.js';
import { selectCollectionSize, selectLastChange } from '../../sql/tables/collections.js';
import { tablesRead } from '../../sql/tables-read.js';
import type { Call } from '../call.js';
import { type RecordStore, scopeOf } from '../record-store.js';
import { checkAnswerSize } from './answer-size.js';
import { projectionOf } from './projection-of.js';
import { type PageRow, RecordPage } from './record-page.js';
import { trimPage } from './trim-page.js';

/** Characters of all values of a statement whose count is kept. */
const longestKnown = 10_000;

/**
 * @throws ApiError `ERROR_FORBIDDEN` for what the key may not read; `ERROR_PARAMETER_INVALID`: unknown names, operators or operands that don't fit, a window out of bounds, a
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
  const entityType = readable(catalog, request.entityType);
  return {
    ...planPage(catalog, entityType, request),
    projection: projectionOf(store, entityType, request.selection, request.includeDeleted),
    withTotal: request.withTotal,
  };
}

/** Of a whole collection the number is kept by the writes. What a filter finds is counted once, until a table that it reads changes. */
async function countAll(store: RecordStore, call: Call, plan: ListPlan): Promise<number> {
  if (plan.filter === null && store.sight === undefined) return sizeOf(store, call, plan);
  const { catalog, db, counts } = store;
  const { space } = call.principal;
  const statement = store.reads.compileCount(plan, scopeOf(call));
  const tables = isLong(statement) ? undefined : tablesRead(catalog, [statement.text]);
  if (tables === undefined) return count(store, statement);
  const [last] = await db.read(selectLastChange(db.dialect, space, tables));
  const key = JSON.stringify([statement.text, statement.values]);
  const known = counts.get(key);
  if (known !== undefined && known.revision === last?.r) return known.total;
  // Nobody else waits for this one: it ends with its own caller.
  const total = await count(store, statement);
  counts.set(key, { revision: last?.r, total });
  return total;
}

/** Such a statement hardly comes again, and looking for it among the known ones takes as long as its texts are. */
function isLong({ values }: Statement): boolean {
  let characters = 0;
  for (const value of values) if (typeof value === 'string' || Array.isArray(value)) characters += value.length;
  return characters > longestKnown;
}

async function count({ db }: RecordStore, statement: Statement): Promise<number> {
  const [row] = await db.read(statement);
  return Number(row?.n ?? 0);
}

async function sizeOf({ catalog, db }: RecordStore, { principal }: Call, plan: ListPlan): Promise<number> {
  const { entityType, includeDeleted } = plan;
  const entityTypes = entityType.union ? unionTypes(catalog, entityType).map((one) => one.entityType) : [entityType];
  const parts = entityTypes.map((one) => ({ table: tableName(one), kind: sharedTableOf(one)?.kind }));
  const [row] = await db.read(selectCollectionSize(db.dialect, principal.space, parts));
  return Number(row?.living ?? 0) + (includeDeleted ? Number(row?.deleted ?? 0) : 0);
}

function toPage({ window }: ListPlan, rows: readonly PageRow[], total: number | undefined): RecordPage {
  if (window.kind === 'offset') return new RecordPage(rows, false, false, total);
  const { limit, backward, keepLast } = window;
  const bounds = {
    limit,
    backward,
    keepLast: keepLast ?? null,
    hasAfter: window.after !== undefined,
    hasBefore: window.before !== undefined,
  };
  const page = trimPage(bounds, rows);
  return new RecordPage(page.rows, page.hasPreviousPage, page.hasNextPage, total);
}
