/**
 * Writes the statement that finds which of some users there are. Pure.
 */
import type { Statement } from '../../sql/binder.js';
import type { AgendaSelect } from './agenda-select.js';

/** @returns a statement whose rows have the `id` of each of the users that is there, deleted or not */
export function compileUsers(select: AgendaSelect, users: readonly string[]): Statement {
  const conditions = [select.ofSpace('r'), select.isOneOf('r', 'id', select.bindIds(users))];
  return select.whole(select.select([['r.id', 'id']], select.records('Client', 'r'), conditions));
}
