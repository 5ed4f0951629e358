/**
 * Writes the statements over how far webhooks have come in the change log. Pure.
 */
import { type Binder, type Statement, spaceBinder } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';
import type { WriteDialect } from '../dialects/writes.js';

type Values = Readonly<Record<string, string | number | null>>;

/** @returns a statement whose rows have `webhook_id` and `event`: what webhooks want besides their own `events` */
export function selectFurtherEvents(dialect: BindingDialect, space: string, webhooks: readonly string[]): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `SELECT r.webhook_id, r.event FROM webhook_events r WHERE ${binder.inSpace('r')} AND NOT r.is_deleted ` +
      `AND ${binder.isOneOf('r.webhook_id', webhooks)}`,
  );
}

/** @returns a statement whose rows have `id` and `v`: the revision at which each webhook was created, deleted or restored last, as far as the log has it */
export function selectStarts(dialect: BindingDialect, space: string, webhooks: readonly string[]): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `SELECT c.record_id AS id, max(c.revision) AS v FROM changes c WHERE ${binder.inSpace('c')} AND c.entity_type = 'Webhook' ` +
      `AND c.act IN ('created', 'deleted', 'restored') AND ${binder.isOneOf('c.record_id', webhooks)} GROUP BY c.record_id`,
  );
}

/** @returns a statement whose rows have all columns, of all webhooks that the service has begun to serve; they stay locked */
export function lockStates(dialect: BindingDialect & WriteDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `SELECT r.* FROM webhook_states r WHERE ${binder.inSpace('r')} ORDER BY r.webhook_id${dialect.forUpdate(true)}`,
  );
}

/** Does nothing where there is a state. */
export function insertState(dialect: BindingDialect, space: string, webhook: string, revision: number): Statement {
  const binder = spaceBinder(dialect, space);
  const values = [binder.space, binder.bind(webhook, 'uuid'), binder.bind(revision)].join(', ');
  return binder.statement(
    `INSERT INTO webhook_states (space_id, webhook_id, revision) VALUES (${values}) ON CONFLICT (space_id, webhook_id) DO NOTHING`,
  );
}

/** @param owner only while it has the lease; undefined: in any case @returns a statement that gives a row when the state was changed */
export function updateState(
  dialect: BindingDialect,
  space: string,
  webhook: string,
  values: Values,
  owner?: string,
): Statement {
  const binder = spaceBinder(dialect, space);
  const where = [binder.inSpace(), `webhook_id = ${binder.bind(webhook, 'uuid')}`];
  if (owner !== undefined) where.push(`lease_owner = ${binder.bind(owner)}`);
  return binder.statement(
    `UPDATE "webhook_states" SET ${assignments(binder, values)} WHERE ${where.join(' AND ')} RETURNING webhook_id`,
  );
}

/** Removes the states of webhooks that are deleted. */
export function deleteStatesOfDeleted(dialect: BindingDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `DELETE FROM "webhook_states" WHERE ${binder.inSpace()} AND webhook_id NOT IN ` +
      `(SELECT w.id FROM webhooks w WHERE ${binder.inSpace('w')} AND NOT w.is_deleted)`,
  );
}

function assignments(binder: Binder, values: Values): string {
  return Object.entries(values)
    .map(([name, value]) => `${identifier(name)} = ${binder.bind(value)}`)
    .join(', ');
}
