/**
 * Makes the numbers of the report out of what was measured. Pure.
 */
import type { BenchCase } from '../cases.js';
import type { ContestantName, MeasuredLoad } from '../contestants/contestant.js';
import { ascending, median, percentile } from '../load/percentile.js';

/** What one contestant did in one case. Rates, CPU times and ratios are medians over the rounds, latencies those of all requests. */
export interface ContestantResult {
  readonly contestant: ContestantName;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMsPerRequest: number;
  /** CPU time per request divided by that of the hand-written floor in the same round, if it took part. */
  readonly cpuRatio: number | undefined;
  readonly rounds: readonly { readonly requestsPerSecond: number; readonly cpuMsPerRequest: number }[];
}

export interface CaseResult {
  readonly name: string;
  readonly title: string;
  /** Of the body of one answer. */
  readonly answerBytes: number;
  readonly maxCpuRatio: number;
  readonly contestants: readonly ContestantResult[];
}

/** @param rounds of each contestant; all have the same number of them */
export function summarizeCase(
  { name, title, maxCpuRatio }: BenchCase,
  answerBytes: number,
  rounds: ReadonlyMap<ContestantName, readonly MeasuredLoad[]>,
): CaseResult {
  const floor = rounds.get('hand-written')?.map(cpuMsPerRequest);
  const contestants = [...rounds].map(([contestant, loads]): ContestantResult => {
    const latencies = ascending(loads.flatMap(({ latenciesMs }) => latenciesMs));
    return {
      contestant,
      requestsPerSecond: median(loads.map(requestsPerSecond)),
      p50Ms: percentile(latencies, 50),
      p99Ms: percentile(latencies, 99),
      cpuMsPerRequest: median(loads.map(cpuMsPerRequest)),
      cpuRatio: floor && median(floor.map((floorCpu, round) => cpuMsPerRequest(loads[round]!) / floorCpu)),
      rounds: loads.map((load) => ({
        requestsPerSecond: requestsPerSecond(load),
        cpuMsPerRequest: cpuMsPerRequest(load),
      })),
    };
  });
  return { name, title, answerBytes, maxCpuRatio, contestants };
}

function requestsPerSecond({ requests, seconds }: MeasuredLoad): number {
  return requests / seconds;
}

function cpuMsPerRequest({ requests, cpuMs }: MeasuredLoad): number {
  return cpuMs / requests;
}
