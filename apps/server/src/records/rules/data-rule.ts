/**
 * Data: an option of a set. What records have chosen stays, unless another option takes its place, and options of custom fields count for
 * something in formulas.
 */
import { ApiError } from '../../errors/api-error.js';
import { invalid } from '../../plan/mistakes.js';
import { isUuid } from '../../plan/operand.js';
import { checkCalcValue } from '../custom-fields/field-options.js';
import { fullName } from '../custom-fields/find-field.js';
import {
  choosingFields,
  describeUses,
  maxReplaced,
  type OptionUse,
  replaceUses,
  wantUses,
} from '../custom-fields/option-uses.js';
import { checkTranslations } from '../custom-fields/translations.js';
import { countsAnew } from '../derived/option-values.js';
import { optionWritten } from '../derived/want-recomputation.js';
import type { Draft } from '../draft.js';
import type { EntityRule, RuleContext } from '../entity-rule.js';

const usesOf = new WeakMap<Draft, readonly OptionUse[]>();

export const dataRule: EntityRule = {
  definesSpace: countsAnew,

  prepare(draft, context) {
    // A list that was never given reads as an empty one: who sends that back changes nothing.
    const hasNone = (draft.stored?.allowed_by ?? null) === null;
    if (hasNone && draft.values.get('allowed_by') === '[]') draft.values.delete('allowed_by');
    const set = draft.text('data_set_id');
    if (draft.act !== 'delete' || set === null) return;
    const fields = choosingFields(context.catalog, set);
    usesOf.set(draft, wantUses(context.lookups, fields, draft.id, replacementOf(draft, context)));
  },

  complete(draft, context) {
    checkTranslations(draft, 'option_name_translations');
    // Options inside a field are checked with it.
    if (context.parent === undefined && isOfCustomField(draft, context)) checkCalcValue(draft);
  },

  written: optionWritten,

  removed(draft, context) {
    const problems = [defaultProblem(draft, context), useProblem(draft, context)].filter((one) => one !== undefined);
    if (problems.length === 0) return;
    const message = `the option ${JSON.stringify(draft.text('option_name'))} ${problems.join(' ')}`;
    // Of a field's body it is the set of options that is wrong.
    if (context.parent === undefined) throw new ApiError('ERROR_STATE_CONFLICT', `Refused: ${message}`);
    draft.mistakes.push(invalid('id', message));
  },
};

function defaultProblem(draft: Draft, context: RuleContext): string | undefined {
  const defaults = defaultsOf(draft, context);
  return defaults.length === 0 ? undefined : `is the default of ${defaults.join(', ')}.`;
}

/** Has the records changed that have chosen the option, where something takes its place. */
function useProblem(draft: Draft, context: RuleContext): string | undefined {
  const uses = usesOf.get(draft) ?? [];
  const chosen = describeUses(context.lookups, uses);
  if (chosen === '') return undefined;
  const replacement = replacementOf(draft, context);
  if (replacement !== undefined) return replaceWith(draft, replacement, uses, context);
  return `is chosen in records: ${chosen}. Change them first, or name the option that takes its place in replaced_by of the field.`;
}

function replaceWith(
  draft: Draft,
  replacement: string,
  uses: readonly OptionUse[],
  context: RuleContext,
): string | undefined {
  const kept = context.parent?.rowSets.flatMap(({ drafts }) => drafts) ?? [];
  if (!kept.some(({ id }) => id === replacement) || replacement === draft.id) {
    return `cannot be replaced by ${replacement}, which is no option that stays.`;
  }
  return replaceUses(context, uses, replacement)
    ? undefined
    : `is chosen in more than ${maxReplaced} records, too many to be changed at once. Change some of them first.`;
}

/** @returns the id of the option that takes the place of this one, as the field's body says */
function replacementOf(draft: Draft, { parent }: RuleContext): string | undefined {
  const given: unknown = JSON.parse(parent?.text('replaced_by') ?? 'null');
  if (typeof given !== 'object' || given === null) return undefined;
  const found = Object.entries(given).find(([id]) => id.toLowerCase() === draft.id)?.[1];
  return isUuid(found) ? found.toLowerCase() : undefined;
}

function isOfCustomField(draft: Draft, { catalog }: RuleContext): boolean {
  const fields = choosingFields(catalog, draft.text('data_set_id') ?? '');
  return fields.some(({ entityType, field }) => field.custom !== undefined || entityType.keptIn !== undefined);
}

/** @returns the fields, other than the one that is being changed, which give new records this option */
function defaultsOf(draft: Draft, { catalog, parent }: RuleContext): string[] {
  return choosingFields(catalog, draft.text('data_set_id') ?? '')
    .filter(({ field }) => field.default?.kind === 'value' && field.default.value === draft.id)
    .filter(({ field }) => field.custom?.id !== parent?.id)
    .map(fullName);
}
