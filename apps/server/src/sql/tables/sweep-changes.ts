/**
 * Writes the statements that remove what the change log has kept for long enough, and the attempts of webhooks that go with it: each
 * over a bounded number of rows of one space. Pure.
 */
import { type Statement, spaceBinder } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { ChangePlace } from './read-changes.js';

const inOrder = (direction = '') => `ORDER BY c.revision${direction}, c.position${direction}`;

/**
 * @param before `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC
 * @param most changes that are looked at
 * @returns a statement whose row has `v`, the last revision of the oldest changes that is older, or null; the newest revision stays, so
 *   that one who has read everything can go on from it
 */
export function selectOutdated(dialect: BindingDialect, space: string, before: string, most: number): Statement {
  const binder = spaceBinder(dialect, space);
  const oldest =
    `SELECT c.revision, c.changed_at FROM changes c WHERE ${binder.inSpace('c')} AND c.revision > ` +
    `(SELECT s.logged_from FROM spaces s WHERE ${binder.inSpace('s')}) ${inOrder()} LIMIT ${most}`;
  return binder.statement(
    `SELECT max(c.revision) AS v FROM (${oldest}) c WHERE c.changed_at < ${dialect.cast(binder.bind(before), 'datetime')} ` +
      `AND c.revision < (SELECT max(n.revision) FROM changes n WHERE ${binder.inSpace('n')})`,
  );
}

/** @returns a statement whose row has `v` and `p`, the place of the last of the first changes that are not kept */
export function selectUnkept(dialect: BindingDialect, space: string, most: number): Statement {
  const binder = spaceBinder(dialect, space);
  const first =
    `SELECT c.revision, c.position FROM changes c WHERE ${binder.inSpace('c')} AND c.revision <= ` +
    `(SELECT s.logged_from FROM spaces s WHERE ${binder.inSpace('s')}) ${inOrder()} LIMIT ${most}`;
  return binder.statement(`SELECT c.revision AS v, c.position AS p FROM (${first}) c ${inOrder(' DESC')} LIMIT 1`);
}

export function deleteChanges(dialect: BindingDialect, space: string, last: Required<ChangePlace>): Statement {
  const binder = spaceBinder(dialect, space);
  const place = `${binder.bind(last.revision)}, ${binder.bind(last.position)}`;
  return binder.statement(`DELETE FROM "changes" WHERE ${binder.inSpace()} AND (revision, position) <= (${place})`);
}

/** @returns a statement whose rows are those of the oldest deliveries that were removed, as the log has their changes no more */
export function deleteOldDeliveries(dialect: BindingDialect, space: string, most: number): Statement {
  const binder = spaceBinder(dialect, space);
  const oldest = `SELECT d.id FROM webhook_deliveries d WHERE ${binder.inSpace('d')} ORDER BY d.space_id, d.id LIMIT ${most}`;
  return binder.statement(
    `DELETE FROM "webhook_deliveries" WHERE ${binder.inSpace()} AND id IN (${oldest}) AND revision < ` +
      `(SELECT s.logged_from FROM spaces s WHERE ${binder.inSpace('s')}) RETURNING id`,
  );
}
