/**
 * The conditions of a list: `filter[path]` with `filter-op[path]`.
 */
import { type EntityType, type Field, findOperator, type Operator, type ValueType } from '@headwater/catalog';
import type { Json } from './json.js';
import type { Meanings } from './operators.js';
import { type Path, readPath, valuesAt } from './paths.js';
import { badParameter } from './rejection.js';
import type { StoredRecord, Tables } from './tables.js';
import { type Read, readDay, readMoment, readUuid } from './values.js';

interface Condition {
  readonly path: Path;
  readonly operator: Operator;
  readonly operands: readonly Json[];
}

/** Texts of `filter` and names of operators in `filter-op`, both by path. */
export interface FilterParameters {
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly operators: ReadonlyMap<string, string>;
}

/** @throws Rejection for what cannot be compared */
export function readConditions(type: EntityType, { values, operators }: FilterParameters): readonly Condition[] {
  return [...new Set([...values.keys(), ...operators.keys()])].map((text) => {
    const parameter = `filter[${text}]`;
    const path = readPath(type, text, parameter);
    const name = operators.get(text) ?? 'eq';
    const operator = findOperator(name);
    if (operator === undefined) throw badParameter(`filter-op[${text}]`, `names "${name}", which is no operator`);
    const compared = path.part === 'currency_id' ? 'uuid' : comparedType(path.field);
    const fits = compared === undefined ? operator.operands === 'none' : operator.types.includes(compared);
    if (!fits) throw badParameter(parameter, `cannot be compared by "${name}"`);
    return { path, operator, operands: readOperands(compared, operator, values.get(text) ?? [], parameter) };
  });
}

/** @returns undefined for what only is there or not */
function comparedType(field: Field): ValueType | undefined {
  if (field.kind === 'rows') return undefined;
  if (field.kind === 'reference') return 'uuid';
  return field.kind === 'money' ? 'decimal' : field.type;
}

function readOperands(
  type: ValueType | undefined,
  { operands: wanted }: Operator,
  given: readonly string[],
  parameter: string,
): readonly Json[] {
  if (wanted === 'none') {
    if (given.length > 0) throw badParameter(parameter, 'has a value, which its operator does not take');
    return [];
  }
  const [only, ...others] = given;
  const texts = wanted === 'two' && only !== undefined && others.length === 0 ? only.split(',') : given;
  const isCount = wanted === 'many' ? texts.length > 0 : texts.length === (wanted === 'two' ? 2 : 1);
  if (!isCount || type === undefined) throw badParameter(parameter, 'has the wrong number of values');
  return texts.map((text) => {
    const read = readOperand(type, text);
    if ('problem' in read) throw badParameter(parameter, `has the value "${text}", which ${read.problem}`);
    return read.value;
  });
}

function readOperand(type: ValueType, text: string): Read {
  switch (type) {
    case 'integer':
      return /^-?\d{1,15}$/.test(text) ? { value: Number(text) } : { problem: 'is no whole number' };
    case 'float':
    case 'decimal':
      return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? { value: Number(text) } : { problem: 'is no number' };
    case 'boolean':
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : { problem: 'is neither true nor false' };
    case 'date':
      return readDay(text);
    case 'datetime':
      return readMoment(text);
    case 'uuid':
    case 'uuids': {
      const id = readUuid(text);
      return id === undefined ? { problem: 'is no id' } : { value: id };
    }
    default:
      return { value: text };
  }
}

/** @returns those that meet all conditions; where a path leads to several values, one of them has to */
export function meeting(
  tables: Tables,
  type: EntityType,
  records: readonly StoredRecord[],
  conditions: readonly Condition[],
  meanings: Meanings,
): readonly StoredRecord[] {
  return records.filter((record) =>
    conditions.every(({ path, operator, operands }) =>
      valuesAt(tables, type, record, path).some((value) => meanings[operator.name](value, operands)),
    ),
  );
}
