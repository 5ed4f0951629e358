/**
 * Writes a predicate as SQL. Every sub-select binds the space itself. Pure.
 */
import { isListType, operatorByName, type ValueField } from '@headwater/catalog';
import { terminalType } from '../../plan/list/plan-filter.js';
import type { Operand, Predicate } from '../../plan/list/predicate.js';
import type { RelationStep } from '../../plan/relations/field-path.js';
import type { Operator } from '../../request/filter.js';
import { inSpace } from '../binder.js';
import { compileCustomComparison } from '../custom-values/compile-custom-comparison.js';
import { customValueRows } from '../custom-values/compile-custom-value.js';
import { type CustomValue, customTerminal } from '../custom-values/custom-value.js';
import type { SearchContext } from '../dialects/planning.js';
import { isOnlyFolded } from '../indexes.js';
import { recordsOf } from '../record-source.js';
import { compileAggregate, compileFirst, compileScore } from '../select/compile-related.js';
import { column, compileFolded, compileTerminal } from '../select/compile-value.js';
import { type Compared, compileComparison, inAnyCaseOf, isTextType } from './compile-comparison.js';
import { customStep, joinCondition } from './join-condition.js';
import type { PredicateContext } from './predicate-context.js';
import { likePattern, searchedParts } from './searched-part.js';

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
    case 'not': {
      const part = compilePredicate({ ...context, isNegated: true }, alias, predicate.part);
      // A comparison with null is neither true nor false; its opposite must be true.
      return predicate.part.kind === 'exists' ? `NOT ${part}` : `(${part}) IS NOT TRUE`;
    }
    case 'exists':
      return compileExists(context, alias, predicate.step, predicate.part);
    case 'first':
      return compileFirst(context, alias, predicate, compilePredicate);
    case 'aggregate':
      return compileAggregate(context, alias, predicate, compilePredicate);
    case 'score':
      return compileScore(context, alias, predicate, compilePredicate);
    case 'compare':
      return compileCompare(context, alias, predicate);
  }
}

function compileExists(context: PredicateContext, alias: string, step: RelationStep, part: Predicate | null): string {
  const target = `${alias}_`;
  const further: string[] = [];
  if (step.kind === 'many' && !context.includeDeleted) further.push(`NOT ${column(target, 'is_deleted')}`);
  const custom = customStep(step);
  // On the way to a record that a custom field points at lies a table of values: two steps in one.
  const depth = context.depth + (custom ? 2 : 1);
  if (part) further.push(compilePredicate({ ...context, depth }, target, part));
  if (custom) {
    const isWide = part !== null && looksFurther(part);
    return compileCustomExists({ ...context, isWide }, alias, target, step, custom, further);
  }
  const conditions = [
    inSpace(context.dialect, target),
    joinCondition(context.dialect, alias, target, step),
    ...further,
  ];
  const select = `SELECT 1 FROM ${recordsOf(context.dialect, step.target)} ${target} WHERE ${conditions.join(' AND ')}`;
  return context.dialect.exists(select, context);
}

function looksFurther(predicate: Predicate): boolean {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.parts.some(looksFurther);
    case 'not':
      return looksFurther(predicate.part);
    case 'exists':
    case 'first':
    case 'aggregate':
      return true;
    case 'score':
      return predicate.parts.some(({ part }) => looksFurther(part));
    case 'compare':
      return false;
  }
}

/** From the record to the value and on to the other record, or the other way round. */
function compileCustomExists(
  context: PredicateContext & SearchContext,
  alias: string,
  target: string,
  step: RelationStep,
  custom: CustomValue,
  further: readonly string[],
): string {
  const { dialect } = context;
  const rows = customValueRows(dialect, custom, `${target}v`);
  const [own, key, other] =
    step.kind === 'one'
      ? [column(alias, 'id'), rows.recordId, rows.value]
      : [column(alias, step.field.on), rows.value, rows.recordId];
  const space = inSpace(dialect, target);
  const from = `${rows.from} JOIN ${recordsOf(dialect, step.target)} ${target} ON ${space} AND ${target}.id = ${other}`;
  return dialect.isFoundIn(own, { from, key, conditions: [...rows.conditions, ...further] }, context);
}

function compileCompare(
  context: PredicateContext,
  alias: string,
  { terminal, operator, operands }: Extract<Predicate, { kind: 'compare' }>,
): string {
  const custom = customTerminal(terminal);
  if (custom) return compileCustomComparison(context, alias, custom, operator, operands);
  const { dialect } = context;
  const type = terminalType(terminal);
  const expression = compileTerminal(context, alias, terminal);
  if (isListType(type)) return compileListTest(context, expression, operator, operands);
  const isText = terminal.kind === 'value' && isTextType(type);
  const compared: Compared = {
    type,
    expression,
    ...(isText && { folded: compileFolded(dialect, alias, terminal.field) }),
  };
  const isLike = isText ? compileSearch(context, compared.folded, terminal.field, operator, operands) : undefined;
  // Of folded texts the two say the same.
  if (isLike !== undefined && operatorByName(operator).ignoresCase) return isLike;
  const test = compileComparison(context, compared, operator, operands);
  if (isLike !== undefined) return `(${dialect.besideImplied(test)} AND ${isLike})`;
  const inAnyCase = terminal.kind === 'value' && isOnlyFolded(terminal.field) && inAnyCaseOf.get(operator);
  if (!inAnyCase || operands.includes(null)) return test;
  // It follows, and has an index.
  return `(${dialect.besideImplied(test)} AND ${compileComparison(context, compared, inAnyCase, operands)})`;
}

/** @returns the condition, in the form that a search index serves, that follows from a comparison; undefined where none does */
function compileSearch(
  { dialect, binder }: PredicateContext,
  folded: string | undefined,
  field: ValueField,
  operator: Operator,
  operands: readonly Operand[],
): string | undefined {
  const { like } = dialect;
  const parts = like && searchedParts(field, operator, operands);
  if (!like || parts === undefined || folded === undefined) return undefined;
  const likes = parts.map((part) => like(folded, binder.bind(likePattern(operator, part))));
  return likes.length === 1 ? likes.join() : `(${likes.join(' OR ')})`;
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
