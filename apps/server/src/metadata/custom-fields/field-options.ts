/**
 * The options of a custom field: gives them their set and their order, checks them, and finds the one that is the default.
 */
import { invalid, missing } from '../../plan/change/field-errors.js';
import type { Operand } from '../../plan/list/predicate.js';
import { newUuid } from '../../plan/values/new-uuid.js';
import { isUuid } from '../../plan/values/operand.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import type { Fact } from '../../sql/write/lookups.js';
import { fieldType } from '../field-types.js';
import {
  type Allowing,
  allowedByErrors,
  choiceById,
  decidingSets,
  givenIds,
  idsIn,
  knownOptions,
  wantAllowing,
  wantOptions,
} from './allowed-by.js';
import { dataSetOf } from './find-field.js';
import { replacedByErrors, replacementIn } from './option-uses.js';

const set = 'data_set_id';
const options = 'data_set';
const parent = 'parent_options_field_id';

export function hasOptions(draft: Draft): boolean {
  return fieldType(draft.text('type_id'))?.options === true;
}

/** @returns the options that the body gives, in its order; undefined when it gives none */
export function givenOptions(draft: Draft): readonly Draft[] | undefined {
  return draft.rowSets.find(({ field }) => field.name === options)?.drafts;
}

/** A new field gets a set of its own, unless it shares one; what options leave out follows from their positions in the body. */
export function orderOptions(draft: Draft): void {
  if (hasOptions(draft) && draft.isNew && draft.text(set) === null) draft.set(set, newUuid());
  for (const [index, option] of (givenOptions(draft) ?? []).entries()) {
    if (option.isNew) option.set(set, draft.text(set));
    if ((option.change.values.get('sort_order') ?? null) === null) option.set('sort_order', index + 1);
    setCalcValue(option, index + 1);
  }
}

/** What must be known of the options before they can be checked. */
export interface OptionFacts {
  /** The id of some option of the set that a new field shares. */
  readonly shared?: Fact;
  /** The id of the option that the default names. */
  readonly default?: Fact;
  /** What allows its options. */
  readonly allowing?: Allowing;
  /** The options that the field has already, where another field comes to decide about them. */
  readonly own?: Fact;
}

export function wantOptionFacts(draft: Draft, context: RuleContext): OptionFacts {
  const setId = draft.text(set);
  if (!hasOptions(draft) || setId === null) return {};
  const allowing = wantAllowingOf(draft, setId, context);
  if (givenOptions(draft)) return allowing;
  const { catalog, lookups } = context;
  const data = catalog.existing('Data');
  const name = draft.text('default_value');
  const isDefaultNew = name !== null && name !== '' && draft.changes('default_value');
  const wanted = { [set]: setId, ...(isUuid(name) ? { id: name.toLowerCase() } : { option_name: name }) };
  return {
    ...allowing,
    ...(draft.isNew && draft.change.values.has(set) && { shared: lookups.firstWhere(data, { [set]: setId }) }),
    ...(isDefaultNew && { default: lookups.firstWhere(data, wanted) }),
  };
}

/** What decides now may not know the options that are in `allowed_by` of those that are there. */
function wantAllowingOf(draft: Draft, setId: string, context: RuleContext): Pick<OptionFacts, 'allowing' | 'own'> {
  const { catalog } = context;
  const given = givenOptions(draft);
  const hasNewParent = draft.changes(parent) && draft.text(parent) !== null;
  const ids = (given ?? []).flatMap((option) => allowingIds(option, hasNewParent));
  if (ids.length === 0 && (given || !hasNewParent)) return {};
  const owner = catalog.entityType(draft.text('entity_name') ?? '');
  const own = choiceById(owner, draft.text(parent))?.dataSet;
  const sets = [...decidingSets(catalog, setId, draft.id), ...(own === undefined ? [] : [own])];
  return {
    allowing: wantAllowing(ids, sets, context),
    ...(!given && { own: wantOptions(context, setId) }),
  };
}

/** @returns the ids in `allowed_by` of an option that are to be checked */
function allowingIds(option: Draft, hasNewParent: boolean): readonly string[] {
  return hasNewParent ? idsIn(option.text('allowed_by')) : givenIds(option);
}

export function resolveOptions(draft: Draft, facts: OptionFacts, context: RuleContext): void {
  const given = givenOptions(draft);
  draft.errors.push(...replacedByErrors(draft));
  if (!hasOptions(draft)) {
    if (given && given.length > 0) {
      draft.errors.push(invalid(options, 'is not for fields of this type: only choices have options.'));
    }
    return;
  }
  if (given && draft.isNew && draft.change.values.has(set)) {
    draft.errors.push(invalid(options, 'cannot be given together with data_set_id, which has its options already.'));
  }
  if (facts.shared !== undefined && !isKnownSet(draft, facts.shared, context)) {
    draft.errors.push(invalid(set, 'is the id of no set of options; leave it out to make a new one by data_set.'));
  }
  for (const option of given ?? []) checkCalcValue(option);
  rejectSameNames(draft, given ?? []);
  checkAllowing(draft, facts, context);
  resolveDefault(draft, given, facts, context);
}

function checkAllowing(draft: Draft, { allowing, own }: OptionFacts, context: RuleContext): void {
  if (!allowing) return;
  const hasNewParent = draft.changes(parent) && draft.text(parent) !== null;
  for (const option of givenOptions(draft) ?? []) {
    option.errors.push(...allowedByErrors(allowingIds(option, hasNewParent), allowing, context));
  }
  const wrong = (own === undefined ? [] : knownOptions(context, own)).filter(
    ({ allowedBy }) => allowedByErrors(allowedBy, allowing, context).length > 0,
  );
  if (wrong.length === 0) return;
  const names = wrong.map(({ name }) => JSON.stringify(name)).join(', ');
  draft.errors.push(
    invalid(parent, `allowed_by of ${names} names what is not an option of that field; give data_set with other ones.`),
  );
}

/** Gives a new option of a custom field its position as its value in formulas, unless it says otherwise. */
export function setCalcValue(option: Draft, position: Operand): void {
  if (option.isNew && option.get('calc_value') === null && position !== null)
    option.set('calc_value', String(position));
}

/** Every option of a custom field counts for something in formulas. */
export function checkCalcValue(option: Draft): void {
  const field = option.entityType.fields.find(({ name }) => name === 'calc_value');
  if (field && !option.isNew && option.changes('calc_value') && option.get('calc_value') === null) {
    option.errors.push(...missing(option.entityType, option.id, field));
  }
}

function isKnownSet(draft: Draft, option: Fact, { catalog, lookups }: RuleContext): boolean {
  if (lookups.found(option) !== null) return true;
  const id = draft.text(set);
  return catalog.entityTypes.some(({ fields }) => fields.some((field) => dataSetOf(catalog, field) === id));
}

function rejectSameNames(draft: Draft, given: readonly Draft[]): void {
  const names = given.map((option) => option.text('option_name'));
  const twice = new Set(names.filter((name, index) => name !== null && names.indexOf(name) !== index));
  for (const name of twice) draft.errors.push(invalid(options, `has more than one option ${JSON.stringify(name)}.`));
}

/** The default of a choice is stored as the id of the option, or of the one that takes its place. */
function resolveDefault(
  draft: Draft,
  given: readonly Draft[] | undefined,
  facts: OptionFacts,
  { lookups }: RuleContext,
): void {
  const name = draft.text('default_value');
  if (name === null) return;
  const found = given
    ? (given.find((option) => option.id === name.toLowerCase() || option.text('option_name') === name)?.id ??
      replacementIn(draft, name.toLowerCase()))
    : facts.default && lookups.found(facts.default);
  if (found) draft.set('default_value', found);
  else if (found === null || given) {
    draft.errors.push(invalid('default_value', `${JSON.stringify(name)} is not a valid option of the field.`));
  }
}

// The translations of a text: what it is called in other languages, by language code.

/** Codes such as `de` and `pt-BR`. */
const languageCode = /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/;

/** @param member of a draft that is stored as JSON; what is wrong with it goes to the draft */
export function checkTranslations(draft: Draft, member: string): void {
  if (!draft.changes(member)) return;
  const problem = problemOf(JSON.parse(draft.text(member) ?? 'null'));
  if (problem !== undefined) draft.errors.push(invalid(member, problem));
}

function problemOf(given: unknown): string | undefined {
  if (given === null) return undefined;
  if (typeof given !== 'object' || Array.isArray(given))
    return 'must be an object of texts by language, such as {"de": "Name"}.';
  for (const [language, text] of Object.entries(given)) {
    if (!languageCode.test(language)) return `"${language}" is not a language code, such as "de" or "pt-BR".`;
    if (typeof text !== 'string' || text === '')
      return `${language}: must be a text; leave the language out where there is none.`;
  }
  return undefined;
}
