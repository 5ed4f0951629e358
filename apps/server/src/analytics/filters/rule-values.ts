/**
 * Reads the values of a rule in the form that its operator takes. Pure; what a value must look like is the field's business.
 */
import type { ApiError } from '../../errors/api-error.js';
import { parameterError } from '../../errors/parameter-error.js';
import { fieldOperators } from './field-operator.js';
import type { FilterRule } from './filter-tab.js';

/**
 * @returns the items of operators that compare with one value or a list; null means no value
 * @throws ApiError `ERROR_PARAMETER_INVALID` for none, and for alternatives of several parts where each must be one value
 */
export function itemsOf(rule: FilterRule): (string | null)[] {
  const isList = fieldOperators[rule.operator].values === 'list';
  if (!isList && rule.values.some((parts) => parts.length !== 1)) {
    throw valuesError(rule, `"${rule.operator}" takes alternatives of one part each: [["a"], ["b"]]`);
  }
  const items = rule.values.flat();
  if (items.length === 0) throw valuesError(rule, `"${rule.operator}" takes at least one value`);
  return items;
}

/** @returns the same where no value is null @throws ApiError the same, and for null */
export function textsOf(rule: FilterRule): string[] {
  return itemsOf(rule).map((item) => present(rule, item));
}

/** @returns the two bounds of each alternative @throws ApiError `ERROR_PARAMETER_INVALID` for anything else */
export function boundsOf(rule: FilterRule): (readonly [lower: string, upper: string])[] {
  const bounds = rule.values.map((parts) => {
    const [lower, upper] = parts;
    if (lower === undefined || upper === undefined || parts.length !== 2) {
      throw valuesError(rule, `"${rule.operator}" takes alternatives of two parts each, both bounds: [["1", "5"]]`);
    }
    return [present(rule, lower), present(rule, upper)] as const;
  });
  if (bounds.length === 0) throw valuesError(rule, `"${rule.operator}" takes two bounds: [["1", "5"]]`);
  return bounds;
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` when there are some, for an operator that takes none */
export function checkNone(rule: FilterRule): void {
  const isGiven = rule.values.some((parts) => parts.some((part) => part !== null && part !== ''));
  if (isGiven) throw valuesError(rule, `"${rule.operator}" takes no values`);
}

/** @returns the error of the values of a rule. @param hint a sentence that follows */
export function valuesError({ at }: FilterRule, problem: string, hint = ''): ApiError {
  return parameterError(`${at}.values`, problem, hint);
}

function present(rule: FilterRule, item: string | null): string {
  if (item === null) throw valuesError(rule, `null means no value, which "${rule.operator}" does not take`);
  return item;
}
