/**
 * Converts a record of one entity type to one of another under the same id. What points at both types stays as it is; what has a
 * reference for each goes from the one to the other; what can only point at the old type prevents it while it is not deleted.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import type { Operand } from '../../plan/list/predicate.js';
import { ownerColumns } from '../../plan/relations/owner-columns.js';
import { isUuid } from '../../plan/values/operand.js';
import type { RecordBody } from '../../request/write-request.js';
import { requireRight } from '../../rights/require-right.js';
import { ChangeLogCompiler } from '../../sql/write/compile-change-log.js';
import {
  ConversionCompiler,
  choiceTypes,
  type Incoming,
  incomingReferences,
} from '../../sql/write/compile-conversion.js';
import { recomputeRollUps } from '../derived/recompute-roll-ups.js';
import { notFound } from '../read/get-record.js';
import { changedWithoutDraft, givenUpMembers } from '../write/changed-record.js';
import type { StoredRecord } from '../write/draft.js';
import { checkRevision } from '../write/load.js';
import { type PlannedItem, planConversion } from '../write/plan-item.js';
import { readStored } from '../write/stored-record.js';
import { removeCustomValues } from '../write/values/custom-values.js';
import type { WriteContext } from '../write/write-context.js';
import type { WriteDone } from '../write/write-outcome.js';
import { onlyOutcome, writePlanned, writeRecord } from '../write/write-records.js';
import { onlySeen } from '../write/write-rights.js';

export interface ConversionRequest {
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
   * What the conversion sets in the new record.
   * @param moment of the write, `YYYY-MM-DDTHH:MM:SS.ffffff`
   * @throws ApiError for a record in a state in which it cannot be converted
   */
  values(record: StoredRecord, moment: string): ReadonlyMap<string, Operand>;
}

/**
 * The record keeps its id, what both types have and all that belongs to it.
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_REVISION_CONFLICT`, `ERROR_STATE_CONFLICT`; ValidationError; the transaction
 * must then be given up
 */
export async function convertRecord(context: WriteContext, request: ConversionRequest): Promise<WriteDone> {
  if (context.limits !== undefined) {
    const message = 'A conversion takes over fields that this key does not see or write. Use another key.';
    throw new ApiError('ERROR_FORBIDDEN', message);
  }
  const { own, rows } = splitBody(context.catalog.existing(request.to), request.body);
  const planned = await lockAndPlan(context, { ...request, body: own });
  const done = onlyOutcome(await writePlanned(context, [planned]));
  await handOver(context, request, planned);
  if (context.affected) await recomputeRollUps(context, context.affected);
  if (Object.keys(rows).length === 0) return done;
  const { to: entityType, validationLevel } = request;
  return writeRecord(context, { kind: 'update', entityType, id: done.id, body: rows, validationLevel });
}

/** Rows are written once those of the old record have come over. */
function splitBody(to: EntityType, body: RecordBody): { readonly own: RecordBody; readonly rows: RecordBody } {
  const isRows = (name: string) => to.fields.some((field) => field.kind === 'rows' && field.name === name);
  const entries = Object.entries(body);
  return {
    own: Object.fromEntries(entries.filter(([name]) => !isRows(name))),
    rows: Object.fromEntries(entries.filter(([name]) => isRows(name))),
  };
}

/** Locks the record and plans the new one. */
async function lockAndPlan(context: WriteContext, request: ConversionRequest): Promise<PlannedItem> {
  const { catalog } = context;
  const [from, to] = [catalog.existing(request.from), catalog.existing(request.to)];
  // For who reads or follows these, the record is gone.
  requireRight(context.call.principal, from, 'delete');
  requireRight(context.call.principal, to, 'create');
  const id = request.id.toLowerCase();
  const choice = { includeDeleted: false, lock: context.rowLock };
  const found = isUuid(id) ? await readStored(context, from, [id], choice) : new Map<string, StoredRecord>();
  const record = (await onlySeen(context, from, found)).get(id);
  if (!record) throw notFound(from, request.id);
  const values = request.values(record, context.moment);
  const planned = planConversion(context, to, request, { entityType: from, record, values });
  checkRevision({ entityType: from, id }, record, [request.expectedRevision, planned.change.expectedRevision]);
  await rejectLosses(context, request, id);
  return planned;
}

/** What belongs to the old record goes over to the new one, which is there already; the old one disappears. */
async function handOver(context: WriteContext, request: ConversionRequest, { id, origin }: PlannedItem): Promise<void> {
  const { catalog, dialect, space, transaction } = context;
  const [from, to] = [catalog.existing(request.from), catalog.existing(request.to)];
  const compiler = new ConversionCompiler(dialect, space, id);
  for (const reference of incomingReferences(catalog, from, to)) {
    const rows = { target: reference.entityType, via: reference.field.name, parents: [id] };
    const { entityType, field, successor } = reference;
    const owners = ownerColumns(context, entityType);
    const log = new ChangeLogCompiler(dialect, space).compileHandOver({ entityType, field, owners }, id, successor);
    const stamp = await context.stamp({ entityType, act: 'update', records: rows, log });
    for (const statement of compiler.compileHandOver(reference, stamp)) await transaction.run(statement);
  }
  for (const choices of choiceTypes(catalog, from)) {
    await context.stamp({
      entityType: choices,
      act: 'erase',
      records: { target: choices, via: 'record_id', parents: [id] },
      log: 'counted',
    });
    context.addCounted(choices, 'erase', (returning) => compiler.compileChoicesRemoval(choices, returning));
  }
  const given = origin ? givenUpMembers(from, origin.record) : [];
  const log = [changedWithoutDraft(context, from, { id, ...origin?.record }, 'converted', given)];
  await context.stamp({ entityType: from, act: 'convert', records: [id], log });
  await transaction.run(compiler.compileRemoval(from));
  await removeCustomValues(context, from, [id]);
  if (origin) context.affected?.noteGone(origin.entityType, origin.record);
}

/** @throws ApiError `ERROR_STATE_CONFLICT` when something that is not deleted would point at nothing */
async function rejectLosses({ store, transaction, space }: WriteContext, request: ConversionRequest, id: string) {
  const [from, to] = [store.catalog.existing(request.from), store.catalog.existing(request.to)];
  const bound = incomingReferences(store.catalog, from, to).filter(({ successor }) => successor === undefined);
  if (bound.length === 0) return;
  const [row] = await transaction.run(new ConversionCompiler(store.db.dialect, space, id).compileLosses(bound));
  const lost = bound.filter((_, index) => (row?.[`f${index}`] ?? null) !== null);
  if (lost.length === 0) return;
  const collections = [...new Set(lost.map(collectionOf))].join(', ');
  const message = `${from.name} ${id} has records that no ${to.name} can have: ${collections}. Delete or clear them first.`;
  throw new ApiError('ERROR_STATE_CONFLICT', message);
}

/** A lookup that a space has defined is named: to clear it is enough. */
function collectionOf({ entityType, field }: Incoming): string {
  return field.custom ? `${entityType.collection} (${field.name})` : entityType.collection;
}
