/**
 * Resolves the steps of a filter along relations, those that no member names among them. Pure; knows no column names.
 */
import type { Catalog, EntityType, ReferenceField, ValueType } from '@headwater/catalog';
import { parameterError } from '../../errors/parameter-error.js';
import type {
  AggregateFunction,
  Condition,
  Filter,
  FilterAggregate,
  FilterFirst,
  ReferringRecords,
  Step,
} from '../../request/filter.js';
import { readable, requireFieldsOf } from '../../rights/scoped-catalog.js';
import type { Operand, Predicate } from '../list/predicate.js';
import { noRelation, type RelationStep, resolvePath, stepOf, tooManySteps, type ValueTerminal } from './field-path.js';
import { referringRows } from './referring-rows.js';
import type { RowsStep } from './rows-step.js';

export interface RelatedRecords {
  readonly steps: readonly RelationStep[];
  /** Of the records at the end. */
  readonly entityType: EntityType;
}

/**
 * @param path steps as the caller wrote them
 * @param at where the caller wrote them, for messages
 * @param stepsLeft relations that may be followed
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a member that is no relation, and for too many steps; Error for a step that names no
 *   member and is not in the catalog
 */
export function relatedSteps(
  catalog: Catalog,
  from: EntityType,
  path: readonly Step[],
  at: string,
  stepsLeft: number,
): RelatedRecords {
  const steps: RelationStep[] = [];
  let entityType = from;
  for (const given of path) {
    const step = resolveStep(catalog, entityType, given, at);
    if (steps.length >= stepsLeft) throw tooManySteps(at);
    steps.push(step);
    entityType = step.target;
  }
  return { steps, entityType };
}

function resolveStep(catalog: Catalog, entityType: EntityType, given: Step, at: string): RelationStep {
  if (typeof given !== 'string') {
    return 'to' in given ? forward(catalog, entityType, given.by, given.to) : backwardStep(catalog, entityType, given);
  }
  const step = stepOf(catalog, entityType, given);
  if (!step) throw noRelation(catalog, entityType, given, at);
  return step;
}

/** How a sentence begins that says which hidden relation a filter needs. */
const followed = 'The filter follows';

function forward(catalog: Catalog, entityType: EntityType, by: string, to: string): RelationStep {
  requireFieldsOf(catalog, [[entityType.name, by]], followed);
  return { kind: 'one', field: reference(entityType, by), target: readable(catalog, to) };
}

/**
 * Relations need no member: what a record of another entity type points at knows nothing of it.
 * @throws Error for references that the catalog does not have
 */
export function backwardStep(catalog: Catalog, entityType: EntityType, referring: ReferringRecords): RowsStep {
  const { from, via, on, alike } = referring;
  const target = readable(catalog, from);
  const { name } = reference(target, via);
  requireFieldsOf(
    catalog,
    [
      [from, via, ...(alike === undefined ? [] : [alike])],
      [entityType.name, on ?? 'id'],
    ],
    followed,
  );
  return {
    kind: 'many',
    target,
    field: referringRows(name, from, on === undefined ? 'id' : reference(entityType, on).name),
    ...(alike !== undefined && { alike: reference(target, alike) }),
  };
}

function reference({ name, fields }: EntityType, by: string): ReferenceField {
  const field = fields.find((one): one is ReferenceField => one.kind === 'reference' && one.name === by);
  if (!field) throw new Error(`${name} has no reference "${by}"`);
  return field;
}

// Plans the parts of a filter that look at related records as a whole: at the first of them, or at what they add up to. Pure.

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
