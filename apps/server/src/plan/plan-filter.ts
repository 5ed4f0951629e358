/**
 * Resolves a filter tree against the catalog: names become fields, operands values of their types. Pure.
 */
import { type Catalog, type EntityType, isSingleValueType, type ValueType } from '@headwater/catalog';
import { ApiError } from '../errors/api-error.js';
import type { Condition, Filter, FilterSome, Operator } from '../request/filter.js';
import {
  type FieldPath,
  type Hop,
  hopOf,
  maxHops,
  noRelation,
  resolvePath,
  type Terminal,
  tooManyHops,
} from './field-path.js';
import { parseOperand, wantedOperand } from './operand.js';
import type { Operand, Predicate } from './predicate.js';

type ValueTerminal = Exclude<Terminal, { kind: 'rows' }>;

/** Conditions and groups of one filter at most: databases bound how deep an expression may be. */
const maxFilterParts = 200;

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID`: unknown field or relation, an operator that the field's type does not have,
 *   a wrong number of operands, an operand of the wrong type, more than 200 conditions, more than 5 relations in a row
 */
export function planFilter(catalog: Catalog, entityType: EntityType, filter: Filter): Predicate {
  if (countParts(filter) > maxFilterParts) {
    throw new ApiError('ERROR_PARAMETER_INVALID', `filter: at most ${maxFilterParts} conditions.`, { at: 'filter' });
  }
  return planPart(catalog, entityType, filter, maxHops);
}

function countParts(filter: Filter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.reduce((sum, part) => sum + countParts(part), 1);
    case 'not':
    case 'some':
      return 1 + countParts(filter.filter);
    case 'condition':
      return 1;
  }
}

/** @param hopsLeft relations that may still be followed from here */
function planPart(catalog: Catalog, entityType: EntityType, filter: Filter, hopsLeft: number): Predicate {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.filters.map((part) => planPart(catalog, entityType, part, hopsLeft)) };
    case 'not':
      return { kind: 'not', part: planPart(catalog, entityType, filter.filter, hopsLeft) };
    case 'some':
      return planSome(catalog, entityType, filter, hopsLeft);
    case 'condition':
      return planCondition(resolvePath(catalog, entityType, filter.path, filter.at, hopsLeft), filter);
  }
}

function planSome(catalog: Catalog, entityType: EntityType, filter: FilterSome, hopsLeft: number): Predicate {
  const hops: Hop[] = [];
  let current = entityType;
  for (const name of filter.path) {
    const hop = hopOf(catalog, current, name);
    if (!hop) throw noRelation(catalog, current, name, filter.at);
    if (hops.length >= hopsLeft) throw tooManyHops(filter.at);
    hops.push(hop);
    current = hop.target;
  }
  return hops.reduceRight<Predicate>(
    (part, hop) => ({ kind: 'exists', hop, part }),
    planPart(catalog, current, filter.filter, hopsLeft - hops.length),
  );
}

/** Operators that hold for a value that is not there; each is the opposite of another one. */
const opposites: Partial<Record<Operator, Operator>> = {
  null: 'not-null',
  empty: 'not-empty',
  'not-eq': 'eq',
  'not-ieq': 'ieq',
};

function planCondition(path: FieldPath, condition: Condition): Predicate {
  const { terminal } = path;
  const compare = terminal.kind === 'rows' ? planRowsTest(terminal, condition) : planCompare(terminal, condition);
  return along(path.hops, compare, opposites[condition.operator] !== undefined);
}

/**
 * Puts a comparison behind its hops. Over a to-one relation an operator that holds for null must also hold when there is no
 * related record: it is planned as "no related record matches the opposite". Over to-many, some record must match; so on the
 * way to one, it is planned as "no related record, or one that matches".
 */
function along(hops: readonly Hop[], compare: Predicate, holdsForNull: boolean): Predicate {
  const [hop, ...rest] = hops;
  if (!hop) return compare;
  if (hop.kind === 'many' || !holdsForNull) return { kind: 'exists', hop, part: along(rest, compare, holdsForNull) };
  if (rest.every(({ kind }) => kind === 'one')) {
    return { kind: 'not', part: { kind: 'exists', hop, part: along(rest, negate(compare), false) } };
  }
  const missing: Predicate = { kind: 'not', part: { kind: 'exists', hop, part: null } };
  return { kind: 'or', parts: [missing, { kind: 'exists', hop, part: along(rest, compare, holdsForNull) }] };
}

function negate(predicate: Predicate): Predicate {
  if (predicate.kind === 'not') return predicate.part;
  if (predicate.kind === 'compare') {
    const opposite = opposites[predicate.operator];
    if (opposite) return { ...predicate, operator: opposite };
  }
  return { kind: 'not', part: predicate };
}

/** A to-many relation itself: empty or not, or holding a row with a given id. */
function planRowsTest(terminal: Extract<Terminal, { kind: 'rows' }>, condition: Condition): Predicate {
  const hop: Hop = { kind: 'many', field: terminal.field, target: terminal.target };
  switch (condition.operator) {
    case 'empty':
    case 'null':
      return { kind: 'not', part: { kind: 'exists', hop, part: null } };
    case 'not-empty':
    case 'not-null':
      return { kind: 'exists', hop, part: null };
    case 'eq':
    case 'not-eq': {
      const id = terminal.target.fields.find((field) => field.name === 'id');
      if (id?.kind !== 'value') break;
      const part = planCompare({ kind: 'value', field: id }, { ...condition, operator: 'eq' });
      const exists: Predicate = { kind: 'exists', hop, part };
      return condition.operator === 'eq' ? exists : { kind: 'not', part: exists };
    }
  }
  throw refuse(condition, `operator "${condition.operator}" does not fit a relation to many records`);
}

function planCompare(terminal: ValueTerminal, condition: Condition): Predicate {
  const type = terminalType(terminal);
  const { operator } = condition;
  if (!operatorTypes[operator](type)) {
    throw refuse(condition, `operator "${operator}" does not fit a field of type ${type}`);
  }
  return { kind: 'compare', terminal, operator, operands: planOperands(type, condition) };
}

const isText = (type: ValueType) => type === 'string' || type === 'text';
const isOrdered = (type: ValueType) => isSingleValueType(type) && type !== 'boolean';
const always = () => true;

/** Which operators a type has. */
const operatorTypes: Record<Operator, (type: ValueType) => boolean> = {
  eq: (type) => type !== 'json',
  ieq: isSingleValueType,
  'not-eq': (type) => type !== 'json',
  'not-ieq': isSingleValueType,
  contains: isText,
  starts: isText,
  ends: isText,
  icontains: isText,
  istarts: isText,
  iends: isText,
  null: always,
  'not-null': always,
  empty: always,
  'not-empty': always,
  gt: isOrdered,
  gte: isOrdered,
  lt: isOrdered,
  lte: isOrdered,
  between: isOrdered,
};

/** @returns the type that a terminal's operands have */
export function terminalType(terminal: ValueTerminal): ValueType {
  switch (terminal.kind) {
    case 'value':
      return terminal.field.type;
    case 'reference':
      return 'uuid';
    case 'money':
      return terminal.part === 'currency_id' ? 'uuid' : 'decimal';
    case 'number':
      return 'integer';
  }
}

function planOperands(type: ValueType, condition: Condition): Operand[] {
  const { operator, operands } = condition;
  if (operator === 'null' || operator === 'not-null' || operator === 'empty' || operator === 'not-empty') return [];
  const mayBeMany = operator.endsWith('eq');
  if (operator === 'between' ? operands.length !== 2 : operands.length === 0 || (operands.length > 1 && !mayBeMany)) {
    const count =
      operator === 'between' ? 'two values, both ends included: "a,b"' : mayBeMany ? 'a value' : 'one value';
    throw refuse(condition, `operator "${operator}" takes ${count}; ${operands.length} given`);
  }
  return operands.map((operand) => {
    if (operand === null && mayBeMany) return null;
    const parsed = operand === null ? undefined : parseOperand(type, operand);
    if (parsed === undefined) throw refuse(condition, `${show(operand)} is not ${wantedOperand(type)}`);
    return parsed;
  });
}

function show(operand: string | number | boolean | null): string {
  const text = JSON.stringify(operand);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function refuse(condition: Condition, problem: string): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `${condition.at}: ${problem}.`, { at: condition.at });
}
