/**
 * Resolves a filter tree against the catalog: names become fields, operands values of their types. Pure.
 */
import { type Catalog, type EntityType, operatorByName, type ValueType } from '@headwater/catalog';
import { eachOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import type { Condition, Filter, FilterSome, Operator } from '../../request/filter.js';
import type { CollectedIds } from '../relations/collected-ids.js';
import {
  type FieldPath,
  maxSteps,
  type RelationStep,
  resolvePath,
  type Terminal,
  type ValueTerminal,
} from '../relations/field-path.js';
import { type PartPlanner, planAggregate, planFirst, relatedSteps } from '../relations/related-steps.js';
import { itemReference, type RowsStep } from '../relations/rows-step.js';
import { parseOperand, wantedOperand } from '../values/operand.js';
import { meantBy } from '../values/parse-value.js';
import { checkFilterSize } from './filter-size.js';
import type { Operand, Predicate } from './predicate.js';

/**
 * @throws ParameterErrors for all that is wrong: unknown field or relation, an operator that the field's type does not have,
 *   a wrong number of operands, an operand of the wrong type, more conditions or values than `checkFilterSize` lets pass,
 *   more than 5 relations in a row
 */
export function planFilter(catalog: Catalog, entityType: EntityType, filter: Filter): Predicate {
  checkFilterSize(filter, 'filter');
  return planPart(catalog, entityType, filter, maxSteps);
}

/**
 * For parts of a filter that is planned as a whole later, or not at all.
 * @throws ParameterErrors as `planFilter` does, but for the number of conditions and values
 */
export function checkFilterPart(catalog: Catalog, entityType: EntityType, part: Filter): void {
  planPart(catalog, entityType, part, maxSteps);
}

/** @param stepsLeft relations that may still be followed from here */
function planPart(catalog: Catalog, entityType: EntityType, filter: Filter, stepsLeft: number): Predicate {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return {
        kind: filter.kind,
        parts: eachOf(filter.filters, (part) => planPart(catalog, entityType, part, stepsLeft)),
      };
    case 'not':
      return { kind: 'not', part: planPart(catalog, entityType, filter.filter, stepsLeft) };
    case 'some':
      return planSome(catalog, entityType, filter, stepsLeft);
    case 'first':
      return planFirst(partPlanner(catalog), entityType, filter, stepsLeft);
    case 'aggregate':
      return planAggregate(partPlanner(catalog), entityType, filter, stepsLeft);
    case 'score':
      return {
        kind: 'score',
        parts: eachOf(filter.parts, ({ filter: part, weight }) => {
          return { part: planPart(catalog, entityType, part, stepsLeft), weight };
        }),
        minimum: filter.minimum,
      };
    case 'condition':
      return planCondition(resolvePath(catalog, entityType, filter.path, filter.at, stepsLeft), filter);
  }
}

function planSome(catalog: Catalog, from: EntityType, filter: FilterSome, stepsLeft: number): Predicate {
  const { steps, entityType } = relatedSteps(catalog, from, filter.path, filter.at, stepsLeft);
  return steps.reduceRight<Predicate>(
    (part, step) => ({ kind: 'exists', step, part }),
    planPart(catalog, entityType, filter.filter, stepsLeft - steps.length),
  );
}

function partPlanner(catalog: Catalog): PartPlanner {
  return {
    catalog,
    plan: (entityType, filter, stepsLeft) => planPart(catalog, entityType, filter, stepsLeft),
    operands: checkedOperands,
    typeOf: terminalType,
  };
}

function planCondition(path: FieldPath, condition: Condition): Predicate {
  const { terminal } = path;
  return along(path.steps, planTest(terminal, condition), holdsForNull(condition.operator));
}

/** Whether the operator holds for a value that is not there. */
function holdsForNull(operator: Operator): boolean {
  return operatorByName(operator).opposite !== undefined;
}

function planTest(terminal: Terminal, condition: Condition): Predicate {
  switch (terminal.kind) {
    case 'rows':
      return planSetTest(rowIds(terminal.step), condition);
    case 'collected-ids':
      return planSetTest(collectedIds(terminal.ids), condition);
    default:
      return planCompare(terminal, condition);
  }
}

/**
 * Puts a comparison behind its steps. Over a to-one relation an operator that holds for null must also hold when there is no
 * related record: it is planned as "no related record matches the opposite". Over to-many, some record must match; so on the
 * way to one, it is planned as "no related record, or one that matches".
 */
function along(steps: readonly RelationStep[], compare: Predicate, holdsForNull: boolean): Predicate {
  const [step, ...rest] = steps;
  if (!step) return compare;
  if (step.kind === 'many' || !holdsForNull) return { kind: 'exists', step, part: along(rest, compare, holdsForNull) };
  if (rest.every(({ kind }) => kind === 'one')) {
    return { kind: 'not', part: { kind: 'exists', step, part: along(rest, negate(compare), false) } };
  }
  const missing: Predicate = { kind: 'not', part: { kind: 'exists', step, part: null } };
  return { kind: 'or', parts: [missing, { kind: 'exists', step, part: along(rest, compare, holdsForNull) }] };
}

function negate(predicate: Predicate): Predicate {
  if (predicate.kind === 'not') return predicate.part;
  if (predicate.kind === 'compare') {
    const opposite = operatorByName(predicate.operator).opposite;
    if (opposite) return { ...predicate, operator: opposite };
  }
  return { kind: 'not', part: predicate };
}

/** Records along a step, and the ids that each of them stands for. */
interface IdSet {
  readonly step: RowsStep;
  readonly ids: readonly ValueTerminal[];
  /** What a record must meet to count. */
  readonly conditions: readonly Predicate[];
}

/** A to-many relation itself stands for the ids of its rows and, in a field of the space, for those that bodies give as items. */
function rowIds(step: RowsStep): IdSet {
  const field = step.target.fields.find(({ name }) => name === 'id');
  if (field?.kind !== 'value') throw new Error(`${step.target.name} has no id`);
  const item = itemReference(step.field, step.target);
  return {
    step,
    ids: [{ kind: 'value', field }, ...(item ? [{ kind: 'reference', field: item } as const] : [])],
    conditions: [],
  };
}

function collectedIds({ step, member, where }: CollectedIds): IdSet {
  const id: ValueTerminal = { kind: 'reference', field: member };
  const conditions = where.map(({ field, value }): Predicate => {
    return { kind: 'compare', terminal: { kind: 'value', field }, operator: 'eq', operands: [value] };
  });
  return {
    step,
    ids: [id],
    conditions: [...conditions, { kind: 'compare', terminal: id, operator: 'not-null', operands: [] }],
  };
}

/** Whether a set of ids is empty or not, or holds a given one. */
function planSetTest({ step, ids, conditions }: IdSet, condition: Condition): Predicate {
  const some = (parts: readonly Predicate[]): Predicate => {
    const [first] = parts;
    return { kind: 'exists', step, part: parts.length > 1 ? { kind: 'and', parts } : (first ?? null) };
  };
  const holding = (): Predicate => {
    const parts = ids.map((id) => planCompare(id, { ...condition, operator: 'eq' }));
    const [first] = parts;
    return some([...conditions, parts.length === 1 && first ? first : { kind: 'or', parts }]);
  };
  switch (condition.operator) {
    case 'empty':
    case 'null':
      return { kind: 'not', part: some(conditions) };
    case 'not-empty':
    case 'not-null':
      return some(conditions);
    case 'eq':
      return holding();
    case 'not-eq':
      return { kind: 'not', part: holding() };
    default:
      throw parameterError(condition.at, `operator "${condition.operator}" does not fit a relation to many records`);
  }
}

function planCompare(terminal: ValueTerminal, condition: Condition): Predicate {
  const given = checkedOperands(terminalType(terminal), condition);
  const operands = given.map((operand) =>
    terminal.kind === 'value' && typeof operand === 'string' ? meantBy(terminal.field, operand) : operand,
  );
  return { kind: 'compare', terminal, operator: condition.operator, operands };
}

/** What a comparison says besides the field. */
type Comparison = Pick<Condition, 'operator' | 'operands' | 'at'>;

function checkedOperands(type: ValueType, condition: Comparison): readonly Operand[] {
  const { operator } = condition;
  if (!operatorByName(operator).types.includes(type)) {
    throw parameterError(condition.at, `operator "${operator}" does not fit a field of type ${type}`);
  }
  return planOperands(type, condition);
}

/** @returns the type that a terminal's operands have */
export function terminalType(terminal: ValueTerminal): ValueType {
  switch (terminal.kind) {
    case 'value':
    case 'favorite':
      return terminal.field.type;
    case 'reference':
      return 'uuid';
    case 'money':
      return terminal.part === 'currency_id' ? 'uuid' : 'decimal';
    case 'number':
      return 'integer';
  }
}

function planOperands(type: ValueType, condition: Comparison): readonly Operand[] {
  const { operator, operands } = condition;
  const count = operatorByName(operator).operands;
  if (count === 'none') return [];
  const mayBeMany = count === 'many';
  if (count === 'two' ? operands.length !== 2 : operands.length === 0 || (operands.length > 1 && !mayBeMany)) {
    const wanted = { one: 'one value', two: 'two values, both ends included: "a,b"', many: 'a value' }[count];
    throw parameterError(condition.at, `operator "${operator}" takes ${wanted}; ${operands.length} given`);
  }
  return eachOf(operands, (operand) => {
    if (operand === null && mayBeMany) return null;
    const parsed = operand === null ? undefined : parseOperand(type, operand);
    if (parsed === undefined)
      throw parameterError(condition.at, `${show(operand)} is not ${wantedOperand(type, operand)}`);
    return parsed;
  });
}

function show(operand: string | number | boolean | null): string {
  const text = JSON.stringify(operand);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
