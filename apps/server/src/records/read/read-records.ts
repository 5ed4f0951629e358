/**
 * Reads records by their ids, any number of them with one statement.
 */
import type { Row } from '../../db/database.js';
import { planPage } from '../../plan/list/plan-page.js';
import type { Filter } from '../../request/filter.js';
import type { Selection } from '../../request/selection.js';
import { readable } from '../../rights/scoped-catalog.js';
import type { Statement } from '../../sql/binder.js';
import type { Call } from '../call.js';
import { type RecordStore, scopeOf } from '../record-store.js';
import { checkAnswerSize } from './answer-size.js';
import { projectionOf } from './projection-of.js';

export interface RecordsRequest {
  readonly entityType: string;
  /** At least one. */
  readonly ids: readonly string[];
  readonly selection: Selection;
  /** Only those that meet it. */
  readonly filter?: Filter | null;
  /** False unless given. */
  readonly includeDeleted?: boolean;
}

/**
 * @param run inside a write it sees what was just written
 * @returns the texts of those that are there, by id
 * @throws ApiError `ERROR_PARAMETER_INVALID` for unknown names and more records than an answer may hold
 */
export async function readRecords(
  store: RecordStore,
  call: Call,
  { ids, selection, filter = null, includeDeleted = false, ...request }: RecordsRequest,
  run: (statement: Statement) => Promise<Row[]>,
): Promise<ReadonlyMap<string, string>> {
  const entityType = readable(store.catalog, request.entityType);
  const isWanted: Filter = { kind: 'condition', path: ['id'], operator: 'eq', operands: ids, at: 'id' };
  const page = planPage(store.catalog, entityType, {
    filter: filter === null ? isWanted : { kind: 'and', filters: [isWanted, filter] },
    sort: [],
    window: { kind: 'offset', limit: null, offset: 0 },
    includeDeleted,
  });
  const plan = { ...page, projection: projectionOf(store, entityType, selection, includeDeleted), withTotal: false };
  const rows = await run(store.reads.compileList(plan, scopeOf(call)));
  checkAnswerSize(rows, store.answerLimits.records);
  return new Map(rows.map((row) => [String((JSON.parse(String(row.c)) as unknown[])[0]), String(row.j)]));
}
