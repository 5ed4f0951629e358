/**
 * Formulas that are written together and need each other in a circle. The catalog cannot show it: the first of them needs fields that
 * are still to come.
 */
import { fieldsOf } from '../../computed/formula/formula.js';
import { FormulaError } from '../../computed/formula/formula-error.js';
import { parseFormula } from '../../computed/formula/parse-formula.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import { apiNameFrom } from './field-name.js';

/** Drafts of the fields with a formula that are written together. */
const formulas = (): Draft[] => [];

/** To be said of all fields before the first one is checked. */
export function noteFormula(draft: Draft, { shared }: RuleContext): void {
  if (draft.text('calc_formula') !== null) shared(formulas).push(draft);
}

/** @returns fields, as `Type.field`, of which each needs the next; the first and the last are the one of the draft */
export function circleThrough(draft: Draft, { shared }: RuleContext): readonly string[] | undefined {
  const needs = new Map(shared(formulas).map((one) => [nameOf(one), needsOf(one)]));
  const start = nameOf(draft);
  /** Of each field that the first one needs, the way to it. */
  const ways = new Map<string, readonly string[]>([['', [start]]]);
  for (const way of ways.values()) {
    for (const next of needs.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return [...way, start];
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  return undefined;
}

/** A field without a name gets the one that follows from what people call it. */
function nameOf(draft: Draft): string {
  return `${draft.text('entity_name')}.${draft.text('api_name') ?? apiNameFrom(draft.text('name') ?? '')}`;
}

/** A formula that cannot be read needs nothing. */
function needsOf(draft: Draft): string[] {
  try {
    return fieldsOf(parseFormula(draft.text('calc_formula') ?? '')).map(
      (name) => `${draft.text('entity_name')}.${name}`,
    );
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}
