/**
 * The functions of formulas: their names, and how many operands each takes.
 */

export interface FunctionShape {
  readonly fewest: number;
  readonly most: number;
  /** How a call looks, for messages. */
  readonly example: string;
}

const anyNumber = Number.POSITIVE_INFINITY;

export const functions = {
  IF: { fewest: 3, most: 3, example: 'IF(condition, value, other value)' },
  AND: { fewest: 1, most: anyNumber, example: 'AND(condition, …)' },
  OR: { fewest: 1, most: anyNumber, example: 'OR(condition, …)' },
  NOT: { fewest: 1, most: 1, example: 'NOT(condition)' },
  ISEMPTY: { fewest: 1, most: 1, example: 'ISEMPTY(value)' },
  ROUND: { fewest: 2, most: 2, example: 'ROUND(number, places)' },
  MIN: { fewest: 1, most: anyNumber, example: 'MIN(value, …)' },
  MAX: { fewest: 1, most: anyNumber, example: 'MAX(value, …)' },
  ABS: { fewest: 1, most: 1, example: 'ABS(number)' },
  COALESCE: { fewest: 1, most: anyNumber, example: 'COALESCE(value, …)' },
} as const satisfies Readonly<Record<string, FunctionShape>>;

export type FunctionName = keyof typeof functions;

export function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(functions, name);
}
