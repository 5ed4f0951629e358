/**
 * Reads the opportunities of an agenda: those that are to be closed, those that should move on, and how fit they are.
 */
import { Temporal } from 'temporal-polyfill';
import {
  compileClosingDeals,
  compileMovingDeals,
  compileSteps,
  type DealRow,
  type StepRow,
} from '../../sql/analytics/compile-deals.js';
import {
  type ActivityFactsRow,
  compileActivityFacts,
  compileIndicators,
  type IndicatorRow,
} from '../../sql/analytics/compile-fitness.js';
import { dayOf } from '../filters/zone.js';
import type { OpportunityItem, UserItem, WarningLevel } from './agenda-item.js';
import type { PlannedAgenda } from './agenda-request.js';
import type { AgendaSource } from './agenda-source.js';
import { daysPast, type Indicator, judge, judged, type Measures, readIndicator } from './judge-fitness.js';
import { Velocity } from './velocity.js';

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
