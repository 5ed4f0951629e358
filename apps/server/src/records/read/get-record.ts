/**
 * Answers one record by its id.
 */
import type { EntityType } from '@headwater/catalog';
import type { Row } from '../../db/database.js';
import { ApiError } from '../../errors/api-error.js';
import type { Projection } from '../../plan/projection/projection.js';
import { idOfName } from '../../plan/values/metadata-id.js';
import { isUuid } from '../../plan/values/operand.js';
import type { GetRequest } from '../../request/list-request.js';
import { readable } from '../../rights/scoped-catalog.js';
import type { Statement } from '../../sql/binder.js';
import type { Call } from '../call.js';
import { type RecordStore, scopeOf } from '../record-store.js';
import type { StoredRecord } from '../write/draft.js';
import { checkAnswerSize } from './answer-size.js';
import { projectionOf, projectionOfNew } from './projection-of.js';
import type { RecordText } from './record-page.js';

/** @throws ApiError `ERROR_RECORD_NOT_FOUND`, also for an id that is neither a uuid nor a name that represents one; `ERROR_PARAMETER_INVALID` for unknown names and more records than an answer may hold */
export function getRecord(store: RecordStore, call: Call, request: GetRequest): Promise<RecordText> {
  return readRecord(store, call, request, (statement) => store.db.read(statement));
}

/**
 * The same, read by `run`: inside a write it sees what was just written.
 * @param written the entity types of what the write has written, when it has made the id of the record
 */
export async function readRecord(
  store: RecordStore,
  call: Call,
  request: GetRequest,
  run: (statement: Statement) => Promise<Row[]>,
  written?: readonly EntityType[],
): Promise<RecordText> {
  const { entityType, projection } = shownAs(store, request, written);
  const id = isUuid(request.id) ? request.id.toLowerCase() : idOfName(entityType.name, request.id);
  if (id === undefined) throw notFound(entityType, request.id);
  const rows = await run(store.reads.compileGet(projection, id, request.includeDeleted, scopeOf(call)));
  checkAnswerSize(rows, store.answerLimits.records);
  const [row] = rows;
  if (!row) throw notFound(entityType, request.id, await mergedInto(store, call, entityType, id, run));
  return { id, revision: Number(row.v), text: String(row.j) };
}

/** @param written as above @throws ApiError `ERROR_PARAMETER_INVALID`, `ERROR_FORBIDDEN` */
export function shownAs(
  store: RecordStore,
  { entityType: name, selection, includeDeleted }: Pick<GetRequest, 'entityType' | 'selection' | 'includeDeleted'>,
  written?: readonly EntityType[],
): { readonly entityType: EntityType; readonly projection: Projection } {
  const entityType = readable(store.catalog, name);
  const projection = written
    ? projectionOfNew(store, entityType, selection, written)
    : projectionOf(store, entityType, selection, includeDeleted);
  return { entityType, projection };
}

/** @param master id of the record that it was merged into, if it was */
export function notFound(entityType: EntityType, id: string, master?: unknown): ApiError {
  const message = `There is no ${entityType.name} with the id ${JSON.stringify(id)}`;
  return new ApiError(
    'ERROR_RECORD_NOT_FOUND',
    typeof master === 'string' ? `${message}: it was merged into ${master}.` : `${message}.`,
  );
}

async function mergedInto(
  store: RecordStore,
  { principal }: Call,
  entityType: EntityType,
  id: string,
  run: (statement: Statement) => Promise<Row[]>,
): Promise<unknown> {
  // Who does not see the record does not learn of its master either.
  if (!entityType.merge || store.sight !== undefined) return undefined;
  const choice = { includeDeleted: true, lock: 'none' } as const;
  const [row] = await run(store.stored.compileRecords(principal.space, entityType, [id], choice));
  return row && (JSON.parse(String(row.j)) as StoredRecord).merged_into;
}
