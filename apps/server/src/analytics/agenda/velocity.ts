/**
 * How fast opportunities should move: by the timeframes of the steps of their pipelines, in days. Pure.
 */
import { Temporal } from 'temporal-polyfill';
import type { DealRow, MoveWindow, StepRow } from '../../sql/analytics/compile-deals.js';
import type { Period } from '../filters/period.js';
import { dayOf, startOf } from '../filters/zone.js';

export class Velocity {
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
