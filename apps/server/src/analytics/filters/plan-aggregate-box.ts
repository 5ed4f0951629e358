/**
 * Turns a box on what related records add up to into a condition on the main record. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { ErrorCollector, eachOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { checkFilterPart } from '../../plan/list/plan-filter.js';
import { resolvePath } from '../../plan/relations/field-path.js';
import type { AggregateFunction, Filter, Step } from '../../request/filter.js';
import { type SubjectKind, subjectKind } from './field-operator.js';
import type { FilterBox, FilterRule, FilterScope, RuleBox } from './filter-tab.js';
import { present } from './first-relations.js';
import { planRule, planSubject, type Subject } from './plan-rule.js';

/** From the main records to those of the box. */
export interface Way {
  readonly main: EntityType;
  /** Null: there is none, which is rejected elsewhere; the rules are only judged. */
  readonly path: readonly Step[] | null;
}

/**
 * @param entityType of the box
 * @throws ParameterErrors for all that is wrong: no rule on a sum, sums of what has none, a formula or points, errors in the rules
 */
export function planAggregateBox(entityType: EntityType, box: FilterBox, way: Way, scope: FilterScope): Filter {
  if (box.kind === 'health') throw parameterError(box.at, 'an "Aggregation" takes no points');
  const errors = new ErrorCollector();
  errors.attempt(() => checkFormula(box));
  const rules = box.rules.map((rule) => ({ rule, sum: sumOf(rule) }));
  errors.attempt(() => {
    if (rules.some(({ sum }) => sum !== undefined)) return;
    const problem =
      'an "Aggregation" takes a rule on "count", or on "sum", "min", "max" or "avg" and a field, as in "sum.value"';
    throw parameterError(box.at, problem);
  });
  const conditions = rules.flatMap(({ rule, sum }) => {
    return (sum ? null : errors.attempt(() => planRule(entityType, rule, scope))) ?? [];
  });
  const among: Filter = { kind: 'and', filters: [present, ...conditions] };
  const summed = rules.flatMap(({ rule, sum }) => (sum ? [{ rule, sum }] : []));
  const filters = errors.attempt(() =>
    eachOf(summed, ({ rule, sum }) => planSum(rule, sum, { entityType, way, among }, scope)),
  );
  errors.throwIfAny();
  return { kind: 'and', filters: (filters ?? []).filter((filter) => filter !== null) };
}

function checkFormula({ formula, at }: RuleBox): void {
  if (formula !== null) throw parameterError(`${at}.formula`, 'the rules of an "Aggregation" must all hold');
}

interface Sum {
  readonly function: AggregateFunction;
  readonly field: readonly string[] | null;
}

interface Summed {
  readonly entityType: EntityType;
  readonly way: Way;
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

function planSum(rule: FilterRule, sum: Sum, { entityType, way, among }: Summed, scope: FilterScope): Filter | null {
  const kind = kindOf(rule, sum, entityType, scope);
  const planAmong = (records: Filter): Filter | null => {
    const compare: Subject['compare'] = (operator, operands) => {
      const at = `${rule.at}.values`;
      return { kind: 'aggregate', path: way.path ?? [], among: records, ...sum, operator, operands, at };
    };
    return planSubject(rule, { kind, compare }, scope);
  };
  // What the other rules say is judged once, not with each sum.
  const alone = way.path && planAmong(present);
  if (alone) checkFilterPart(scope.catalog, way.main, alone);
  return planAmong(among);
}

const summable: readonly SubjectKind[] = ['number'];
const comparable: readonly SubjectKind[] = ['number', 'day', 'moment'];

function kindOf(rule: FilterRule, sum: Sum, entityType: EntityType, { catalog }: FilterScope): SubjectKind {
  if (sum.field === null) return 'number';
  const { steps, terminal } = resolvePath(catalog, entityType, sum.field, `${rule.at}.field`);
  const kind = subjectKind(terminal);
  const isBetween = sum.function === 'MIN' || sum.function === 'MAX';
  if (steps.length === 0 && (isBetween ? comparable : summable).includes(kind)) return kind;
  const wanted = isBetween ? 'a number, a day or a moment' : 'a number';
  throw parameterError(`${rule.at}.field`, `"${sum.field.join('.')}" is not ${wanted} of ${entityType.name} itself`);
}
