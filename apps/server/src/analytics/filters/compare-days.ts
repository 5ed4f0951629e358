/**
 * Comparisons of days and moments. A day that is given for a moment means all of it, in the zone of the filter; words stand for
 * periods that lie around now. Pure.
 */
import { Temporal } from 'temporal-polyfill';
import { suggestion } from '../../errors/closest-name.js';
import { parseDate } from '../../plan/values/date-time.js';
import type { Condition, Operator } from '../../request/filter.js';
import type { PlainOperator } from './field-operator.js';
import type { FilterScope } from './filter-scope.js';
import type { FilterRule } from './filter-tab.js';
import { daysOf, isRelativePeriod, type RelativePeriod, relativePeriods } from './relative-period.js';
import { boundsOf, itemsOf, textsOf, valuesError } from './rule-values.js';
import { dayOf, startOf } from './zone.js';

export interface Compared {
  readonly operator: Operator;
  readonly operands: Condition['operands'];
}

/** @returns alternatives, one comparison each */
export function compareDays(
  rule: FilterRule,
  operator: PlainOperator,
  kind: 'day' | 'moment',
  scope: FilterScope,
): Compared[] {
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
      throw new Error(`"${operator}" compares no days`);
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
