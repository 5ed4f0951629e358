/**
 * A formula as it was written: a tree that says where each part stands, and the functions that it can call. Data only;
 * it knows neither fields nor their types.
 */

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

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type Calculation = '+' | '-' | '*' | '/';

/** `at` is where the part is in the text, from 0: an operator's own place, else the beginning. */
export type Expression = { readonly at: number } & (
  | { readonly kind: 'number'; readonly decimal: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly isTrue: boolean }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'negation'; readonly part: Expression }
  | {
      readonly kind: 'calculation';
      readonly operator: Calculation;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'comparison';
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly operands: readonly Expression[] }
);

export type ExpressionOf<Kind extends Expression['kind']> = Extract<Expression, { kind: Kind }>;

export interface Formula {
  readonly text: string;
  readonly root: Expression;
}

/** @returns the parts of which an expression is made */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'negation':
      return [expression.part];
    case 'calculation':
    case 'comparison':
      return [expression.left, expression.right];
    case 'call':
      return expression.operands;
    default:
      return [];
  }
}

/** @returns how many values, operators and calls a formula has: what its evaluation costs */
export function countParts({ root }: Formula): number {
  const count = (expression: Expression): number => partsOf(expression).reduce((sum, part) => sum + count(part), 1);
  return count(root);
}

/** @returns the names of the fields that a formula uses, each once, in the order in which they first are in it */
export function fieldsOf(formula: Formula): string[] {
  const names = new Set<string>();
  const visit = (expression: Expression): void => {
    if (expression.kind === 'field') names.add(expression.name);
    partsOf(expression).forEach(visit);
  };
  visit(formula.root);
  return [...names];
}
