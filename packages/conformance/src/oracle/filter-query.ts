/**
 * Writes conditions as query parameters of REST v100. Pure.
 */
import type { Query } from '../http/query.js';
import type { Condition } from './matches.js';

/** @param conditions at most one for each field: the parameters are named by field */
export function filterQuery(conditions: readonly Condition[]): Query {
  return Object.fromEntries(
    conditions.flatMap(({ field, operator, operands }) => [
      ...(operands.length === 0 ? [] : [[`filter[${field}]`, operands.map(String)]]),
      [`filter-op[${field}]`, operator],
    ]),
  );
}
