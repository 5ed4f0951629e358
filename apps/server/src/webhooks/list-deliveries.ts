/**
 * Answers what was sent to the webhooks of a space, the newest first.
 */
import type { Row } from '../db/database.js';
import { ApiError } from '../errors/api-error.js';
import { isUuid } from '../plan/values/operand.js';
import type { Call } from '../records/call.js';
import { tableFilters } from '../records/changes/audit-filter.js';
import type { RecordStore } from '../records/record-store.js';
import type { Filter } from '../request/filter.js';
import { selectDeliveries } from '../sql/tables/webhook-deliveries.js';

export interface DeliveriesRequest {
  readonly first: number;
  /** A cursor of an earlier page. */
  readonly after: string | undefined;
  readonly filter: Filter | null;
}

export interface DeliveriesPage {
  /** JSON texts. */
  readonly deliveries: readonly string[];
  readonly endCursor: string;
  readonly hasNext: boolean;
}

const planDeliveryFilter = tableFilters('WebhookDelivery', {
  ...{ id: 'uuid', webhook_id: 'uuid', kind: 'string', message_id: 'string', attempt: 'integer', changes: 'integer' },
  ...{ created: 'datetime', duration_ms: 'integer', status: 'integer' },
});

/** @throws ParameterErrors for a filter that makes no sense; ApiError `ERROR_PARAMETER_INVALID` for a cursor that is none */
export async function listDeliveries(
  { db }: RecordStore,
  { principal: { space } }: Call,
  { first, after, filter }: DeliveriesRequest,
): Promise<DeliveriesPage> {
  const choice = {
    before: after === undefined ? undefined : idOf(after),
    predicate: filter === null ? undefined : planDeliveryFilter(filter),
  };
  const rows = await db.read(selectDeliveries(db.dialect, space, choice, first + 1));
  const shown = rows.slice(0, first);
  const last = shown.at(-1)?.id ?? after;
  return {
    deliveries: shown.map(deliveryText),
    endCursor: last === undefined ? '' : String(last),
    hasNext: rows.length > first,
  };
}

/** @param row with the columns of `selectDeliveries`, or of a delivery that was just made */
export function deliveryText(row: Row): string {
  const numbers = ['attempt', 'changes', 'duration_ms', 'status'];
  const names = ['id', 'webhook_id', 'kind', 'message_id', ...numbers.slice(0, 2), 'created', ...numbers.slice(2)];
  const members = [...names, 'answer', 'error'].map((name) => {
    const value = row[name] ?? null;
    return [name, value !== null && numbers.includes(name) ? Number(value) : value];
  });
  return JSON.stringify(Object.fromEntries(members));
}

function idOf(cursor: string): string {
  if (isUuid(cursor)) return cursor.toLowerCase();
  throw new ApiError('ERROR_PARAMETER_INVALID', 'after: not a usable cursor. Take the end_cursor of a page.', {
    at: 'after',
  });
}
