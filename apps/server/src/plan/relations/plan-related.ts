/**
 * Plans the parts of a filter that look at related records as a whole: at the first of them, or at what they add up to. Pure.
 */
import type { Catalog, EntityType, ValueType } from '@headwater/catalog';
import { parameterError } from '../../errors/parameter-error.js';
import type { AggregateFunction, Condition, Filter, FilterAggregate, FilterFirst } from '../../request/filter.js';
import type { Operand, Predicate } from '../list/predicate.js';
import { resolvePath, type ValueTerminal } from './field-path.js';
import { relatedSteps } from './related-steps.js';

/** What plans the rest of the filter. */
export interface PartPlanner {
  readonly catalog: Catalog;
  plan(entityType: EntityType, filter: Filter, stepsLeft: number): Predicate;
  /** @throws ApiError when the operator does not suit the type, or the operands are none of it */
  operands(type: ValueType, condition: Pick<Condition, 'operator' | 'operands' | 'at'>): readonly Operand[];
  typeOf(terminal: ValueTerminal): ValueType;
}

export function planFirst(planner: PartPlanner, from: EntityType, filter: FilterFirst, stepsLeft: number): Predicate {
  const { steps, entityType } = relatedSteps(planner.catalog, from, filter.path, filter.at, stepsLeft);
  const left = stepsLeft - steps.length;
  return {
    kind: 'first',
    steps,
    among: planner.plan(entityType, filter.among, left),
    orderBy: filter.orderBy.map((member) => ownTerminal(planner.catalog, entityType, [member], filter.at)),
    descending: filter.descending,
    part: planner.plan(entityType, filter.filter, left),
  };
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` for a field that has nothing to add up or to compare, and operands of another type */
export function planAggregate(
  planner: PartPlanner,
  from: EntityType,
  filter: FilterAggregate,
  stepsLeft: number,
): Predicate {
  const { steps, entityType } = relatedSteps(planner.catalog, from, filter.path, filter.at, stepsLeft);
  const terminal = filter.field && ownTerminal(planner.catalog, entityType, filter.field, filter.at);
  const type = resultType(filter.function, terminal ? planner.typeOf(terminal) : 'integer');
  return {
    kind: 'aggregate',
    steps,
    among: planner.plan(entityType, filter.among, stepsLeft - steps.length),
    function: filter.function,
    terminal,
    type,
    operator: filter.operator,
    operands: planner.operands(type, filter),
  };
}

/** The type that what comes out is compared as: an average of whole numbers is none. */
function resultType(name: AggregateFunction, type: ValueType): ValueType {
  if (name === 'COUNT') return 'integer';
  return name === 'AVG' && type === 'integer' ? 'float' : type;
}

function ownTerminal(catalog: Catalog, entityType: EntityType, path: readonly string[], at: string): ValueTerminal {
  const { steps, terminal } = resolvePath(catalog, entityType, path, at);
  if (steps.length === 0 && terminal.kind !== 'rows' && terminal.kind !== 'collected-ids') return terminal;
  const problem = `"${path.join('.')}" is not a value of ${entityType.name} itself`;
  throw parameterError(at, problem);
}
