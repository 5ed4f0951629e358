/**
 * The records behind a cell of a pivot table, as a filter. Pure.
 */
import { Temporal } from 'temporal-polyfill';
import { parameterError } from '../../errors/parameter-error.js';
import type { Filter } from '../../request/filter.js';
import { startOf } from '../filters/zone.js';
import type { PivotPlan, PlannedGroup } from './plan-pivot.js';
import type { GroupPeriod } from './report-item.js';

/** Keys of a row and of a column, as the evaluated table gives them: fewer than groups in a total. */
export interface CellPath {
  readonly rowKeys: readonly (string | null)[];
  readonly columnKeys: readonly (string | null)[];
  readonly at: string;
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` for more keys than groups, and for one that is no period */
export function cellFilter(plan: PivotPlan, { rowKeys, columnKeys, at }: CellPath, timeZone: string): Filter {
  return {
    kind: 'and',
    filters: [
      ...axisFilters(plan.rows, rowKeys, timeZone, `${at}.rowKeys`),
      ...axisFilters(plan.columns, columnKeys, timeZone, `${at}.columnKeys`),
    ],
  };
}

function axisFilters(
  groups: readonly PlannedGroup[],
  keys: readonly (string | null)[],
  timeZone: string,
  at: string,
): Filter[] {
  if (keys.length > groups.length) throw parameterError(at, `at most ${groups.length} keys, one for each group`);
  return groups.slice(0, keys.length).flatMap((group, index): Filter[] => {
    const key = keys[index] ?? null;
    const keyAt = `${at}[${index}]`;
    const { path } = group;
    const condition = (operator: 'eq' | 'gte' | 'lt' | 'not-null', ...operands: string[]): Filter => {
      return { kind: 'condition', path, operator, operands, at: keyAt };
    };
    // Where a relation leads to no record, there is no value either.
    if (key === null) return [{ kind: 'not', filter: condition('not-null') }];
    if (group.period === null) return [condition('eq', key)];
    const [first, after] = boundsOf(group.period, key, keyAt);
    const moment = (day: Temporal.PlainDate) => (group.type === 'date' ? day.toString() : startOf(day, timeZone));
    return [condition('gte', moment(first)), condition('lt', moment(after))];
  });
}

const lengths: Readonly<Record<GroupPeriod, Temporal.DurationLike>> = {
  Day: { days: 1 },
  Week: { weeks: 1 },
  Month: { months: 1 },
  Quarter: { months: 3 },
  Year: { years: 1 },
};

/** @returns the first day and the one after the last */
function boundsOf(period: GroupPeriod, key: string, at: string): [Temporal.PlainDate, Temporal.PlainDate] {
  const first = parseDay(key);
  if (!first || !isFirst(period, first)) throw parameterError(at, 'must be the first day of a period, YYYY-MM-DD');
  return [first, first.add(lengths[period])];
}

function parseDay(text: string): Temporal.PlainDate | null {
  try {
    const day = Temporal.PlainDate.from(text);
    return day.toString() === text ? day : null;
  } catch {
    return null;
  }
}

function isFirst(period: GroupPeriod, { day, month, dayOfWeek }: Temporal.PlainDate): boolean {
  switch (period) {
    case 'Day':
      return true;
    case 'Week':
      return dayOfWeek === 1;
    case 'Month':
      return day === 1;
    case 'Quarter':
      return day === 1 && month % 3 === 1;
    case 'Year':
      return day === 1 && month === 1;
  }
}
