/**
 * Writes the operators of filters as SQL over one expression. Pure.
 */
import { operators, type ValueType } from '@headwater/catalog';
import type { Operand } from '../../plan/list/predicate.js';
import type { Operator } from '../../request/filter.js';
import type { Binder } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { TextDialect } from '../dialects/text.js';
import { fold } from './fold.js';
import { endOfPrefix } from './prefix-range.js';

/** What is compared. */
export interface Compared {
  readonly type: ValueType;
  readonly expression: string;
  /** The same without regard to case; absent where it is no text. */
  readonly folded?: string;
}

/** A comparison being written. */
interface Comparison {
  readonly dialect: BindingDialect & TextDialect;
  readonly type: ValueType;
  readonly expression: string;
  readonly folded: string;
  readonly operands: readonly Operand[];
  bind(operand: Operand): string;
  bindFolded(operand: Operand): string;
}

export interface ComparisonContext {
  readonly dialect: BindingDialect & TextDialect;
  readonly binder: Binder;
}

export function compileComparison(
  { dialect, binder }: ComparisonContext,
  { type, expression, folded }: Compared,
  operator: Operator,
  operands: readonly Operand[],
): string {
  return compileOperator[operator]({
    dialect,
    type,
    expression,
    folded: folded ?? expression,
    operands,
    bind: (operand) => binder.bind(dialect.encode(type, operand)),
    bindFolded: (operand) =>
      binder.bind(dialect.encode(type, folded !== undefined && operand !== null ? fold(String(operand)) : operand)),
  });
}

const compileOperator = {
  eq: (c) => anyOf(c.expression, c.operands, c.bind),
  'not-eq': (c) => noneOf(c.expression, c.operands, c.bind),
  ieq: (c) => anyOf(c.folded, c.operands, c.bindFolded),
  'not-ieq': (c) => noneOf(c.folded, c.operands, c.bindFolded),
  contains: (c) => c.dialect.contains(c.expression, c.bind(c.operands[0]!)),
  starts: (c) => beginsWith(c.expression, String(c.operands[0]), c.bind),
  ends: (c) => c.dialect.ends(c.expression, c.bind(c.operands[0]!)),
  icontains: (c) => c.dialect.contains(c.folded, c.bindFolded(c.operands[0]!)),
  istarts: (c) => beginsWith(c.folded, fold(String(c.operands[0])), c.bind),
  iends: (c) => c.dialect.ends(c.folded, c.bindFolded(c.operands[0]!)),
  null: (c) => `${c.expression} IS NULL`,
  'not-null': (c) => `${c.expression} IS NOT NULL`,
  empty: (c) => (isTextType(c.type) ? `(${c.expression} IS NULL OR ${c.expression} = '')` : `${c.expression} IS NULL`),
  'not-empty': (c) =>
    isTextType(c.type) ? `(${c.expression} IS NOT NULL AND ${c.expression} <> '')` : `${c.expression} IS NOT NULL`,
  gt: (c) => `${c.expression} > ${c.bind(c.operands[0]!)}`,
  gte: (c) => `${c.expression} >= ${c.bind(c.operands[0]!)}`,
  lt: (c) => `${c.expression} < ${c.bind(c.operands[0]!)}`,
  lte: (c) => `${c.expression} <= ${c.bind(c.operands[0]!)}`,
  between: (c) => `${c.expression} BETWEEN ${c.bind(c.operands[0]!)} AND ${c.bind(c.operands[1]!)}`,
} satisfies Record<Operator, (comparison: Comparison) => string>;

/**
 * Of an operator that looks for a whole text or its start, what follows from it without regard to case: an index has such values next to
 * each other.
 */
export const inAnyCaseOf: ReadonlyMap<Operator, Operator> = new Map(
  operators
    .filter(({ match, ignoresCase }) => (match === 'equal' || match === 'start') && !ignoresCase)
    .flatMap(({ name, match }) => {
      const folded = operators.find((one) => one.match === match && one.ignoresCase);
      return folded ? [[name, folded.name] as const] : [];
    }),
);

export function isTextType(type: ValueType): boolean {
  return type === 'string' || type === 'text';
}

function anyOf(expression: string, operands: readonly Operand[], bind: (operand: Operand) => string): string {
  const values = operands.filter((operand) => operand !== null);
  const tests = [
    ...(values.length < operands.length ? [`${expression} IS NULL`] : []),
    ...(values.length === 1 ? [`${expression} = ${bind(values[0]!)}`] : []),
    ...(values.length > 1 ? [`${expression} IN (${values.map(bind).join(', ')})`] : []),
  ];
  return tests.length === 1 ? tests[0]! : `(${tests.join(' OR ')})`;
}

/** A range, which an index serves. */
function beginsWith(expression: string, prefix: string, bind: (operand: Operand) => string): string {
  if (prefix === '') return `${expression} IS NOT NULL`;
  // Bound as UTF-8, half a character becomes the one that replaces it.
  const bound = Buffer.from(prefix).toString();
  const end = endOfPrefix(bound);
  const begins = `${expression} >= ${bind(bound)}`;
  return end === undefined ? begins : `(${begins} AND ${expression} < ${bind(end)})`;
}

function noneOf(expression: string, operands: readonly Operand[], bind: (operand: Operand) => string): string {
  const values = operands.filter((operand) => operand !== null);
  if (values.length === 0) return `${expression} IS NOT NULL`;
  const differs =
    values.length === 1
      ? `${expression} <> ${bind(values[0]!)}`
      : `${expression} NOT IN (${values.map(bind).join(', ')})`;
  return values.length < operands.length
    ? `(${expression} IS NOT NULL AND ${differs})`
    : `(${expression} IS NULL OR ${differs})`;
}
