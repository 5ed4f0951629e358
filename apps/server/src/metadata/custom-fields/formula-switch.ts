/**
 * Whether a field may get its first formula, or lose its formula, now: a formula must not write over values that people have entered, and
 * a field without one must not be left with values of which some are those of an older formula.
 */

import { derivedPlan } from '../../computed/derived/derived-plan.js';
import { recomputationPasses } from '../../computed/derived/recomputation-passes.js';
import { ApiError } from '../../errors/api-error.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import { customValue } from '../../sql/custom-values/custom-value.js';
import { recomputeJobs, recordWithValue } from '../../sql/write/field-questions.js';
import type { Fact } from '../../sql/write/lookups.js';
import { plainValue } from '../space-catalog/custom-field.js';
import { fieldRow } from './field-draft.js';

const member = 'calc_formula';

/** What must be known; undefined when nothing speaks against the write. */
export function wantSwitch(draft: Draft, { lookups }: RuleContext): Fact | undefined {
  if (draft.act !== 'update' || !draft.changes(member)) return undefined;
  if (draft.text(member) === null) return recomputeJobs(lookups);
  if (draft.stored?.[member]) return undefined;
  const field = plainValue(fieldRow(draft));
  return field && customValue(field) ? recordWithValue(lookups, field) : undefined;
}

/** @param fact that `wantSwitch` requested @throws ApiError `ERROR_STATE_CONFLICT` */
export function rejectSwitch(draft: Draft, context: RuleContext, fact: Fact): void {
  const found = context.lookups.found(fact);
  const owner = draft.text('entity_name') ?? '';
  const name = `${owner}.${draft.text('api_name')}`;
  if (draft.text(member) === null) {
    if (!isWorkedOut(owner, context, found)) return;
    const message = `Values of ${owner} are still being recalculated; remove the formula of ${name} when recomputation of the fields is null.`;
    throw new ApiError('ERROR_STATE_CONFLICT', message);
  }
  if (found === null) return;
  const message =
    `A formula would write over the values that records have in ${name}, such as ${found}, which may be deleted. ` +
    'Make a new field with the formula, or delete this one first.';
  throw new ApiError('ERROR_STATE_CONFLICT', message);
}

/** Whether records of the entity type are still to be gone through: all of their formulas are worked out on the way. */
function isWorkedOut(owner: string, { catalog }: RuleContext, found: string | null): boolean {
  const left = JSON.parse(found ?? '[]') as { readonly subject: string; readonly record_ids: string }[];
  const plan = derivedPlan(catalog);
  return left.some(({ subject, record_ids }) => {
    const changed = { entityType: subject, fieldIds: JSON.parse(record_ids) as string[] };
    return recomputationPasses(catalog, plan, changed).some((pass) => pass.entityType === owner);
  });
}
