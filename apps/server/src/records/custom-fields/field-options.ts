/**
 * The options of a custom field: gives them their set and their order, checks them, and finds the one that is the default.
 */
import { v7 as newUuid } from 'uuid';
import { invalid, missing } from '../../plan/mistakes.js';
import { isUuid } from '../../plan/operand.js';
import type { Fact } from '../../sql/lookups.js';
import type { Draft } from '../draft.js';
import type { RuleContext } from '../entity-rule.js';
import { fieldType } from '../field-types.js';
import { dataSetOf } from './find-field.js';

const set = 'data_set_id';
const options = 'data_set';

export function hasOptions(draft: Draft): boolean {
  return fieldType(draft.text('type_id'))?.hasOptions === true;
}

/** @returns the options that the body gives, in its order; undefined when it gives none */
export function givenOptions(draft: Draft): readonly Draft[] | undefined {
  return draft.rowSets.find(({ field }) => field.name === options)?.drafts;
}

/** A new field gets a set of its own, unless it shares one; options stand where the body has them, unless they say otherwise. */
export function placeOptions(draft: Draft): void {
  if (hasOptions(draft) && draft.isNew && draft.text(set) === null) draft.set(set, newUuid());
  for (const [index, option] of (givenOptions(draft) ?? []).entries()) {
    if (option.isNew) option.set(set, draft.text(set));
    if ((option.change.values.get('sort_order') ?? null) === null) option.set('sort_order', index + 1);
  }
}

/** What must be known of the options before they can be checked. */
export interface OptionFacts {
  /** The id of some option of the set that a new field shares. */
  readonly shared?: Fact;
  /** The id of the option that the default names. */
  readonly default?: Fact;
}

export function wantOptionFacts(draft: Draft, { catalog, lookups }: RuleContext): OptionFacts {
  const setId = draft.text(set);
  if (!hasOptions(draft) || setId === null || givenOptions(draft)) return {};
  const data = catalog.existing('Data');
  const name = draft.text('default_value');
  const isDefaultNew = name !== null && name !== '' && draft.changes('default_value');
  const wanted = { [set]: setId, ...(isUuid(name) ? { id: name.toLowerCase() } : { option_name: name }) };
  return {
    ...(draft.isNew && draft.change.values.has(set) && { shared: lookups.firstWhere(data, { [set]: setId }) }),
    ...(isDefaultNew && { default: lookups.firstWhere(data, wanted) }),
  };
}

export function settleOptions(draft: Draft, facts: OptionFacts, context: RuleContext): void {
  const given = givenOptions(draft);
  if (!hasOptions(draft)) {
    if (given && given.length > 0) {
      draft.mistakes.push(invalid(options, 'is not for fields of this type: only choices have options.'));
    }
    return;
  }
  if (given && draft.isNew && draft.change.values.has(set)) {
    draft.mistakes.push(invalid(options, 'cannot be given together with data_set_id, which has its options already.'));
  }
  if (facts.shared !== undefined && !isKnownSet(draft, facts.shared, context)) {
    draft.mistakes.push(invalid(set, 'is the id of no set of options; leave it out to make a new one by data_set.'));
  }
  for (const option of given ?? []) checkCalcValue(option);
  refuseSameNames(draft, given ?? []);
  settleDefault(draft, given, facts, context);
}

/** Every option of a custom field counts for something in formulas. */
export function checkCalcValue(option: Draft): void {
  const isLeftOut = option.isNew || option.changes('calc_value');
  const field = option.entityType.fields.find(({ name }) => name === 'calc_value');
  if (field && isLeftOut && option.get('calc_value') === null) {
    option.mistakes.push(...missing(option.entityType, option.id, field));
  }
}

function isKnownSet(draft: Draft, option: Fact, { catalog, lookups }: RuleContext): boolean {
  if (lookups.found(option) !== null) return true;
  const id = draft.text(set);
  return catalog.entityTypes.some(({ fields }) => fields.some((field) => dataSetOf(catalog, field) === id));
}

function refuseSameNames(draft: Draft, given: readonly Draft[]): void {
  const names = given.map((option) => option.text('option_name'));
  const twice = new Set(names.filter((name, index) => name !== null && names.indexOf(name) !== index));
  for (const name of twice) draft.mistakes.push(invalid(options, `has more than one option ${JSON.stringify(name)}.`));
}

/** The default of a choice is kept as the id of the option. */
function settleDefault(
  draft: Draft,
  given: readonly Draft[] | undefined,
  facts: OptionFacts,
  { lookups }: RuleContext,
): void {
  const name = draft.text('default_value');
  if (name === null) return;
  const found = given
    ? given.find((option) => option.id === name.toLowerCase() || option.text('option_name') === name)?.id
    : facts.default && lookups.found(facts.default);
  if (found) draft.set('default_value', found);
  else if (found === null || given) {
    draft.mistakes.push(invalid('default_value', `${JSON.stringify(name)} is none of the options of the field.`));
  }
}
