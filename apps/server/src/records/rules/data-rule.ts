/**
 * Data: an option of a set. What records have chosen stays, unless another option takes its place, and options of custom fields count for
 * something in formulas.
 */
import { ApiError } from '../../errors/api-error.js';
import { optionWritten } from '../../jobs/enqueue-recompute.js';
import {
  type Allowing,
  allowedByErrors,
  type DependentSet,
  describeDependents,
  forgetOption,
  givenIds,
  replaceDependents,
  wantAllowingOf,
  wantDependents,
} from '../../metadata/custom-fields/allowed-by.js';
import { claim } from '../../metadata/custom-fields/field-draft.js';
import { checkCalcValue, checkTranslations, setCalcValue } from '../../metadata/custom-fields/field-options.js';
import { fullName } from '../../metadata/custom-fields/find-field.js';
import {
  type ChoosingField,
  choosingFields,
  describeUses,
  maxReplaced,
  type OptionUse,
  replacementIn,
  replaceUses,
  rollUpsNaming,
  wantDeletedUses,
  wantUses,
} from '../../metadata/custom-fields/option-uses.js';
import { invalid } from '../../plan/change/field-errors.js';
import type { Fact } from '../../sql/write/lookups.js';
import { optionNamed } from '../../sql/write/option-questions.js';
import { countsAnew } from '../derived/option-values.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule, RuleContext } from '../write/entity-rule.js';

/** What must be known of an option that goes. */
interface Leaving {
  readonly uses: readonly OptionUse[];
  /** The same in fields that are deleted, or whose entity type is. */
  readonly deletedUses: readonly OptionUse[];
  readonly dependents: readonly DependentSet[];
}

/** What must be known of an option that is written by itself. */
interface OptionFacts {
  readonly allowing?: Allowing | undefined;
  /** Another option of the set that has the name. */
  readonly namesake?: Fact;
}

export const dataRule: EntityRule = {
  definesSpace: countsAnew,
  watchesDeletion: true,

  prepare(draft, context) {
    // A list that was never given reads as an empty one: who sends that back changes nothing.
    const hasNone = (draft.stored?.allowed_by ?? null) === null;
    if (hasNone && draft.values.get('allowed_by') === '[]') draft.values.delete('allowed_by');
    const set = draft.text('data_set_id');
    if (draft.act === 'delete') {
      const leaving = set === null ? nothingLeaves : wantLeaving(draft, set, context);
      return () => rejectLoss(draft, leaving, context);
    }
    const facts = set === null || context.parent !== undefined ? {} : wantFacts(draft, set, context);
    return () => complete(draft, facts, context);
  },

  written: optionWritten,
};

function wantFacts(draft: Draft, set: string, context: RuleContext): OptionFacts {
  return { allowing: wantAllowingOf(draft, context), ...wantNamesake(draft, set, context) };
}

function complete(draft: Draft, { allowing, namesake }: OptionFacts, context: RuleContext): void {
  checkTranslations(draft, 'option_name_translations');
  // Options inside a field are checked with it.
  if (context.parent !== undefined) return;
  if (isOfCustomField(draft, context)) {
    setCalcValue(draft, draft.get('sort_order'));
    checkCalcValue(draft);
  }
  if (allowing) draft.errors.push(...allowedByErrors(givenIds(draft), allowing, context));
  if (namesake !== undefined) rejectNamesake(draft, namesake, context);
}

const nothingLeaves: Leaving = { uses: [], deletedUses: [], dependents: [] };

function wantLeaving(draft: Draft, set: string, context: RuleContext): Leaving {
  const fields = choosingFields(context.catalog, set);
  return {
    uses: wantUses(context.lookups, fields, draft.id, replacementOf(draft, context)),
    deletedUses: wantDeletedUses(context, set, draft.id),
    dependents: wantDependents(set, context),
  };
}

/** @throws ApiError `ERROR_STATE_CONFLICT` when something would be left without the option that is deleted by itself */
function rejectLoss(draft: Draft, leaving: Leaving, context: RuleContext): void {
  const problems = [
    defaultProblem(draft, context),
    rollUpProblem(draft, context),
    dependentProblem(draft, leaving, context),
    useProblem(draft, leaving, context),
  ].filter((one) => one !== undefined);
  if (problems.length === 0) {
    forgetOption(context, draft.id);
    return;
  }
  const message = `the option ${JSON.stringify(draft.text('option_name'))} ${problems.join(' It ')}`;
  // Of a field's body it is the set of options that is wrong.
  if (context.parent === undefined) throw new ApiError('ERROR_STATE_CONFLICT', `Rejected: ${message}`);
  draft.errors.push(invalid('id', message));
}

/** In a set of a custom field each name represents one option. */
function wantNamesake(draft: Draft, set: string, context: RuleContext): Pick<OptionFacts, 'namesake'> {
  const name = draft.text('option_name');
  if (name === null || !draft.setsAnew('option_name') || !isOfCustomField(draft, context)) return {};
  return { namesake: optionNamed(context.lookups, context.catalog.existing('Data'), set, name, draft.id) };
}

function rejectNamesake(draft: Draft, namesake: Fact, context: RuleContext): void {
  const name = JSON.stringify(draft.text('option_name'));
  const isFree = context.lookups.found(namesake) === null;
  if (isFree && claim(context, `name ${name} in ${draft.text('data_set_id')}`, draft.id)) return;
  draft.errors.push(invalid('option_name', `${name} is the name of another option of the set.`));
}

/** Has the fields changed that give new records the option, where something takes its place. */
function defaultProblem(draft: Draft, context: RuleContext): string | undefined {
  const replacement = replacementOf(draft, context);
  const left = defaultsOf(draft, context).filter((found) => replacement === undefined || !moveDefault(found));
  return left.length === 0 ? undefined : `is the default of ${left.map(fullName).join(', ')}.`;

  /** What is deleted follows by itself, once all is written. */
  function moveDefault({ entityType, field: { name, custom } }: ChoosingField): boolean {
    if (!custom || replacement === undefined) return false;
    if (!context.catalog.field(entityType.name, name)) return true;
    context.change('Field', custom.id, new Map([['default_value', replacement]]));
    return true;
  }
}

/** What a roll-up sums up is not changed behind it. */
function rollUpProblem(draft: Draft, { catalog }: RuleContext): string | undefined {
  const rollUps = rollUpsNaming(catalog, draft.id);
  return rollUps.length === 0 ? undefined : `is named in the filter of the roll-up ${rollUps.join(', ')}.`;
}

/** Has the options changed that can be chosen only with this one, where something takes its place. */
function dependentProblem(draft: Draft, { dependents }: Leaving, context: RuleContext): string | undefined {
  const described = describeDependents(draft.id, dependents, context);
  if (described === '') return undefined;
  const replacement = replacementOf(draft, context);
  if (replacement !== undefined) {
    replaceDependents(draft.id, replacement, dependents, context);
    return undefined;
  }
  return `is in allowed_by of ${described}. Change these first, or name the option that takes its place in replaced_by of the field.`;
}

/** Has the records changed that have chosen the option, where something takes its place. */
function useProblem(draft: Draft, { uses, deletedUses }: Leaving, context: RuleContext): string | undefined {
  const replacement = replacementOf(draft, context);
  if (replacement === undefined) {
    const orReplace = 'or name the option that takes its place in replaced_by of the field.';
    const chosen = describeUses(context.lookups, uses);
    if (chosen !== '') return `is chosen in records: ${chosen}. Change them first, ${orReplace}`;
    const inDeleted = describeUses(context.lookups, deletedUses);
    if (inDeleted === '') return undefined;
    return `is chosen in records, where the field or its entity is deleted: ${inDeleted}. Restore that and change them, ${orReplace}`;
  }
  return replaceUses(context, uses, replacement)
    ? undefined
    : `is chosen in more than ${maxReplaced} records, too many to be changed at once. Change some of them first.`;
}

/** @returns the id of the option that takes the place of this one, as the field's body says */
function replacementOf(draft: Draft, { parent }: RuleContext): string | undefined {
  return parent && replacementIn(parent, draft.id);
}

function isOfCustomField(draft: Draft, { catalog }: RuleContext): boolean {
  const fields = choosingFields(catalog, draft.text('data_set_id') ?? '');
  return fields.some(({ entityType, field }) => field.custom !== undefined || entityType.storedIn !== undefined);
}

/** @returns the fields, deleted ones too, other than the one that is being changed, which give new records this option */
function defaultsOf(draft: Draft, { withDeleted, parent }: RuleContext): ChoosingField[] {
  return choosingFields(withDeleted(), draft.text('data_set_id') ?? '')
    .filter(({ field }) => field.default?.kind === 'value' && field.default.value === draft.id)
    .filter(({ field }) => field.custom?.id !== parent?.id);
}
