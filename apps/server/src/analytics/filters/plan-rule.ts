/**
 * Turns one rule of a box into conditions of the filter tree. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { checkFilterPart } from '../../plan/list/plan-filter.js';
import { type FieldPath, resolvePath, type Terminal } from '../../plan/relations/field-path.js';
import type { Condition, Filter, Operator } from '../../request/filter.js';
import { compareDays } from './compare-days.js';
import {
  fieldOperators,
  operatorFits,
  operatorsOf,
  type PlainOperator,
  plainOperator,
  type SubjectKind,
  subjectKind,
  subjectNames,
} from './field-operator.js';
import type { FilterScope } from './filter-scope.js';
import type { FilterRule } from './filter-tab.js';
import { boundsOf, checkNone, itemsOf, textsOf, valuesError } from './rule-values.js';

/** What a rule compares, and how a comparison of it is written. */
export interface Subject {
  readonly kind: SubjectKind;
  compare(operator: Operator, operands: Condition['operands']): Filter;
  /** Operators that look at the field rather than at its value. */
  has?(texts: readonly string[]): Filter;
  isActive?(): Filter;
}

/**
 * @param entityType of the records that the rule is about
 * @returns null when it is switched off
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an unknown field, an operator that does not fit it, values of another form or type
 */
export function planRule(entityType: EntityType, rule: FilterRule, scope: FilterScope): Filter | null {
  const path = rule.field.split('.');
  const found = resolvePath(scope.catalog, entityType, path, `${rule.at}.field`);
  const filter = planSubject(rule, fieldSubject(rule, path, found), scope);
  if (filter) checkFilterPart(scope.catalog, entityType, filter);
  return filter;
}

/** @returns null when the rule is switched off @throws ApiError the same, but for values of another type */
export function planSubject(rule: FilterRule, subject: Subject, scope: FilterScope): Filter | null {
  if (rule.operator === 'Nop') return null;
  if (!operatorFits(rule.operator, subject.kind)) throw misfit(rule, subject.kind);
  const { plain, isOpposite } = plainOperator(rule.operator);
  const filter = planPlain(rule, subject, plain, scope);
  return isOpposite ? { kind: 'not', filter } : filter;
}

function planPlain(rule: FilterRule, subject: Subject, operator: PlainOperator, scope: FilterScope): Filter {
  const { kind } = subject;
  if (fieldOperators[operator].values === 'none') checkNone(rule);
  if (operator === 'IsEmpty') return subject.compare('empty', []);
  if (operator === 'IsActive' && subject.isActive) return subject.isActive();
  if (operator === 'Has' && subject.has) return subject.has(textsOf(rule));
  if (kind === 'day' || kind === 'moment') {
    const compared = compareDays(rule, operator, kind, scope);
    return anyOf(compared.map((one) => subject.compare(one.operator, one.operands)));
  }
  return compareValues(rule, subject, operator);
}

/** Operators that take one value, and what they are in the filter tree. */
const comparisons: Partial<Record<PlainOperator, Operator>> = {
  Less: 'lt',
  LessOrEqual: 'lte',
  More: 'gt',
  MoreOrEqual: 'gte',
  Contains: 'icontains',
  StartsWith: 'istarts',
  EndsWith: 'iends',
};

function compareValues(rule: FilterRule, subject: Subject, operator: PlainOperator): Filter {
  if (operator === 'Is' || operator === 'In') {
    return subject.compare(subject.kind === 'text' ? 'ieq' : 'eq', itemsOf(rule));
  }
  if (operator === 'Between') return anyOf(boundsOf(rule).map((bounds) => subject.compare('between', bounds)));
  const compared = comparisons[operator];
  if (compared === undefined) throw new Error(`"${operator}" does not compare ${subjectNames[subject.kind]}`);
  return anyOf(textsOf(rule).map((text) => subject.compare(compared, [text])));
}

function fieldSubject(rule: FilterRule, path: readonly string[], { terminal }: FieldPath): Subject {
  const kind = subjectKind(terminal);
  const compare = (way: readonly string[]) => (operator: Operator, operands: Condition['operands']) =>
    ({ kind: 'condition', path: way, operator, operands, at: `${rule.at}.values` }) as const;
  return {
    kind,
    compare: compare(path),
    has(texts) {
      if (kind === 'bits')
        return compare(path)('eq', [...new Set(texts.flatMap((text) => masksWith(rule, terminal, text)))]);
      // Rows that only tie records together mean what is at their other end.
      const item = terminal.kind === 'rows' ? terminal.field.item : undefined;
      return compare(item === undefined ? path : [...path, item])('eq', texts);
    },
    isActive() {
      if (terminal.kind !== 'reference') return compare(path)('eq', [true]);
      // `owner.id` ends where `owner` and `owner_id` do: a reference itself is never called so.
      const way = path.slice(0, path.at(-1) === 'id' ? -2 : -1);
      return anyOf(terminal.field.links.map(({ name }) => compare([...way, name, 'is_deleted'])('eq', [false])));
    },
  };
}

/** @returns every value of the mask that has all bits of the given one */
function masksWith(rule: FilterRule, terminal: Terminal, text: string): number[] {
  const bits = terminal.kind === 'value' ? (terminal.field.enum ?? []).map(({ value }) => Number(value)) : [];
  const sums = Array.from({ length: 2 ** bits.length }, (_, chosen) =>
    bits.reduce((sum, bit, index) => sum + (chosen & (1 << index) ? bit : 0), 0),
  );
  const wanted = Number(text);
  if (wanted <= 0 || !sums.includes(wanted)) {
    throw valuesError(rule, `${JSON.stringify(text)} is not a bit of "${rule.field}"; its bits are ${bits.join(', ')}`);
  }
  return sums.filter((sum) => (sum & wanted) === wanted);
}

function anyOf(filters: readonly Filter[]): Filter {
  const [first] = filters;
  return first !== undefined && filters.length === 1 ? first : { kind: 'or', filters };
}

function misfit({ at, operator, field }: FilterRule, kind: SubjectKind): ApiError {
  const others = operatorsOf(kind).join(', ');
  const problem = `"${operator}" does not fit "${field}", which holds ${subjectNames[kind]}; it takes ${others}`;
  return new ApiError('ERROR_PARAMETER_INVALID', `${at}.operator: ${problem}.`, { at: `${at}.operator` });
}
