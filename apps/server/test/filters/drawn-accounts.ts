/**
 * Random accounts with opportunities around today, random tabs on them (points, what opportunities add up to, the next of them, words for
 * periods), how GraphQL takes these, and what they mean, written from the interface alone.
 */
import type { FieldOperator, FilterTabInput } from '@headwater/graphql-types';
import fc from 'fast-check';

export interface Deal {
  readonly ranking: number;
  readonly value: number;
  /** From today; no two deals have the same. */
  readonly daysAhead: number;
  readonly isDeleted: boolean;
}

export interface DrawnAccount {
  readonly city: string | null;
  readonly deals: readonly Deal[];
}

const cities = ['Leeds', 'York', 'Éire'] as const;

/** Where periods begin and end, and elsewhere. */
const daysAhead = fc.oneof(
  fc.integer({ min: -9, max: 9 }),
  fc.integer({ min: -40, max: 40 }),
  fc.constantFrom(-91, -90, -89, -365, -364, 89, 90, 91),
  fc.integer({ min: -420, max: 420 }),
);

export const drawnAccounts: fc.Arbitrary<readonly DrawnAccount[]> = fc
  .tuple(
    fc.array(fc.tuple(fc.option(fc.constantFrom(...cities)), fc.integer({ min: 0, max: 4 })), {
      minLength: 25,
      maxLength: 25,
    }),
    fc.uniqueArray(daysAhead, { minLength: 100, maxLength: 100 }),
    fc.array(
      fc.record({
        ranking: fc.integer({ min: 0, max: 5 }),
        value: fc.constantFrom(0, 0.1, 0.2, 99.99, 100, 1_000),
        isDeleted: fc.boolean(),
      }),
      { minLength: 100, maxLength: 100 },
    ),
  )
  .map(([accounts, ahead, deals]) =>
    accounts.map(([city, count], index) => ({
      city,
      deals: deals.slice(4 * index, 4 * index + count).map(({ ranking, value, isDeleted }, place) => ({
        ranking,
        value,
        daysAhead: ahead[4 * index + place] ?? 0,
        isDeleted: isDeleted && place > 0,
      })),
    })),
  );

/** A rule, and whether it holds for a deal, or for all deals that count. */
interface Rule<Subject> {
  readonly field: string;
  readonly operator: FieldOperator;
  readonly values: readonly (readonly string[])[];
  holds(subject: Subject, today: number): boolean;
}

const rule = <Subject>(
  field: string,
  operator: FieldOperator,
  values: readonly (readonly string[])[],
  holds: (subject: Subject, today: number) => boolean,
): Rule<Subject> => ({ field, operator, values, holds });

const dayMs = 86_400_000;
const dateOf = (day: number) => new Date(day * dayMs);
const dayNumber = (year: number, month: number, date: number) => Date.UTC(year, month, date) / dayMs;

/** The first day of a period and the first day after it. */
type Bounds = (today: number) => readonly [first: number, after: number];

const ofMonths =
  (length: number, shift: number): Bounds =>
  (today) => {
    const date = dateOf(today);
    const month = Math.floor(date.getUTCMonth() / length) * length + shift * length;
    return [dayNumber(date.getUTCFullYear(), month, 1), dayNumber(date.getUTCFullYear(), month + length, 1)];
  };
const ofWeeks =
  (shift: number): Bounds =>
  (today) => {
    const monday = today - ((dateOf(today).getUTCDay() + 6) % 7) + 7 * shift;
    return [monday, monday + 7];
  };
const around =
  (before: number, after: number): Bounds =>
  (today) => [today - before, today + after];

const periods: Readonly<Record<string, Bounds>> = {
  Today: around(0, 1),
  Yesterday: around(1, 0),
  Tomorrow: around(-1, 2),
  ThisWeek: ofWeeks(0),
  LastWeek: ofWeeks(-1),
  NextWeek: ofWeeks(1),
  ThisMonth: ofMonths(1, 0),
  LastMonth: ofMonths(1, -1),
  NextMonth: ofMonths(1, 1),
  ThisQuarter: ofMonths(3, 0),
  LastQuarter: ofMonths(3, -1),
  NextQuarter: ofMonths(3, 1),
  ThisYear: ofMonths(12, 0),
  LastYear: ofMonths(12, -1),
  NextYear: ofMonths(12, 1),
  Last7Days: around(6, 1),
  Last30Days: around(29, 1),
  Last90Days: around(89, 1),
  Last365Days: around(364, 1),
  Next7Days: around(0, 7),
  Next30Days: around(0, 30),
  Next90Days: around(0, 90),
};

const comparisons = {
  Is: (a: number, b: number) => a === b,
  IsNot: (a: number, b: number) => a !== b,
  Less: (a: number, b: number) => a < b,
  LessOrEqual: (a: number, b: number) => a <= b,
  More: (a: number, b: number) => a > b,
  MoreOrEqual: (a: number, b: number) => a >= b,
} as const;
const comparison = fc.constantFrom(...(Object.keys(comparisons) as (keyof typeof comparisons)[]));

/** What is not there compares with nothing; so it is on the side of the opposite. */
const compared = <Subject>(
  field: string,
  operands: readonly number[],
  measure: (subject: Subject) => number | null,
): fc.Arbitrary<Rule<Subject>> =>
  fc.tuple(comparison, fc.constantFrom(...operands)).map(([operator, operand]) =>
    rule<Subject>(field, operator, [[String(operand)]], (subject) => {
      const value = measure(subject);
      return value === null ? operator === 'IsNot' : comparisons[operator](value, operand);
    }),
  );

const inPeriod = <Subject>(
  field: string,
  daysAhead: (subject: Subject) => number | null,
): fc.Arbitrary<Rule<Subject>> =>
  fc.tuple(fc.subarray(Object.keys(periods), { minLength: 1, maxLength: 2 }), fc.boolean()).map(([words, isOpposite]) =>
    rule<Subject>(
      field,
      isOpposite ? 'RelativePeriodNot' : 'RelativePeriod',
      words.map((word) => [word]),
      (subject, today) => {
        const ahead = daysAhead(subject);
        const isIn = words.some((word) => {
          const [first, after] = periods[word]?.(today) ?? [0, 0];
          return ahead !== null && today + ahead >= first && today + ahead < after;
        });
        return isIn !== isOpposite;
      },
    ),
  );

const dealRule: fc.Arbitrary<Rule<Deal>> = fc.oneof(
  compared<Deal>('ranking', [0, 2, 3, 5], ({ ranking }) => ranking),
  compared<Deal>('value', [0, 0.2, 99.99, 500], ({ value }) => value),
  inPeriod<Deal>('closing_date', ({ daysAhead }) => daysAhead),
);

const total = (values: readonly number[]) => Math.round(values.reduce((sum, value) => sum + value * 100, 0)) / 100;
const average = (values: readonly number[]) =>
  values.length === 0 ? null : Math.round((total(values) / values.length) * 10_000) / 10_000;
const end = (values: readonly number[], choose: (...values: number[]) => number) =>
  values.length === 0 ? null : choose(...values);

const rankings = (deals: readonly Deal[]) => deals.map(({ ranking }) => ranking);
const aheads = (deals: readonly Deal[]) => deals.map(({ daysAhead }) => daysAhead);
const sumRule: fc.Arbitrary<Rule<readonly Deal[]>> = fc.oneof(
  compared<readonly Deal[]>('count', [0, 1, 2, 3], (deals) => deals.length),
  compared<readonly Deal[]>('sum.value', [0, 0.3, 200, 1_100], (deals) => total(deals.map(({ value }) => value))),
  compared<readonly Deal[]>('sum.ranking', [0, 3, 7], (deals) => total(rankings(deals))),
  compared<readonly Deal[]>('avg.ranking', [0, 1.5, 2.5, 3], (deals) => average(rankings(deals))),
  compared<readonly Deal[]>('min.value', [0, 0.1, 100], (deals) =>
    end(
      deals.map(({ value }) => value),
      Math.min,
    ),
  ),
  compared<readonly Deal[]>('max.ranking', [1, 4, 5], (deals) => end(rankings(deals), Math.max)),
  inPeriod<readonly Deal[]>('min.closing_date', (deals) => end(aheads(deals), Math.min)),
  inPeriod<readonly Deal[]>('max.closing_date', (deals) => end(aheads(deals), Math.max)),
);

type Account = DrawnAccount;
const cityRule: fc.Arbitrary<Rule<Account>> = fc
  .tuple(fc.constantFrom('Is' as const, 'IsNot' as const), fc.constantFrom(...cities), fc.boolean())
  .map(([operator, city, isLoud]) =>
    rule<Account>(
      'city',
      operator,
      [[isLoud ? city.toUpperCase() : city]],
      (account) => (account.city === city) === (operator === 'Is'),
    ),
  );

/** Rules of which all must hold, or whose weights must reach a score. */
interface Judged<Subject> {
  readonly rules: readonly Rule<Subject>[];
  readonly points: { readonly weights: readonly number[]; readonly minimum: number } | null;
}

const judged = <Subject>(drawn: fc.Arbitrary<Rule<Subject>>): fc.Arbitrary<Judged<Subject>> =>
  fc.record({
    rules: fc.array(drawn, { maxLength: 3 }),
    points: fc.option(
      fc.record({
        weights: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 }),
        minimum: fc.integer({ min: -3, max: 4 }),
      }),
    ),
  });

function holds<Subject>({ rules, points }: Judged<Subject>, subject: Subject, today: number): boolean {
  if (!points) return rules.every((one) => one.holds(subject, today));
  const score = rules.reduce(
    (sum, one, index) => sum + (one.holds(subject, today) ? (points.weights[index] ?? 0) : 0),
    0,
  );
  return score >= points.minimum;
}

type Sibling =
  | { readonly kind: 'All' | 'NoRelation' | 'NextOpenOpportunity'; readonly among: Judged<Deal> }
  | {
      readonly kind: 'Aggregation';
      readonly sums: readonly Rule<readonly Deal[]>[];
      readonly among: readonly Rule<Deal>[];
    };

export interface AccountTab {
  readonly operator: 'And' | 'Or';
  readonly main: Judged<Account>;
  readonly siblings: readonly Sibling[];
}

const sibling: fc.Arbitrary<Sibling> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('All' as const, 'NoRelation' as const, 'NextOpenOpportunity' as const),
    among: judged(dealRule),
  }),
  fc.record({
    kind: fc.constant('Aggregation' as const),
    sums: fc.array(sumRule, { minLength: 1, maxLength: 2 }),
    among: fc.array(dealRule, { maxLength: 2 }),
  }),
);

export const accountTabs: fc.Arbitrary<AccountTab> = fc.record({
  operator: fc.constantFrom('And' as const, 'Or' as const),
  main: judged(cityRule),
  siblings: fc.array(sibling, { maxLength: 2 }),
});

const given = ({ field, operator, values }: Rule<never>) => ({ field, operator, values });

export function tabOf({ operator, main, siblings }: AccountTab): FilterTabInput {
  const boxes = siblings.map((one, index) => {
    const base = { id: `box${index}`, entity: 'Opportunity', relation: { kind: one.kind } };
    if (one.kind === 'Aggregation') return { ...base, filterFields: [...one.sums, ...one.among].map(given) };
    return { ...base, ...partsOf(one.among) };
  });
  const mainBox = { entity: 'Account', ...partsOf(main) };
  const isScored = (box: object) => 'minimumScore' in box;
  return {
    operator,
    ...(isScored(mainBox) ? { healthMainBox: mainBox } : { mainBox }),
    siblingBoxes: boxes.filter((box) => !isScored(box)),
    healthSiblingBoxes: boxes.filter(isScored),
  } as FilterTabInput;
}

function partsOf<Subject>({ rules, points }: Judged<Subject>) {
  if (!points) return { filterFields: rules.map(given) };
  const weighed = rules.map((one, index) => ({ ...given(one), weight: points.weights[index] ?? 0 }));
  return { filterFields: weighed, minimumScore: points.minimum };
}

/** @param today as days since 1970-01-01 */
export function tabHolds({ operator, main, siblings }: AccountTab, account: Account, today: number): boolean {
  // A main box without rules is as if it were not there.
  const isThere = main.rules.length > 0 || main.points !== null;
  const boxes = [
    ...(isThere ? [holds(main, account, today)] : []),
    ...siblings.map((one) => siblingHolds(one, account, today)),
  ];
  return operator === 'And' || boxes.length === 0 ? boxes.every(Boolean) : boxes.some(Boolean);
}

function siblingHolds(one: Sibling, account: Account, today: number): boolean {
  const deals = account.deals.filter(({ isDeleted }) => !isDeleted);
  if (one.kind === 'Aggregation') {
    const counted = deals.filter((deal) => one.among.every((each) => each.holds(deal, today)));
    return one.sums.every((sum) => sum.holds(counted, today));
  }
  if (one.kind === 'NextOpenOpportunity') {
    const [next] = deals.toSorted((a, b) => a.daysAhead - b.daysAhead);
    return next !== undefined && holds(one.among, next, today);
  }
  return deals.some((deal) => holds(one.among, deal, today)) !== (one.kind === 'NoRelation');
}
