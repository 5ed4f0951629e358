/**
 * The options of sets as the writes that are resolved together leave them: each sees what those before it have done.
 */

import type { RuleContext } from '../../records/write/entity-rule.js';
import type { Fact } from '../../sql/write/lookups.js';
import { type OptionOfSet, optionsOfSet } from '../../sql/write/option-questions.js';

/** An option that is stored. */
export interface KnownOption {
  readonly id: string;
  readonly name: string;
  /** `allowed_by` as it is stored. */
  readonly stored: string | null;
  /** As it will be. */
  allowedBy: readonly string[];
}

interface Known {
  readonly sets: Map<Fact, readonly KnownOption[]>;
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
export function knownOptions({ lookups, shared }: OptionContext, fact: Fact): readonly KnownOption[] {
  const { sets, gone } = shared(known);
  const options = sets.get(fact) ?? read(lookups.found(fact));
  sets.set(fact, options);
  return options.filter(({ id }) => !gone.has(id));
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
