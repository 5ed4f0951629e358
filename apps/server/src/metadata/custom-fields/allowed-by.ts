/**
 * Which options of other fields allow an option: they must be there, and one that goes leaves none behind that needs it.
 */
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import type { Fact } from '../../sql/write/lookups.js';
import { decidingSets, dependentSets } from './deciding-sets.js';
import { type FoundField, fullName } from './find-field.js';
import { idsIn, type KnownOption, knownOptions, wantOptions } from './known-options.js';

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
  const options = new Set(allowing.sets.flatMap((set) => knownOptions(context, set)).map(({ id }) => id));
  const isThere = (id: string) => {
    const state = allowing.states.get(id);
    return options.has(id) || (state !== undefined && context.lookups.found(state) === 'present');
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
  const rowSets = context.parent?.rowSets ?? [];
  const removed = new Set(rowSets.flatMap((set) => set.removed).map(({ id }) => id));
  const drafts = new Map(rowSets.flatMap((set) => set.drafts).map((draft) => [draft.id, draft]));
  return knownOptions(context, options)
    .filter(({ id }) => !removed.has(id))
    .map((known): Needing => {
      const kept = drafts.get(known.id);
      return { known, kept, ids: kept ? idsIn(kept.text(member)) : known.allowedBy };
    })
    .filter(({ ids }) => ids.includes(option));
}
