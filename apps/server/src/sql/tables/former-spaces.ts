/**
 * Writes the statements over names whose space is not in the directory: it was deleted, or is being restored. Pure.
 */
import { type Statement, spaceBinder } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';

/** What is under way with the rows of a space that nobody can see. */
export type SpaceWork = 'restore' | 'delete';

/** Who does it, and until when nobody else may, in milliseconds since 1970. */
export interface SpaceLease {
  readonly owner: string;
  readonly until: number;
}

/** Waits for another transaction that takes the name. @returns a row with `revision`; none while somebody has work to finish there */
export function takeName(dialect: BindingDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `INSERT INTO former_spaces (space_id) VALUES (${binder.space}) ON CONFLICT (space_id) ` +
      'DO UPDATE SET lease_owner = NULL WHERE former_spaces.work IS NULL RETURNING revision',
  );
}

/**
 * Begins work, or takes over what another process has left.
 * @param revision of the last change of the space, as far as it is known
 * @param now in milliseconds since 1970
 * @returns a row with `revision`; none while another process is at work
 */
export function beginWork(
  dialect: BindingDialect,
  space: string,
  work: SpaceWork,
  { owner, until }: SpaceLease,
  now: number,
  revision = 0,
): Statement {
  const binder = spaceBinder(dialect, space);
  const values = [revision, work, owner, until].map((value) => binder.bind(value)).join(', ');
  const later =
    'CASE WHEN excluded.revision > former_spaces.revision THEN excluded.revision ELSE former_spaces.revision END';
  return binder.statement(
    `INSERT INTO former_spaces (space_id, revision, work, lease_owner, leased_until) VALUES (${binder.space}, ${values}) ` +
      `ON CONFLICT (space_id) DO UPDATE SET revision = ${later}, work = excluded.work, lease_owner = excluded.lease_owner, ` +
      `leased_until = excluded.leased_until WHERE former_spaces.leased_until < ${binder.bind(now)} RETURNING revision`,
  );
}

/** @returns a row with `work`; none for a name that was never used, or whose space is in the directory */
export function findFormer(dialect: BindingDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(`SELECT f.work FROM former_spaces f WHERE f.space_id = ${binder.space}`);
}

/** @returns a row when the work is still its owner's */
export function extendLease(dialect: BindingDialect, space: string, { owner, until }: SpaceLease): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `UPDATE former_spaces SET leased_until = ${binder.bind(until)} WHERE space_id = ${binder.space} ` +
      `AND lease_owner = ${binder.bind(owner)} AND work IS NOT NULL RETURNING space_id`,
  );
}

/** Lets others take the work over at once. */
export function endLease(dialect: BindingDialect, space: string, owner: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `UPDATE former_spaces SET leased_until = 0 WHERE space_id = ${binder.space} AND lease_owner = ${binder.bind(owner)}`,
  );
}

/** The rows are gone; the name may be used again. @returns a row when the work was still its owner's */
export function endWork(dialect: BindingDialect, space: string, owner: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `UPDATE former_spaces SET work = NULL, lease_owner = NULL, leased_until = 0 WHERE space_id = ${binder.space} ` +
      `AND lease_owner = ${binder.bind(owner)} RETURNING space_id`,
  );
}

/** The space is in the directory. @returns a row with `revision` */
export function forgetName(dialect: BindingDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(`DELETE FROM former_spaces WHERE space_id = ${binder.space} RETURNING revision`);
}

/** @returns rows with `space_id`, `work` and `leased_until` */
export const unfinishedWork: Statement = {
  text: 'SELECT space_id, work, leased_until FROM former_spaces WHERE work IS NOT NULL ORDER BY space_id',
  values: [],
};
