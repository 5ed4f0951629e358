/**
 * Ties the parts of a box or of a tab together, by a formula or by one operator. Pure.
 */

import { suggestion } from '../../errors/closest-name.js';
import { parameterError } from '../../errors/parameter-error.js';
import type { Filter } from '../../request/filter.js';
import { type BoxFormula, BoxFormulaError, parseBoxFormula } from './box-formula.js';

/** A rule, or a box. */
export interface Part {
  readonly id: string | null;
  /** Null when it is switched off: then the rest holds as if it were not there. */
  readonly filter: Filter | null;
}

/** A formula, and where the caller wrote it. */
export interface Ties {
  readonly formula: string | null;
  /** What ties the parts when there is no formula. */
  readonly otherwise: 'and' | 'or';
  readonly at: string;
  /** What the parts are called in messages: `rule`. */
  readonly partName: string;
}

/**
 * @returns null when nothing is left that could fail
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an invalid formula, one that names a part that there is not, or leaves one out
 */
export function combineParts(parts: readonly Part[], ties: Ties): Filter | null {
  if (ties.formula === null)
    return tie(
      ties.otherwise,
      parts.map(({ filter }) => filter),
    );
  const formula = parsed(ties.formula, ties.at);
  const named = new Set<Part>();
  const combined = combine(formula, (name) => {
    const part = partNamed(parts, name, ties);
    named.add(part);
    return part.filter;
  });
  const left = parts.findIndex((part) => !named.has(part));
  if (left >= 0) {
    const problem = `does not name ${ties.partName} ${parts[left]?.id ?? left + 1}; name all of them`;
    throw parameterError(ties.at, problem);
  }
  return combined;
}

function parsed(text: string, at: string): BoxFormula {
  try {
    return parseBoxFormula(text);
  } catch (error) {
    if (error instanceof BoxFormulaError) throw parameterError(at, error.message);
    throw error;
  }
}

function combine(formula: BoxFormula, filterOf: (name: string) => Filter | null): Filter | null {
  switch (formula.kind) {
    case 'name':
      return filterOf(formula.name);
    case 'not': {
      const filter = combine(formula.part, filterOf);
      return filter && { kind: 'not', filter };
    }
    default:
      return tie(
        formula.kind,
        formula.parts.map((part) => combine(part, filterOf)),
      );
  }
}

function tie(kind: 'and' | 'or', filters: readonly (Filter | null)[]): Filter | null {
  const active = filters.filter((filter) => filter !== null);
  return active.length > 1 ? { kind, filters: active } : (active[0] ?? null);
}

function partNamed(parts: readonly Part[], name: string, { at, partName }: Ties): Part {
  const wanted = name.toLowerCase();
  const part =
    parts.find(({ id }) => id?.toLowerCase() === wanted) ??
    (/^\d{1,4}$/.test(name) ? parts[Number(name) - 1] : undefined);
  if (part) return part;
  const ids = parts.flatMap(({ id }) => (id === null ? [] : [id]));
  const hint = suggestion(name, ids) || ` There are ${parts.length}, counted from 1.`;
  throw parameterError(at, `there is no ${partName} "${name}"`, hint);
}
