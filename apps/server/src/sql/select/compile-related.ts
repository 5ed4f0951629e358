/**
 * Writes the parts of a predicate that look at related records as a whole, and those that count points. Pure.
 */

import { terminalType } from '../../plan/list/plan-filter.js';
import type { Predicate } from '../../plan/list/predicate.js';
import type { RelationStep, ValueTerminal } from '../../plan/relations/field-path.js';
import { inSpace } from '../binder.js';
import { compileComparison } from '../filter/compile-comparison.js';
import { joinCondition } from '../filter/join-condition.js';
import type { PredicateContext } from '../filter/predicate-context.js';
import { recordsOf } from '../record-source.js';
import { column, compileTerminal } from './compile-value.js';

/** Writes any predicate. */
type CompilePart = (context: PredicateContext, alias: string, predicate: Predicate) => string;

/** The first of the related records, and whether it matches: null where there is none. */
export function compileFirst(
  context: PredicateContext,
  alias: string,
  { steps, among, orderBy, descending, part }: Extract<Predicate, { kind: 'first' }>,
  compile: CompilePart,
): string {
  const { dialect } = context;
  const { target, text, inside } = compileRelated(context, alias, steps, among, compile);
  const key = compileFirstKey(context, target, orderBy);
  const order = [
    ...(descending ? [] : [`${key} IS NULL`]),
    dialect.orderBy(key, descending),
    `${column(target, 'id')} ${descending ? 'DESC' : 'ASC'}`,
  ];
  const matches = compile(inside, target, part);
  return `(SELECT ${matches} ${text} ORDER BY ${order.join(', ')} LIMIT 1) IS TRUE`;
}

/** A day among moments counts as the moment in which it begins. */
function compileFirstKey(context: PredicateContext, target: string, terminals: readonly ValueTerminal[]): string {
  const keys = terminals.map((terminal) => {
    const value = compileTerminal(context, target, terminal);
    const isDay = terminals.length > 1 && terminalType(terminal) === 'date';
    return isDay ? context.dialect.dateAsDateTime(value) : value;
  });
  return keys.length === 1 ? keys[0]! : `coalesce(${keys.join(', ')})`;
}

export function compileAggregate(
  context: PredicateContext,
  alias: string,
  predicate: Extract<Predicate, { kind: 'aggregate' }>,
  compile: CompilePart,
): string {
  const { dialect } = context;
  const { steps, among, function: name, terminal, type, operator, operands } = predicate;
  const { target, text } = compileRelated(context, alias, steps, among, compile);
  const value = terminal ? compileTerminal(context, target, terminal) : '*';
  const expression = `(SELECT ${dialect.aggregate(name, value, type)} ${text})`;
  return compileComparison(context, { type, expression }, operator, operands);
}

export function compileScore(
  context: PredicateContext,
  alias: string,
  { parts, minimum }: Extract<Predicate, { kind: 'score' }>,
  compile: CompilePart,
): string {
  const points = parts.map(({ part, weight }) => {
    const holds = compile(context, alias, part);
    return `CASE WHEN ${holds} THEN ${context.binder.bind(weight)} ELSE 0 END`;
  });
  return `(${['0', ...points].join(' + ')} >= ${context.binder.bind(minimum)})`;
}

/** The records at the end of some steps, joined one to the other. */
interface Related {
  /** Alias of the records at the end. */
  readonly target: string;
  /** From FROM to the end of the conditions. */
  readonly text: string;
  /** For what speaks of these records. */
  readonly inside: PredicateContext;
}

function compileRelated(
  context: PredicateContext,
  alias: string,
  steps: readonly RelationStep[],
  among: Predicate,
  compile: CompilePart,
): Related {
  const { dialect } = context;
  const inside = { ...context, depth: context.depth + steps.length, isNegated: false };
  const joins: string[] = [];
  const where: string[] = [];
  let target = alias;
  for (const step of steps) {
    const from = target;
    target = `${target}_`;
    const conditions = [
      inSpace(dialect, target),
      joinCondition(dialect, from, target, step),
      ...(step.kind === 'many' && !context.includeDeleted ? [`NOT ${column(target, 'is_deleted')}`] : []),
    ].join(' AND ');
    const records = `${recordsOf(dialect, step.target)} ${target}`;
    // The first has nothing to be joined to: what ties it to the record outside goes behind WHERE.
    if (from === alias) where.push(conditions);
    joins.push(from === alias ? records : `${records} ON ${conditions}`);
  }
  where.push(compile(inside, target, among));
  return { target, text: `FROM ${joins.join(` ${dialect.joinInOrder} `)} WHERE ${where.join(' AND ')}`, inside };
}
