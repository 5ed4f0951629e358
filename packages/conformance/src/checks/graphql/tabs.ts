/**
 * Filters of boxes as input values. Pure.
 */
import type { JsonObject } from '../../http/json.js';

/** A condition: `['city', 'Is', 'Graz', 'Wien']`; each text is an alternative, each array the parts of one. */
export type Rule = readonly [field: string, operator: string, ...values: (string | readonly string[] | null)[]];

/** @returns a `FieldFilterRuleInput` */
export function ruleOf([field, operator, ...values]: Rule): JsonObject {
  const parts = values.map((value) => (Array.isArray(value) ? value : [value]));
  return { field, operator, ...(values.length === 0 ? {} : { values: parts }) };
}

/** @returns a `FilterTabInput` whose main box has the rules, all of which must hold */
export function tabOf(entity: string, rules: readonly Rule[], more: JsonObject = {}): JsonObject {
  return { mainBox: { entity, filterFields: rules.map(ruleOf) }, ...more };
}
