/**
 * Turns a box on what related records add up to into a condition on the main record. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../errors/api-error.js';
import { resolvePath } from '../plan/field-path.js';
import type { AggregateFunction, Filter, Step } from '../request/filter.js';
import { type SubjectKind, subjectKind } from './field-operator.js';
import type { FilterScope } from './filter-scope.js';
import type { FilterBox, FilterRule } from './filter-tab.js';
import { present } from './first-relations.js';
import { planRule, planSubject } from './plan-rule.js';

/**
 * @param entityType of the box
 * @param path from the main record to those of the box
 * @throws ApiError `ERROR_PARAMETER_INVALID` without a rule on a sum, for sums of what has none, for a formula or points
 */
export function planAggregateBox(
  entityType: EntityType,
  box: FilterBox,
  path: readonly Step[],
  scope: FilterScope,
): Filter {
  if (box.kind === 'health') throw refuse(box.at, 'points are no matter of an "Aggregation"');
  if (box.formula !== null) throw refuse(`${box.at}.formula`, 'the rules of an "Aggregation" must all hold');
  const rules = box.rules.map((rule) => ({ rule, sum: sumOf(rule) }));
  if (rules.every(({ sum }) => sum === undefined)) {
    throw refuse(
      `${box.at}`,
      'an "Aggregation" takes a rule on "count", or on "sum", "min", "max" or "avg" and a field, as in "sum.value"',
    );
  }
  const conditions = rules.map(({ rule, sum }) => (sum ? null : planRule(entityType, rule, scope)));
  const among: Filter = { kind: 'and', filters: [present, ...conditions.filter((filter) => filter !== null)] };
  const filters = rules.map(({ rule, sum }) => sum && planSum(rule, sum, { entityType, path, among }, scope));
  return { kind: 'and', filters: filters.filter((filter) => filter != null) };
}

interface Sum {
  readonly function: AggregateFunction;
  readonly field: readonly string[] | null;
}

interface Summed {
  readonly entityType: EntityType;
  readonly path: readonly Step[];
  readonly among: Filter;
}

const functions: readonly Exclude<AggregateFunction, 'COUNT'>[] = ['SUM', 'MIN', 'MAX', 'AVG'];

/** @returns undefined for a rule on the records themselves */
function sumOf({ field }: FilterRule): Sum | undefined {
  if (field === 'count') return { function: 'COUNT', field: null };
  const [first, ...path] = field.split('.');
  const name = functions.find((one) => one.toLowerCase() === first);
  return name && path.length > 0 ? { function: name, field: path } : undefined;
}

function planSum(rule: FilterRule, sum: Sum, { entityType, path, among }: Summed, scope: FilterScope): Filter | null {
  const kind = kindOf(rule, sum, entityType, scope);
  return planSubject(
    rule,
    {
      kind,
      compare(operator, operands) {
        return { kind: 'aggregate', path, among, ...sum, operator, operands, at: `${rule.at}.values` };
      },
    },
    scope,
  );
}

const summable: readonly SubjectKind[] = ['number'];
const comparable: readonly SubjectKind[] = ['number', 'day', 'moment'];

function kindOf(rule: FilterRule, sum: Sum, entityType: EntityType, { catalog }: FilterScope): SubjectKind {
  if (sum.field === null) return 'number';
  const { hops, terminal } = resolvePath(catalog, entityType, sum.field, `${rule.at}.field`);
  const kind = subjectKind(terminal);
  const isBetween = sum.function === 'MIN' || sum.function === 'MAX';
  if (hops.length === 0 && (isBetween ? comparable : summable).includes(kind)) return kind;
  const wanted = isBetween ? 'a number, a day or a moment' : 'a number';
  throw refuse(`${rule.at}.field`, `"${sum.field.join('.')}" is not ${wanted} of ${entityType.name} itself`);
}

function refuse(at: string, problem: string): ApiError {
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}.`, { at });
}
