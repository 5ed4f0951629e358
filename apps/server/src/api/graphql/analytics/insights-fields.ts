/**
 * The root fields of key figures: their arguments, and how what was read is shown.
 */
import type { QueryIndicatorsArgs, QueryInsightsArgs } from '@headwater/graphql-types';
import { resolvePeriod } from '../../../analytics/filters/period.js';
import type { InsightsRequest } from '../../../analytics/insights/insights-request.js';
import { type MeasureName, measureNames, measures, trendOf } from '../../../analytics/insights/measure.js';
import { type PeriodTallies, readInsights } from '../../../analytics/insights/read-insights.js';
import type { SubjectFound } from '../../../analytics/insights/read-subjects.js';
import { parameterError } from '../../../errors/parameter-error.js';
import { now } from '../../../records/clock.js';
import { sortWithPauses, Yielder } from '../../../records/yielder.js';
import type { FieldContext, SpecialCall, SpecialQueries } from '../special-field.js';
import { parseFilterTab } from './filter-tab.js';

/** Of one answer. */
const most = { ids: 1_000, items: 1_000 } as const;

export const insightsFields: SpecialQueries<'insights' | 'indicators'> = { insights, indicators };

const trendName = (name: MeasureName) => `${name}Trend` as const;

type KpiData = Partial<Record<MeasureName, number> & Record<`${MeasureName}Trend`, ReturnType<typeof trend>>>;

function insights(given: QueryInsightsArgs, { names, at }: FieldContext) {
  const isSelected = (name: string) => names.has(name);
  const withTrends = measureNames.some((name) => isSelected(trendName(name)));
  const wanted = measureNames.filter((name) => isSelected(name) || isSelected(trendName(name)));
  const comparison = withTrends ? (given.comparedWith ?? 'DaysBefore') : null;
  const request = readRequest(given, { measures: new Set(wanted), comparison, at });
  const kpiData = (tallies: PeriodTallies) => {
    const data: KpiData = {};
    for (const name of wanted) {
      data[name] = measures[name].value(tallies.now);
      if (isSelected(trendName(name))) data[trendName(name)] = trend(name, tallies);
    }
    return data;
  };
  return {
    kind: 'special',
    size: { records: sizeOf(given), depth: 0, remedy: 'Name fewer users in "clientIds".' },
    async run(deps, call) {
      const dated = request(deps.clock());
      const { items, total } = await readInsights(deps, call, dated);
      if (isSelected('items')) checkItems(items.length, deps.answerLimits.records, at, nameFewer);
      const yielder = new Yielder(() => deps.db.checkTime?.());
      return {
        items: yielder.eachWhenAsked(items, (item) => ({ ...show('Insight', item.subject), kpiData: kpiData(item) })),
        total: kpiData(total),
        ...bounds(dated),
      };
    },
  } satisfies SpecialCall;
}

interface Valued {
  readonly subject: SubjectFound;
  readonly kpiValue: number;
}

function indicators(given: QueryIndicatorsArgs, { names, at }: FieldContext) {
  const { kpi, first } = given;
  if (first != null && (first < 1 || first > most.items)) {
    throw parameterError(`${at}.first`, `must be from 1 to ${most.items}`);
  }
  const request = readRequest(given, { measures: new Set([kpi]), comparison: null, at });
  const value = (tallies: PeriodTallies) => measures[kpi].value(tallies.now);
  const sign = given.direction === 'ASC' ? 1 : -1;
  return {
    kind: 'special',
    size: { records: first ?? sizeOf(given), depth: 0, remedy: 'Lower "first", or name fewer users in "clientIds".' },
    async run(deps, call) {
      const dated = request(deps.clock());
      const { items, total } = await readInsights(deps, call, dated);
      if (names.has('items'))
        checkItems(Math.min(items.length, first ?? items.length), deps.answerLimits.records, at, giveFirst);
      const yielder = new Yielder(() => deps.db.checkTime?.());
      const valued = await yielder.each(items, (item) => ({ subject: item.subject, kpiValue: value(item) }));
      const compare = (a: Valued, b: Valued) => sign * (a.kpiValue - b.kpiValue);
      const ranked = (await sortWithPauses(valued, compare, () => yielder.pause())).slice(0, first ?? undefined);
      return {
        items: yielder.eachWhenAsked(ranked, ({ subject, kpiValue }) => ({ ...show('Indicator', subject), kpiValue })),
        total: value(total),
        ...bounds(dated),
      };
    },
  } satisfies SpecialCall;
}

/** @returns the request as of a moment: errors show before anything runs, the words for periods count from when it does */
function readRequest(
  given: QueryInsightsArgs,
  rest: Pick<InsightsRequest, 'measures' | 'comparison' | 'at'>,
): (moment: string) => InsightsRequest {
  const { at } = rest;
  const { subject } = given;
  const [clientIds, unitIds] = [
    readIds(given.clientIds, `${at}.clientIds`),
    readIds(given.salesUnitIds, `${at}.salesUnitIds`),
  ];
  if (clientIds && subject === 'SalesUnits') {
    throw parameterError(`${at}.clientIds`, 'chooses among users; name units by "salesUnitIds"');
  }
  if (clientIds && unitIds) throw parameterError(at, 'give either "clientIds" or "salesUnitIds"');
  const request = {
    ...rest,
    subject,
    clientIds,
    unitIds,
    withSubUnits: given.withSubUnits === true,
    includeDeleted: given.includeDeleted !== false,
    filter: parseFilterTab(given.filter, `${at}.filter`),
    profileId: given.profileId ?? null,
  };
  const period = (moment: string) => resolvePeriod(given.period, moment, `${at}.period`);
  period(now());
  return (moment) => ({ ...request, period: period(moment), now: moment });
}

function readIds(given: readonly string[] | null | undefined, at: string): string[] | null {
  if (given == null) return null;
  if (given.length > most.ids) throw parameterError(at, `at most ${most.ids} ids; ${given.length} given`);
  return [...new Set(given)];
}

const nameFewer = 'Name fewer users in "clientIds", or units in "salesUnitIds".';
const giveFirst = 'Give "first", or name fewer users in "clientIds".';

/** What has no ids is counted when it was found. */
function checkItems(items: number, allowed: number, at: string, remedy: string): void {
  if (items <= allowed) return;
  throw parameterError(at, `there are ${items} items, where ${allowed} are allowed. ${remedy}`);
}

/** Without ids their number is unknown; the most that could have been named is taken. */
function sizeOf({ clientIds }: QueryInsightsArgs): number {
  return clientIds?.length ?? most.ids;
}

function trend(name: MeasureName, tallies: PeriodTallies) {
  const { value } = measures[name];
  return trendOf(value(tallies.now), value(tallies.before));
}

function show(kind: 'Insight' | 'Indicator', subject: SubjectFound) {
  const { id, isDeleted, picture } = subject;
  if (subject.kind === 'unit') {
    return { __typename: `${kind}SalesUnitItem`, isDeleted, picture, salesUnitId: id, salesUnitName: subject.name };
  }
  return {
    __typename: `${kind}ClientItem`,
    isDeleted,
    picture,
    clientId: id,
    clientFirstName: subject.firstName,
    clientLastName: subject.lastName,
    clientMiddleName: subject.middleName,
    clientPosition: subject.position,
    clientEmail: subject.email ?? '',
  };
}

function bounds({ period }: InsightsRequest) {
  return { startDatetime: period.start, endDatetime: period.end };
}
