/**
 * Turns a record of one entity type into one of another under the same id. What points at both types stays as it is; what has a
 * reference for each goes from the one to the other; what can only point at the old type stands in the way while it is not deleted.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { isUuid } from '../../plan/operand.js';
import type { Operand } from '../../plan/predicate.js';
import type { RecordBody } from '../../request/write-request.js';
import { choiceTypes, type Incoming, incomingReferences, TurnCompiler } from '../../sql/write/compile-turn.js';
import { notFound } from '../read/get-record.js';
import type { StoredRecord } from '../write/draft.js';
import { checkRevision } from '../write/draft-item.js';
import { type PlannedItem, planTurn } from '../write/plan-item.js';
import type { RecordWriter } from '../write/record-writer.js';
import { readStored, type StoredReading } from '../write/stored-record.js';

export interface TurnRequest {
  /** Entity types. */
  readonly from: string;
  readonly to: string;
  readonly id: string;
  /** Members of the new type. */
  readonly body: RecordBody;
  readonly validationLevel: number;
  /** The revision that the caller has seen. */
  readonly expectedRevision?: number;
  /**
   * What the turn sets in the new record.
   * @param moment of the write, `YYYY-MM-DDTHH:MM:SS.ffffff`
   * @throws ApiError for a record in a state in which it cannot turn
   */
  values(record: StoredRecord, moment: string): ReadonlyMap<string, Operand>;
}

interface Turning {
  readonly reading: StoredReading;
  readonly writer: RecordWriter;
}

/** Rows are written once those of the old record have come over. */
export function splitBody(to: EntityType, body: RecordBody): { readonly own: RecordBody; readonly rows: RecordBody } {
  const isRows = (name: string) => to.fields.some((field) => field.kind === 'rows' && field.name === name);
  const entries = Object.entries(body);
  return {
    own: Object.fromEntries(entries.filter(([name]) => !isRows(name))),
    rows: Object.fromEntries(entries.filter(([name]) => isRows(name))),
  };
}

/**
 * Locks the record and plans the new one.
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_STATE_CONFLICT`
 */
export async function planRecordTurn({ reading, writer }: Turning, request: TurnRequest): Promise<PlannedItem> {
  const { catalog } = reading.store;
  const [from, to] = [catalog.existing(request.from), catalog.existing(request.to)];
  const id = request.id.toLowerCase();
  const choice = { includeDeleted: false, lock: writer.rowLock };
  const record = isUuid(id) ? (await readStored(reading, from, [id], choice)).get(id) : undefined;
  if (!record) throw notFound(from, request.id);
  const values = request.values(record, writer.moment);
  const planned = planTurn(catalog, to, request, { entityType: from, record, values });
  checkRevision({ entityType: from, id }, record, [request.expectedRevision, planned.change.expectedRevision]);
  await refuseLosses(reading, request, id);
  return planned;
}

/** What belongs to the old record goes over to the new one, which is there already; the old one disappears. */
export async function handOver(
  { reading, writer }: Turning,
  { from, to }: TurnRequest,
  { id, origin }: PlannedItem,
): Promise<void> {
  const { catalog, db } = reading.store;
  const compiler = new TurnCompiler(db.dialect, reading.space, id);
  const stamp = { modified: writer.moment, revision: await writer.revision() };
  for (const reference of incomingReferences(catalog, catalog.existing(from), catalog.existing(to))) {
    for (const statement of compiler.compileHandOver(reference, stamp)) await reading.transaction.run(statement);
  }
  for (const choices of choiceTypes(catalog, catalog.existing(from))) {
    await reading.transaction.run(compiler.compileChoicesRemoval(choices));
  }
  await reading.transaction.run(compiler.compileRemoval(catalog.existing(from)));
  await writer.kept.forget(catalog.existing(from), [id]);
  if (origin) writer.affected?.noteGone(origin.entityType, origin.record);
}

/** @throws ApiError `ERROR_STATE_CONFLICT` when something that is not deleted would point at nothing */
async function refuseLosses({ store, transaction, space }: StoredReading, request: TurnRequest, id: string) {
  const [from, to] = [store.catalog.existing(request.from), store.catalog.existing(request.to)];
  const bound = incomingReferences(store.catalog, from, to).filter(({ successor }) => successor === undefined);
  if (bound.length === 0) return;
  const [row] = await transaction.run(new TurnCompiler(store.db.dialect, space, id).compileLosses(bound));
  const lost = bound.filter((_, index) => (row?.[`f${index}`] ?? null) !== null);
  if (lost.length === 0) return;
  const collections = [...new Set(lost.map(collectionOf))].join(', ');
  const message = `${from.name} ${id} has records that no ${to.name} can have: ${collections}. Delete or clear them first.`;
  throw new ApiError('ERROR_STATE_CONFLICT', message);
}

/** A look-up that a space has defined is named: to clear it is enough. */
function collectionOf({ entityType, field }: Incoming): string {
  return field.custom ? `${entityType.collection} (${field.name})` : entityType.collection;
}
