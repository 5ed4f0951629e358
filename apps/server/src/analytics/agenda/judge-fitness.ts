/**
 * How fit an opportunity is by the indicators of its type: the worst of those that can be judged from what is stored. Pure.
 */
import type { Temporal } from 'temporal-polyfill';
import type { IndicatorRow } from '../../sql/analytics/compile-fitness.js';
import { type WarningLevel, warningLevels } from './agenda-item.js';

/** `type` of the indicators that are judged. The others look at what no record tells: mail that was read, values of the past. */
export const judged = {
  tasksOverdue: 4,
  noFollowUp: 5,
  closingDateOverdue: 6,
  stepVelocityOverdue: 7,
  salesCycleOverdue: 8,
} as const;

type JudgedType = (typeof judged)[keyof typeof judged];

/** What a threshold is compared with, for each type of indicator; undefined where there is nothing to compare. */
export type Measures = Readonly<Record<JudgedType, number | undefined>>;

/** An indicator that is judged, with the least value of each level that it has. */
export interface Indicator {
  readonly of: string;
  readonly type: JudgedType;
  readonly thresholds: ReadonlyMap<WarningLevel, number>;
}

/** Levels that have thresholds, by their names in the settings. */
const levels = { notice: 'Notice', warning: 'Warning', error: 'Error' } as const;

/** @returns nothing for an indicator of another type, or one whose settings name no threshold */
export function readIndicator({ of, type, settings }: IndicatorRow): Indicator[] {
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
export function judge(indicators: readonly Indicator[], measures: Measures): WarningLevel | null {
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
export function daysPast(day: Temporal.PlainDate, today: Temporal.PlainDate): number {
  return day.until(today).days;
}
