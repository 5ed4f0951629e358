/**
 * How much one filter may hold. Databases bound how deep an expression is and how many values a statement has. Pure.
 */
import { parameterError } from '../../errors/parameter-error.js';
import type { Filter } from '../../request/filter.js';

/** Conditions and groups. */
const maxParts = 200;

/**
 * Values compared with. SQLite takes 32,766 a statement; one that lists records may hold its filter four times, and compare each value
 * with two ids.
 */
const maxOperands = 4_000;

/** Characters of all texts compared with: each is copied, folded and sent by every statement of the request that has the filter. */
const maxCharacters = 500_000;

/** What a caller who wrote single conditions can do. */
const fewer = 'Give one condition several values instead of repeating it, or leave some out';

/**
 * @param at where the caller wrote the filter
 * @param remedy for too many conditions, a sentence without its end
 * @throws ApiError `ERROR_PARAMETER_INVALID` for more than 200 conditions and groups, 4,000 values, or
 *   500,000 characters of them. A part that is in the filter twice counts twice
 */
export function checkFilterSize(filter: Filter, at: string, remedy = fewer): void {
  const parts = countParts(filter);
  if (parts > maxParts) {
    throw parameterError(
      at,
      `at most ${maxParts} conditions, groups of them included, but these are ${parts}. ${remedy}`,
    );
  }
  const counted = 'Those of a rule count as often as a formula names it';
  const operands = sumOfOperands(filter, (own) => own.length);
  if (operands > maxOperands) {
    throw parameterError(at, `compares with ${operands} values, more than ${maxOperands}. ${counted}`);
  }
  const characters = sumOfOperands(filter, countCharacters);
  if (characters > maxCharacters) {
    throw parameterError(at, `compares with ${characters} characters, more than ${maxCharacters}. ${counted}`);
  }
}

function countParts(filter: Filter): number {
  return innerFilters(filter).reduce((sum, part) => sum + countParts(part), 1);
}

function sumOfOperands(filter: Filter, count: (operands: readonly unknown[]) => number): number {
  const own = filter.kind === 'condition' || filter.kind === 'aggregate' ? count(filter.operands) : 0;
  return innerFilters(filter).reduce((sum, part) => sum + sumOfOperands(part, count), own);
}

function countCharacters(operands: readonly unknown[]): number {
  return operands.reduce<number>((sum, operand) => sum + (typeof operand === 'string' ? operand.length : 0), 0);
}

function innerFilters(filter: Filter): readonly Filter[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters;
    case 'not':
    case 'some':
      return [filter.filter];
    case 'first':
      return [filter.among, filter.filter];
    case 'aggregate':
      return [filter.among];
    case 'score':
      return filter.parts.map((part) => part.filter);
    case 'condition':
      return [];
  }
}
