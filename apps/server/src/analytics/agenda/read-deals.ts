/**
 * Reads the opportunities of an agenda: those that are to be closed, those that should move on, and how fit they are.
 */
import { Temporal } from 'temporal-polyfill';
import {
  compileClosingDeals,
  compileMovingDeals,
  compileSteps,
  type DealRow,
  type MoveWindow,
  type StepRow,
} from '../../sql/analytics/compile-deals.js';
import {
  type ActivityFactsRow,
  compileActivityFacts,
  compileIndicators,
  type IndicatorRow,
} from '../../sql/analytics/compile-fitness.js';
import type { Period } from '../filters/period.js';
import { dayOf, startOf } from '../filters/zone.js';
import { type OpportunityItem, type PlannedAgenda, type UserItem, type WarningLevel, warningLevels } from './agenda.js';
import type { AgendaSource } from './agenda-source.js';

export async function readDeals(source: AgendaSource, request: PlannedAgenda): Promise<UserItem<OpportunityItem>[]> {
  const { kinds, withFitness } = request;
  const [closes, moves] = [kinds.has('OpportunityClosingDate'), kinds.has('OpportunityVelocity')];
  if (!closes && !moves) return [];
  const [closing, steps, indicators] = await Promise.all([
    closes ? source.readItems<DealRow>(compileClosingDeals(source.select(), request), request) : [],
    moves || withFitness ? source.read<StepRow>(compileSteps(source.select())) : [],
    withFitness ? readIndicators(source) : [],
  ]);
  const velocity = new Velocity(steps);
  const moving = moves ? await readMoving(source, request, velocity) : [];
  const fitness = await readFitness(source, request, { deals: [...closing, ...moving], velocity, indicators });
  const { timeZone } = request.period;
  return [
    ...closing.map((deal) => itemOf('OpportunityClosingDate', deal, deal.closing ?? undefined, fitness)),
    ...moving.map((deal) => itemOf('OpportunityVelocity', deal, velocity.leaveBy(deal, timeZone)?.toString(), fitness)),
  ];
}

async function readMoving(source: AgendaSource, request: PlannedAgenda, velocity: Velocity): Promise<DealRow[]> {
  const windows = velocity.windows(request.period);
  return windows.length === 0
    ? []
    : source.readItems<DealRow>(compileMovingDeals(source.select(), request, windows), request);
}

function itemOf(
  kind: OpportunityItem['kind'],
  deal: DealRow,
  date: string | undefined,
  fitness: ReadonlyMap<string, WarningLevel | null>,
): UserItem<OpportunityItem> {
  if (date === undefined) throw new Error(`The opportunity ${deal.id} was found by a day that it does not have`);
  return {
    user: deal.client,
    item: {
      kind,
      linkedId: deal.id,
      date,
      name: deal.name ?? '',
      fitness: fitness.get(deal.id) ?? null,
      opportunityRanking: deal.ranking ?? 0,
      opportunityLabel: deal.labels ?? 0,
    },
  };
}

async function readIndicators(source: AgendaSource): Promise<Indicator[]> {
  return (await source.read<IndicatorRow>(compileIndicators(source.select()))).flatMap(readIndicator);
}

interface Judged {
  readonly deals: readonly DealRow[];
  readonly velocity: Velocity;
  readonly indicators: readonly Indicator[];
}

/** `type` of the indicators that are judged. The others look at what no record tells: mail that was read, values of the past. */
const judged = {
  tasksOverdue: 4,
  noFollowUp: 5,
  closingDateOverdue: 6,
  stepVelocityOverdue: 7,
  salesCycleOverdue: 8,
} as const;

type JudgedType = (typeof judged)[keyof typeof judged];

/** Indicators that look at activities. */
const activityTypes: readonly number[] = [judged.tasksOverdue, judged.noFollowUp];

async function readFitness(
  source: AgendaSource,
  { now, period }: PlannedAgenda,
  { deals, velocity, indicators }: Judged,
): Promise<Map<string, WarningLevel | null>> {
  const of = (deal: DealRow) => indicators.filter((indicator) => indicator.of === deal.type);
  const watched = deals.filter((deal) => of(deal).length > 0);
  const active = watched.filter((deal) => of(deal).some(({ type }) => activityTypes.includes(type)));
  const today = dayOf(now, period.timeZone);
  const ids = [...new Set(active.map(({ id }) => id))];
  const rows =
    ids.length === 0
      ? []
      : await source.read<ActivityFactsRow>(compileActivityFacts(source.select(), ids, today.toString(), now));
  const facts = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    watched.map((deal) => {
      const measures = measure(deal, facts.get(deal.id), { velocity, today, timeZone: period.timeZone });
      return [deal.id, judge(of(deal), measures)];
    }),
  );
}

interface Standpoint {
  readonly velocity: Velocity;
  readonly today: Temporal.PlainDate;
  readonly timeZone: string;
}

function measure(
  deal: DealRow,
  facts: ActivityFactsRow | undefined,
  { velocity, today, timeZone }: Standpoint,
): Measures {
  const past = (day: Temporal.PlainDate | undefined) => (day === undefined ? undefined : daysPast(day, today));
  return {
    [judged.tasksOverdue]: facts?.overdue,
    [judged.noFollowUp]: facts && daysWithoutFollowUp(deal, facts, today, timeZone),
    [judged.closingDateOverdue]: past(deal.closing === null ? undefined : Temporal.PlainDate.from(deal.closing)),
    [judged.stepVelocityOverdue]: past(velocity.leaveBy(deal, timeZone)),
    [judged.salesCycleOverdue]: past(velocity.winBy(deal, timeZone)),
  };
}

/** Days since somebody last worked on it; none while something is planned. */
function daysWithoutFollowUp(
  { created }: DealRow,
  { planned, completed, met }: ActivityFactsRow,
  today: Temporal.PlainDate,
  timeZone: string,
): number {
  if (planned > 0) return 0;
  const last = [created, completed, met].filter((moment) => moment !== null).sort();
  return daysPast(dayOf(last.at(-1) ?? created, timeZone), today);
}

/**
 * How fast opportunities should move: by the timeframes of the steps of their pipelines, in days. Pure.
 */
class Velocity {
  private readonly timeframes: ReadonlyMap<string, number>;
  private readonly pipelines: ReadonlyMap<string, string>;
  private readonly cycles = new Map<string, number>();

  constructor(steps: readonly StepRow[]) {
    this.pipelines = new Map(steps.map(({ id, pipeline }) => [id, pipeline]));
    this.timeframes = new Map(
      steps.flatMap(({ id, timeframe }) => (timeframe === null ? [] : [[id, timeframe] as const])),
    );
    const living = steps.filter(({ deleted }) => !deleted);
    for (const pipeline of new Set(living.map((step) => step.pipeline))) {
      const cycle = cycleOf(living.filter((step) => step.pipeline === pipeline));
      if (cycle !== undefined) this.cycles.set(pipeline, cycle);
    }
  }

  /** @returns when opportunities have come into the steps that they should leave in the period */
  windows({ startDate, endDate, timeZone }: Period): MoveWindow[] {
    return [...this.timeframes].map(([step, days]) => {
      const first = Temporal.PlainDate.from(startDate).subtract({ days });
      const afterLast = Temporal.PlainDate.from(endDate).subtract({ days: days - 1 });
      return { step, from: startOf(first, timeZone), to: startOf(afterLast, timeZone) };
    });
  }

  /** @returns the day by which an opportunity should have left its step; undefined when nothing says so */
  leaveBy({ step, moved }: DealRow, timeZone: string): Temporal.PlainDate | undefined {
    const days = step === null ? undefined : this.timeframes.get(step);
    return days === undefined || moved === null ? undefined : dayOf(moved, timeZone).add({ days });
  }

  /** @returns the day by which an opportunity should have been won; undefined when a step of its pipeline does not say how long it takes */
  winBy({ step, created }: DealRow, timeZone: string): Temporal.PlainDate | undefined {
    const pipeline = step === null ? undefined : this.pipelines.get(step);
    const days = pipeline === undefined ? undefined : this.cycles.get(pipeline);
    return days === undefined ? undefined : dayOf(created, timeZone).add({ days });
  }
}

/** @param steps of one pipeline; the last of them is where opportunities are won, and takes no time */
function cycleOf(steps: readonly StepRow[]): number | undefined {
  const ordered = [...steps].sort((a, b) => Number(a.place) - Number(b.place) || (a.id < b.id ? -1 : 1));
  const timeframes = ordered.slice(0, -1).map(({ timeframe }) => timeframe);
  if (timeframes.length === 0 || timeframes.includes(null)) return undefined;
  return timeframes.reduce<number>((sum, days) => sum + (days ?? 0), 0);
}

// How fit an opportunity is by the indicators of its type: the worst of those that can be judged from what is stored. Pure.

/** What a threshold is compared with, for each type of indicator; undefined where there is nothing to compare. */
type Measures = Readonly<Record<JudgedType, number | undefined>>;

/** An indicator that is judged, with the least value of each level that it has. */
interface Indicator {
  readonly of: string;
  readonly type: JudgedType;
  readonly thresholds: ReadonlyMap<WarningLevel, number>;
}

/** Levels that have thresholds, by their names in the settings. */
const levels = { notice: 'Notice', warning: 'Warning', error: 'Error' } as const;

/** @returns nothing for an indicator of another type, or one whose settings name no threshold */
function readIndicator({ of, type, settings }: IndicatorRow): Indicator[] {
  const known = Object.values(judged).find((one) => one === type);
  const thresholds = new Map<WarningLevel, number>();
  const given = parseSettings(settings);
  for (const [name, level] of Object.entries(levels)) {
    const value = given[name];
    if (typeof value === 'number' && value >= 0) thresholds.set(level, value);
  }
  return known === undefined || thresholds.size === 0 ? [] : [{ of, type: known, thresholds }];
}

function parseSettings(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // It is stored as it was sent, whatever that was.
    return {};
  }
}

/** @returns null when none of the indicators can be judged */
function judge(indicators: readonly Indicator[], measures: Measures): WarningLevel | null {
  const found = indicators.flatMap(({ type, thresholds }) => {
    const measure = measures[type];
    return measure === undefined ? [] : [levelOf(thresholds, measure)];
  });
  if (found.length === 0) return null;
  return warningLevels[Math.max(...found.map((level) => warningLevels.indexOf(level)))] ?? null;
}

/** Nothing overdue is no warning, whatever the thresholds. */
function levelOf(thresholds: Indicator['thresholds'], measure: number): WarningLevel {
  const reached = [...thresholds].flatMap(([level, least]) => (measure > 0 && measure >= least ? [level] : []));
  return reached.at(-1) ?? 'Ok';
}

/** @returns how many days a day has passed; negative while it has not come */
function daysPast(day: Temporal.PlainDate, today: Temporal.PlainDate): number {
  return day.until(today).days;
}
