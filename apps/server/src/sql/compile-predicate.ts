/**
 * Writes a predicate as SQL. Every sub-select binds the space itself. Pure.
 */
import { isListType, type ValueType } from '@headwater/catalog';
import type { Hop } from '../plan/field-path.js';
import { terminalType } from '../plan/plan-filter.js';
import type { Operand, Predicate } from '../plan/predicate.js';
import type { Having } from '../plan/rows-hop.js';
import type { Operator } from '../request/filter.js';
import { type Binder, spaceParameter } from './binder.js';
import { column, compileFolded, compileTerminal } from './compile-value.js';
import type { Dialect } from './dialects/dialect.js';
import { fold } from './fold.js';
import { recordsOf } from './record-source.js';

export interface PredicateContext {
  readonly dialect: Dialect;
  readonly binder: Binder;
  /** Deleted rows of to-many relations count as well. */
  readonly includeDeleted: boolean;
  /** The select skips some of the records that match (OFFSET). */
  readonly skipsRecords: boolean;
  /** Relations followed from the listed record to the one that the predicate speaks of. */
  readonly depth: number;
}

/** @param alias of the record that the predicate speaks of */
export function compilePredicate(context: PredicateContext, alias: string, predicate: Predicate): string {
  switch (predicate.kind) {
    case 'and':
    case 'or': {
      // Nothing to hold is held by all; no alternative by none.
      if (predicate.parts.length === 0) return predicate.kind === 'and' ? '(1 = 1)' : '(1 = 0)';
      const joint = predicate.kind === 'and' ? ' AND ' : ' OR ';
      return `(${predicate.parts.map((part) => compilePredicate(context, alias, part)).join(joint)})`;
    }
    case 'not':
      // A comparison with null is neither true nor false; its opposite must be true.
      return predicate.part.kind === 'exists'
        ? `NOT ${compilePredicate(context, alias, predicate.part)}`
        : `(${compilePredicate(context, alias, predicate.part)}) IS NOT TRUE`;
    case 'exists':
      return compileExists(context, alias, predicate.hop, predicate.part);
    case 'compare':
      return compileCompare(context, alias, predicate);
  }
}

function compileExists(context: PredicateContext, alias: string, hop: Hop, part: Predicate | null): string {
  const target = `${alias}_`;
  const conditions = [
    `${target}.space_id = ${context.dialect.placeholder(spaceParameter)}`,
    joinCondition(context.dialect, alias, target, hop),
  ];
  if (hop.kind === 'many' && !context.includeDeleted) conditions.push(`NOT ${column(target, 'is_deleted')}`);
  if (part) conditions.push(compilePredicate({ ...context, depth: context.depth + 1 }, target, part));
  const select = `SELECT 1 FROM ${recordsOf(context.dialect, hop.target)} ${target} WHERE ${conditions.join(' AND ')}`;
  return context.dialect.exists(select, context);
}

/** @returns what ties a record under `target` to the record under `alias` */
export function joinCondition(dialect: Dialect, alias: string, target: string, hop: Hop): string {
  if (hop.kind === 'one') return `${column(target, 'id')} = ${column(alias, hop.field.name)}`;
  const pointsBack = `${column(target, hop.field.via)} = ${column(alias, hop.field.on)}`;
  return hop.having ? `${pointsBack} AND ${compileHaving(dialect, target, hop.having)}` : pointsBack;
}

/** A reference to one of several types is set to the one whose table holds the record. */
function compileHaving(dialect: Dialect, target: string, { field, at }: Having): string {
  const reference = column(target, field.name);
  if (!at) return `${reference} IS NOT NULL`;
  const record = `${target}h`;
  const where = `${record}.space_id = ${dialect.placeholder(spaceParameter)} AND ${record}.id = ${reference}`;
  return `(SELECT ${record}.id FROM ${recordsOf(dialect, at)} ${record} WHERE ${where}) IS NOT NULL`;
}

/** A comparison being written. */
interface Comparison {
  readonly dialect: Dialect;
  readonly type: ValueType;
  readonly expression: string;
  /** The same without regard to case. */
  readonly folded: string;
  readonly operands: readonly Operand[];
  bind(operand: Operand): string;
  bindFolded(operand: Operand): string;
}

function compileCompare(
  context: PredicateContext,
  alias: string,
  { terminal, operator, operands }: Extract<Predicate, { kind: 'compare' }>,
): string {
  const { dialect, binder } = context;
  const type = terminalType(terminal);
  const expression = compileTerminal(context, alias, terminal);
  if (isListType(type)) return compileListTest(context, expression, operator, operands);
  const isText = terminal.kind === 'value' && (type === 'string' || type === 'text');
  return compileOperator[operator]({
    dialect,
    type,
    expression,
    folded: isText ? compileFolded(dialect, alias, terminal.field) : expression,
    operands,
    bind: (operand) => binder.bind(dialect.encode(type, operand)),
    bindFolded: (operand) =>
      binder.bind(dialect.encode(type, isText && operand !== null ? fold(String(operand)) : operand)),
  });
}

/** A list without items is unset; a value equals a list that has it. */
function compileListTest(
  { dialect, binder }: PredicateContext,
  list: string,
  operator: Operator,
  operands: readonly Operand[],
): string {
  const isEmpty = dialect.listIsEmpty(list);
  const tests = operands.map((item) => (item === null ? isEmpty : dialect.listHolds(list, binder.bind(item))));
  switch (operator) {
    case 'null':
    case 'empty':
      return isEmpty;
    case 'not-null':
    case 'not-empty':
      return `NOT (${isEmpty})`;
    case 'eq':
      return `(${tests.join(' OR ')})`;
    case 'not-eq':
      return `(${tests.join(' OR ')}) IS NOT TRUE`;
    default:
      throw new Error(`a list has no operator "${operator}"`);
  }
}

const compileOperator = {
  eq: (c) => anyOf(c.expression, c.operands, c.bind),
  'not-eq': (c) => noneOf(c.expression, c.operands, c.bind),
  ieq: (c) => anyOf(c.folded, c.operands, c.bindFolded),
  'not-ieq': (c) => noneOf(c.folded, c.operands, c.bindFolded),
  contains: (c) => c.dialect.contains(c.expression, c.bind(c.operands[0]!)),
  starts: (c) => c.dialect.starts(c.expression, c.bind(c.operands[0]!)),
  ends: (c) => c.dialect.ends(c.expression, c.bind(c.operands[0]!)),
  icontains: (c) => c.dialect.contains(c.folded, c.bindFolded(c.operands[0]!)),
  istarts: (c) => c.dialect.starts(c.folded, c.bindFolded(c.operands[0]!)),
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

function isTextType(type: ValueType): boolean {
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
