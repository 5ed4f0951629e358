/**
 * Writes the statements over the attempts to send something to webhooks. Pure.
 */
import type { Predicate } from '../../plan/list/predicate.js';
import { type Statement, spaceBinder } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { compilePredicate } from '../filter/compile-predicate.js';

/** A row, but for its space. */
export interface DeliveryColumns {
  readonly id: string;
  readonly webhook_id: string;
  readonly message_id: string;
  readonly kind: 'changes' | 'ping';
  readonly attempt: number;
  readonly changes: number;
  readonly revision: number;
  readonly position: number | null;
  readonly started_at: string;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly answer: string | null;
  readonly error: string | null;
}

export function insertDelivery(dialect: BindingDialect, space: string, delivery: DeliveryColumns): Statement {
  const binder = spaceBinder(dialect, space);
  const names = Object.keys(delivery);
  const values = Object.values(delivery).map((value) => binder.bind(value));
  return binder.statement(
    `INSERT INTO "webhook_deliveries" ("space_id", ${names.map((name) => `"${name}"`).join(', ')}) ` +
      `VALUES (${[binder.space, ...values].join(', ')})`,
  );
}

export interface DeliveriesChoice {
  /** Id of a delivery: only older ones. */
  readonly before: string | undefined;
  /** Over the columns of the answer. */
  readonly predicate: Predicate | undefined;
}

/** @returns a statement whose rows are the newest deliveries, with `created` as JSON shows it in place of `started_at` */
export function selectDeliveries(
  dialect: ReadDialect,
  space: string,
  choice: DeliveriesChoice,
  limit: number,
): Statement {
  const binder = spaceBinder(dialect, space);
  const where = [binder.inSpace('d')];
  if (choice.before !== undefined) where.push(`d.id < ${binder.bind(choice.before, 'uuid')}`);
  const context = { dialect, binder, includeDeleted: true, skipsRecords: false, depth: 0 };
  const found = `(SELECT d.*, d.started_at AS created FROM webhook_deliveries d WHERE ${where.join(' AND ')})`;
  const condition = choice.predicate === undefined ? '' : ` WHERE ${compilePredicate(context, 'r', choice.predicate)}`;
  const columns = [
    ...['id', 'webhook_id', 'kind', 'message_id', 'attempt', 'changes'].map((name) => `r.${name}`),
    `${dialect.jsonValue('r.created', 'datetime')} AS created`,
    ...['duration_ms', 'status', 'answer', 'error'].map((name) => `r.${name}`),
  ];
  return binder.statement(`SELECT ${columns.join(', ')} FROM ${found} r${condition} ORDER BY r.id DESC LIMIT ${limit}`);
}

/** @returns a statement whose row has `revision` and `position`, the place behind which the changes of a delivery begin */
export function selectDeliveryPlace(dialect: BindingDialect, space: string, webhook: string, id: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `SELECT d.revision, d.position FROM webhook_deliveries d WHERE ${binder.inSpace('d')} ` +
      `AND d.webhook_id = ${binder.bind(webhook, 'uuid')} AND d.id = ${binder.bind(id, 'uuid')}`,
  );
}
