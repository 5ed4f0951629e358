/**
 * Turns one rule of a box into conditions of the filter tree. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { Temporal } from 'temporal-polyfill';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { parameterError } from '../../errors/parameter-error.js';
import { checkFilterPart } from '../../plan/list/plan-filter.js';
import { type FieldPath, resolvePath, type Terminal } from '../../plan/relations/field-path.js';
import { parseDate } from '../../plan/values/date-time.js';
import type { Condition, Filter, Operator } from '../../request/filter.js';
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
import type { FilterRule, FilterScope } from './filter-tab.js';
import { daysOf, isRelativePeriod, type RelativePeriod, relativePeriods } from './period.js';
import { dayOf, startOf } from './zone.js';

/** Types of fields that are compared with days. */
type DatedKind = 'day' | 'moment';

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
  if (fieldOperators[operator].values === 'none') checkNone(rule);
  switch (operator) {
    case 'IsEmpty':
      return subject.compare('empty', []);
    case 'IsActive':
      if (subject.isActive) return subject.isActive();
      break;
    case 'Has':
      if (subject.has) return subject.has(textsOf(rule));
      break;
    case 'RelativePeriod':
      if (isDated(subject.kind)) return planDays(rule, subject, operator, subject.kind, scope);
      break;
    case 'Nop':
      break;
    default:
      return isDated(subject.kind)
        ? planDays(rule, subject, operator, subject.kind, scope)
        : compareValues(rule, subject, operator);
  }
  throw misfit(rule, subject.kind);
}

/** Operators that compare the values of a field of any type but days. */
type ValueOperator = Exclude<PlainOperator, 'Nop' | 'IsEmpty' | 'IsActive' | 'Has' | 'RelativePeriod'>;

/** Those that take one value, and what they are in the filter tree. */
const comparisons = {
  Less: 'lt',
  LessOrEqual: 'lte',
  More: 'gt',
  MoreOrEqual: 'gte',
  Contains: 'icontains',
  StartsWith: 'istarts',
  EndsWith: 'iends',
} as const satisfies Record<Exclude<ValueOperator, 'Is' | 'In' | 'Between'>, Operator>;

function compareValues(rule: FilterRule, subject: Subject, operator: ValueOperator): Filter {
  if (operator === 'Is' || operator === 'In') {
    return subject.compare(subject.kind === 'text' ? 'ieq' : 'eq', itemsOf(rule));
  }
  if (operator === 'Between') return anyOf(boundsOf(rule).map((bounds) => subject.compare('between', bounds)));
  return anyOf(textsOf(rule).map((text) => subject.compare(comparisons[operator], [text])));
}

function isDated(kind: SubjectKind): kind is DatedKind {
  return kind === 'day' || kind === 'moment';
}

function planDays(
  rule: FilterRule,
  subject: Subject,
  operator: PlainOperator,
  kind: DatedKind,
  scope: FilterScope,
): Filter {
  return anyOf(compareDays(rule, operator, kind, scope).map((one) => subject.compare(one.operator, one.operands)));
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

/**
 * Comparisons of days and moments. A day that is given for a moment means all of it, in the zone of the filter; words stand for
 * periods that lie around now. Pure.
 */
export interface Compared {
  readonly operator: Operator;
  readonly operands: Condition['operands'];
}

/** @returns alternatives, one comparison each */
function compareDays(rule: FilterRule, operator: PlainOperator, kind: DatedKind, scope: FilterScope): Compared[] {
  const ends = endsOf(kind, scope.timeZone);
  switch (operator) {
    case 'Is':
    case 'In':
      return itemsOf(rule).map((item) => {
        const day = item === null ? undefined : ends.day(item);
        return day ? between(ends.first(day), ends.last(day)) : { operator: 'eq', operands: [item] };
      });
    case 'Between':
      return boundsOf(rule).map(([lower, upper]) => between(first(ends, lower), last(ends, upper)));
    case 'RelativePeriod': {
      const today = dayOf(scope.now, scope.timeZone);
      return textsOf(rule).map((word) => {
        const days = daysOf(periodNamed(rule, word), today);
        return between(ends.first(days.first), ends.last(days.last));
      });
    }
    case 'Less':
      return textsOf(rule).map((text) => ({ operator: 'lt', operands: [first(ends, text)] }));
    case 'LessOrEqual':
      return textsOf(rule).map((text) => ({ operator: 'lte', operands: [last(ends, text)] }));
    case 'More':
      return textsOf(rule).map((text) => ({ operator: 'gt', operands: [last(ends, text)] }));
    case 'MoreOrEqual':
      return textsOf(rule).map((text) => ({ operator: 'gte', operands: [first(ends, text)] }));
    default:
      throw misfit(rule, kind);
  }
}

/** What a day begins and ends with, as values of the field. */
interface Ends {
  /** @returns undefined for what is to be compared as it is */
  day(text: string): Temporal.PlainDate | undefined;
  first(day: Temporal.PlainDate): string;
  last(day: Temporal.PlainDate): string;
}

function endsOf(kind: 'day' | 'moment', timeZone: string): Ends {
  if (kind === 'day') return { day: () => undefined, first: String, last: String };
  return {
    day: bareDay,
    first: (day) => known(startOf(day, timeZone)),
    last: (day) => known(momentBefore(startOf(day.add({ days: 1 }), timeZone))),
  };
}

const dayForm = /^\s*\d{4}-\d{2}-\d{2}\s*$/;

function bareDay(text: string): Temporal.PlainDate | undefined {
  const day = dayForm.test(text) ? parseDate(text) : undefined;
  return day === undefined ? undefined : Temporal.PlainDate.from(day);
}

/** Moments are stored to the microsecond. */
function momentBefore(moment: string): string {
  const before = Temporal.PlainDateTime.from(moment).subtract({ microseconds: 1 });
  return before.toString({ fractionalSecondDigits: 6 });
}

/** Of the moments that fields can hold. */
const bounds = { first: '0001-01-01T00:00:00.000000', last: '9999-12-31T23:59:59.999999' } as const;

/** @returns the moment, or the bound that it lies beyond: the outermost days begin or end there in some zones */
function known(moment: string): string {
  if (moment.startsWith('+')) return bounds.last;
  return moment < bounds.first ? bounds.first : moment;
}

function first(ends: Ends, text: string): string {
  const day = ends.day(text);
  return day ? ends.first(day) : text;
}

function last(ends: Ends, text: string): string {
  const day = ends.day(text);
  return day ? ends.last(day) : text;
}

function between(lower: string, upper: string): Compared {
  return { operator: 'between', operands: [lower, upper] };
}

function periodNamed(rule: FilterRule, word: string): RelativePeriod {
  if (isRelativePeriod(word)) return word;
  const hint = suggestion(word, relativePeriods) || ` There are ${relativePeriods.join(', ')}.`;
  throw valuesError(rule, `${JSON.stringify(word.slice(0, 80))} names no period`, hint);
}

// Reads the values of a rule in the form that its operator takes. Pure; what a value must look like is the field's business.

/**
 * @returns the items of operators that compare with one value or a list; null means no value
 * @throws ApiError `ERROR_PARAMETER_INVALID` for none, and for alternatives of several parts where each must be one value
 */
function itemsOf(rule: FilterRule): (string | null)[] {
  const isList = fieldOperators[rule.operator].values === 'list';
  if (!isList && rule.values.some((parts) => parts.length !== 1)) {
    throw valuesError(rule, `"${rule.operator}" takes alternatives of one part each: [["a"], ["b"]]`);
  }
  const items = rule.values.flat();
  if (items.length === 0) throw valuesError(rule, `"${rule.operator}" takes at least one value`);
  return items;
}

/** @returns the same where no value is null @throws ApiError the same, and for null */
function textsOf(rule: FilterRule): string[] {
  return itemsOf(rule).map((item) => present(rule, item));
}

/** @returns the two bounds of each alternative @throws ApiError `ERROR_PARAMETER_INVALID` for anything else */
function boundsOf(rule: FilterRule): (readonly [lower: string, upper: string])[] {
  const bounds = rule.values.map((parts) => {
    const [lower, upper] = parts;
    if (lower === undefined || upper === undefined || parts.length !== 2) {
      throw valuesError(rule, `"${rule.operator}" takes alternatives of two parts each, both bounds: [["1", "5"]]`);
    }
    return [present(rule, lower), present(rule, upper)] as const;
  });
  if (bounds.length === 0) throw valuesError(rule, `"${rule.operator}" takes two bounds: [["1", "5"]]`);
  return bounds;
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` when there are some, for an operator that takes none */
function checkNone(rule: FilterRule): void {
  const isGiven = rule.values.some((parts) => parts.some((part) => part !== null && part !== ''));
  if (isGiven) throw valuesError(rule, `"${rule.operator}" takes no values`);
}

/** @returns the error of the values of a rule. @param hint a sentence that follows */
function valuesError({ at }: FilterRule, problem: string, hint = ''): ApiError {
  return parameterError(`${at}.values`, problem, hint);
}

function present(rule: FilterRule, item: string | null): string {
  if (item === null) throw valuesError(rule, `null means no value, which "${rule.operator}" does not take`);
  return item;
}
