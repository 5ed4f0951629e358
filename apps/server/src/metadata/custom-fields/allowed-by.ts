/**
 * Which options of other fields allow an option: they must be there, and one that goes leaves none behind that needs
 * it. Which set decides about which follows from the parents of fields.
 */

import type { Catalog, EntityType, Field, ReferenceField } from '@headwater/catalog';
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import { onceFor } from '../../plan/once-for.js';
import { apiNameOf } from '../../plan/relations/field-path.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import type { Fact } from '../../sql/write/lookups.js';
import { type OptionOfSet, optionsOfSet } from '../../sql/write/option-questions.js';
import { type FoundField, fieldRecordId, fullName, isChoice } from './find-field.js';

// Which sets of options decide about which, because the choice in one field allows that in another (`parent_options_field_id`). Pure.

/** @returns the field of an entity type with a Field record whose choice can decide about others */
export function choiceById(entityType: EntityType | undefined, id: string | null): ReferenceField | undefined {
  const found = entityType?.fields.find((field) => isChoice(field) && fieldRecordId(entityType, field) === id);
  return found?.kind === 'reference' ? found : undefined;
}

/**
 * The sets whose choice decides about the options of a set.
 * @param except the id of a Field that does not count
 */
export function decidingSets(catalog: Catalog, set: string, except?: string): string[] {
  const sets = dependentFields(catalog).filter(({ field }) => field.dataSet === set && field.custom?.id !== except);
  return [...new Set(sets.flatMap(({ entityType, field }) => parentOf(entityType, field)?.dataSet ?? []))];
}

/** The fields about whose options the choice of an option of a set decides, by the sets of these options. */
function dependentSets(catalog: Catalog, set: string): ReadonlyMap<string, readonly FoundField[]> {
  const found = new Map<string, FoundField[]>();
  for (const { entityType, field } of dependentFields(catalog)) {
    if (field.dataSet === undefined || parentOf(entityType, field)?.dataSet !== set) continue;
    found.set(field.dataSet, [...(found.get(field.dataSet) ?? []), { entityType, field }]);
  }
  return found;
}

/** What decides about fields, by the ids of their Fields, where that is about to change. */
type NewParents = ReadonlyMap<string, ReferenceField | undefined>;

/** @returns the fields that decide one about the other, from a parent to the field itself; undefined where there is no circle */
function circleOfParents(
  entityType: EntityType,
  parent: ReferenceField,
  id: string,
  changed: NewParents,
): string[] | undefined {
  const chain: string[] = [];
  const seen = new Set<Field>();
  for (let field: ReferenceField | undefined = parent; field && !seen.has(field); ) {
    seen.add(field);
    chain.push(apiNameOf(field));
    const own: string | undefined = field.custom?.id;
    if (own === id) return chain;
    field = own !== undefined && changed.has(own) ? changed.get(own) : parentOf(entityType, field);
  }
  return undefined;
}

/** Each of thousands of options asks for them. */
const dependentFields = onceFor((catalog: Catalog) =>
  catalog.entityTypes
    .filter(({ union }) => !union)
    .flatMap((entityType) =>
      entityType.fields.flatMap((field) =>
        field.kind === 'reference' && field.custom?.allowedBy !== undefined ? [{ entityType, field }] : [],
      ),
    ),
);

function parentOf({ fields }: EntityType, { custom }: ReferenceField): ReferenceField | undefined {
  const parent = custom?.allowedBy === undefined ? undefined : fields.find(({ name }) => name === custom.allowedBy);
  return parent?.kind === 'reference' ? parent : undefined;
}

const member = 'allowed_by';

/** Options that are named in a message at most. */
const maxNamed = 10;

/** What is to be known of the options that allow others. */
export interface Allowing {
  /** The sets that decide. */
  readonly sets: readonly Fact[];
  /** Whether the options are there, by their ids, where no set decides: a field may come to do so later. */
  readonly states: ReadonlyMap<string, Fact>;
}

/** @param sets that decide about the option */
export function wantAllowing(ids: readonly string[], sets: readonly string[], context: RuleContext): Allowing {
  const { catalog, lookups } = context;
  const data = catalog.existing('Data');
  return {
    sets: sets.map((set) => wantOptions(context, set)),
    states: new Map(sets.length > 0 ? [] : ids.map((id) => [id, lookups.stateOf(data, id)])),
  };
}

/** The same for an option that is written by itself. */
export function wantAllowingOf(draft: Draft, context: RuleContext): Allowing | undefined {
  const ids = givenIds(draft);
  const set = draft.text('data_set_id');
  return ids.length === 0 || set === null ? undefined : wantAllowing(ids, decidingSets(context.catalog, set), context);
}

/** @returns the ids that the write gives an option again */
export function givenIds(option: Draft): readonly string[] {
  return option.setsAnew(member) ? idsIn(option.text(member)) : [];
}

/** @returns what is wrong with the ids */
export function allowedByErrors(ids: readonly string[], allowing: Allowing, context: RuleContext): FieldLeaf[] {
  const isThere = (id: string) => {
    const state = allowing.states.get(id);
    return (
      allowing.sets.some((set) => isKnownOption(context, set, id)) ||
      (state !== undefined && context.lookups.found(state) === 'present')
    );
  };
  const wrong = ids.filter((id) => !isThere(id));
  if (wrong.length === 0) return [];
  const whose = allowing.sets.length === 0 ? '' : ' of the field whose choice decides (parent_options_field_id)';
  return [invalid(member, `${wrong.slice(0, maxNamed).join(', ')}: no option${whose}.`)];
}

/** Options of other fields that perhaps need an option. */
export interface DependentSet {
  readonly fields: readonly FoundField[];
  readonly options: Fact;
}

/** @param set of the option */
export function wantDependents(set: string, context: RuleContext): DependentSet[] {
  return [...dependentSets(context.catalog, set)].map(([dependent, fields]) => ({
    fields,
    options: wantOptions(context, dependent),
  }));
}

/** @returns what needs an option, such as `"Wien" of Contact.cf_city`; empty when nothing does */
export function describeDependents(option: string, sets: readonly DependentSet[], context: RuleContext): string {
  const named = sets.flatMap((set) =>
    needing(option, set, context).map(
      ({ known }) => `${JSON.stringify(known.name)} of ${set.fields.map(fullName).join(' and ')}`,
    ),
  );
  const more = named.length > maxNamed ? ` and ${named.length - maxNamed} more` : '';
  return `${named.slice(0, maxNamed).join(', ')}${more}`;
}

/** Lets the options that need one need another one in its place. */
export function replaceDependents(
  option: string,
  replacement: string,
  sets: readonly DependentSet[],
  context: RuleContext,
): void {
  for (const { known, kept, ids } of sets.flatMap((set) => needing(option, set, context))) {
    known.allowedBy = [...new Set(ids.map((id) => (id === option ? replacement : id)))];
    const value = JSON.stringify(known.allowedBy);
    if (kept) kept.set(member, value);
    else context.change('Data', known.id, new Map([[member, value]]), new Map([[member, known.stored]]));
  }
}

interface Needing {
  readonly known: KnownOption;
  /** The option in the body that the write has, if it does. */
  readonly kept: Draft | undefined;
  /** What it needs, as it will be. */
  readonly ids: readonly string[];
}

/** Options that the same body removes need nothing any more; those that it keeps need what it says. */
function needing(option: string, { options }: DependentSet, context: RuleContext): Needing[] {
  const all = context.shared(needs);
  const ofParent = all.get(context.parent) ?? new Needs(context.parent);
  all.set(context.parent, ofParent);
  return ofParent.of(option, options, context);
}

/** By the field that is written with its options; undefined: options by themselves. */
const needs = () => new Map<Draft | undefined, Needs>();

/** Which options need which: thousands that go together ask, each for itself. */
class Needs {
  private readonly removed: ReadonlySet<string>;
  private readonly drafts: ReadonlyMap<string, Draft>;
  /** By what they needed before any of that was replaced: what takes a place stays, so that nobody asks what needs it. */
  private readonly bySet = new Map<Fact, Map<string, Set<KnownOption>>>();

  constructor(parent: Draft | undefined) {
    const rowSets = parent?.rowSets ?? [];
    this.removed = new Set(rowSets.flatMap((set) => set.removed).map(({ id }) => id));
    this.drafts = new Map(rowSets.flatMap((set) => set.drafts).map((draft) => [draft.id, draft]));
  }

  of(option: string, set: Fact, context: RuleContext): Needing[] {
    let found = this.bySet.get(set);
    if (!found) {
      found = new Map();
      this.bySet.set(set, found);
      for (const known of knownOptions(context, set)) {
        for (const id of this.idsOf(known)) found.set(id, (found.get(id) ?? new Set()).add(known));
      }
    }
    return [...(found.get(option) ?? [])]
      .filter(({ id }) => !this.removed.has(id) && isKnownOption(context, set, id))
      .map((known): Needing => ({ known, kept: this.drafts.get(known.id), ids: this.idsOf(known) }))
      .filter(({ ids }) => ids.includes(option));
  }

  private idsOf({ id, allowedBy }: KnownOption): readonly string[] {
    const kept = this.drafts.get(id);
    return kept ? idsIn(kept.text(member)) : allowedBy;
  }
}

// The options of sets as the writes that are resolved together leave them: each sees what those before it have done.

/** An option that is stored. */
interface KnownOption {
  readonly id: string;
  readonly name: string;
  /** `allowed_by` as it is stored. */
  readonly stored: string | null;
  /** As it will be. */
  allowedBy: readonly string[];
}

interface Known {
  /** By their ids. */
  readonly sets: Map<Fact, ReadonlyMap<string, KnownOption>>;
  /** Ids of options that are deleted. */
  readonly gone: Set<string>;
}

const known = (): Known => ({ sets: new Map(), gone: new Set() });

type OptionContext = Pick<RuleContext, 'lookups' | 'shared'>;

/** Says that the options of a set must be known. */
export function wantOptions({ catalog, lookups }: Pick<RuleContext, 'catalog' | 'lookups'>, set: string): Fact {
  return optionsOfSet(lookups, catalog.existing('Data'), set);
}

/** @returns the options of the set that was requested, without those that are deleted meanwhile */
export function knownOptions(context: OptionContext, fact: Fact): readonly KnownOption[] {
  const { gone } = context.shared(known);
  return [...optionsOf(context, fact).values()].filter(({ id }) => !gone.has(id));
}

/** Whether an option is one of the same. */
function isKnownOption(context: OptionContext, fact: Fact, id: string): boolean {
  return optionsOf(context, fact).has(id) && !context.shared(known).gone.has(id);
}

function optionsOf({ lookups, shared }: OptionContext, fact: Fact): ReadonlyMap<string, KnownOption> {
  const { sets } = shared(known);
  let options = sets.get(fact);
  if (!options) {
    options = new Map(read(lookups.found(fact)).map((option) => [option.id, option]));
    sets.set(fact, options);
  }
  return options;
}

/** Notes that an option is deleted. */
export function forgetOption({ shared }: OptionContext, id: string): void {
  shared(known).gone.add(id);
}

/** @param text of a JSON array of ids; null: none */
export function idsIn(text: string | null): readonly string[] {
  return JSON.parse(text ?? '[]') as readonly string[];
}

function read(text: string | null): KnownOption[] {
  return (JSON.parse(text ?? '[]') as OptionOfSet[]).map(({ id, name, allowedBy }) => ({
    ...{ id, name, stored: allowedBy, allowedBy: idsIn(allowedBy) },
  }));
}

// The field whose choice decides which options of another one are allowed.

const parentMember = 'parent_options_field_id';

/** The catalog does not know yet what the fields that are written together say. */
const changedParents = () => new Map<string, ReferenceField | undefined>();

/** The set of the field whose choice decides goes with it. */
export function resolveParent(draft: Draft, { catalog, shared }: RuleContext): void {
  if (!draft.changes(parentMember)) return;
  const id = draft.text(parentMember);
  const owner = catalog.entityType(draft.text('entity_name') ?? '');
  const parent = choiceById(owner, id);
  if (id !== null && (!parent || id === draft.id)) {
    draft.errors.push(
      invalid(parentMember, `must be another field of ${draft.text('entity_name') ?? ''} with one option.`),
    );
    return;
  }
  const changed = shared(changedParents);
  const circle = owner && parent && circleOfParents(owner, parent, draft.id, changed);
  if (circle) {
    const chain = [draft.text('api_name'), ...circle].join(' by ');
    draft.errors.push(invalid(parentMember, `makes a circle: the choice is decided in ${chain}.`));
    return;
  }
  changed.set(draft.id, parent);
  draft.set('parent_data_set_id', parent?.dataSet ?? null);
}
