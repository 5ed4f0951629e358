/**
 * Makes the numbers of the report out of what was measured. Pure.
 */
import type { BenchCase } from '../cases/bench-case.js';
import type { MeasuredLoad } from '../contestants/contestant.js';
import type { Role } from '../contestants/take-part.js';
import type { DatabaseName } from '../databases.js';
import { ascending, median, percentile } from '../load/percentile.js';

/** What a contestant did in one case. */
export interface Measured {
  readonly title: string;
  readonly role: Role;
  readonly database: DatabaseName;
  /** Of one answer's body. */
  readonly answerBytes: number;
  /** Of each round; all contestants have the same number of them. */
  readonly loads: readonly MeasuredLoad[];
}

/** Rates, CPU times and ratios are medians over the rounds, latencies those of all requests. */
export interface ContestantResult extends Omit<Measured, 'loads'> {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Of the answering process. */
  readonly cpuMs: number;
  /** Of its database; undefined when it has none or it is not seen. */
  readonly databaseCpuMs: number | undefined;
  /** CPU a request, database included, divided by that of a contestant on the same database in the same round, if that took part. */
  readonly ratios: Readonly<Partial<Record<RatioTo, number>>>;
  readonly rounds: readonly {
    readonly requestsPerSecond: number;
    readonly cpuMs: number;
    readonly databaseCpuMs?: number;
  }[];
}

export const ratioTo = ['floor', 'peer', 'same-answer', 'other-server'] as const;
export type RatioTo = (typeof ratioTo)[number];

export interface CaseResult {
  readonly name: string;
  readonly title: string;
  readonly isWrite: boolean;
  readonly contestants: readonly ContestantResult[];
}

export function summarizeCase(
  { name, title, isWrite }: Pick<BenchCase, 'name' | 'title' | 'isWrite'>,
  measured: readonly Measured[],
): CaseResult {
  return { name, title, isWrite, contestants: measured.map((one) => summarize(one, measured)) };
}

function summarize({ loads, ...about }: Measured, all: readonly Measured[]): ContestantResult {
  const latencies = ascending(loads.flatMap(({ latenciesMs }) => latenciesMs));
  const isDatabaseSeen = loads.every(({ databaseCpuMs }) => databaseCpuMs !== undefined);
  const ratios = ratioTo.flatMap((role) => {
    const other = all.find((one) => one.role === role && one.database === about.database);
    if (other === undefined) return [];
    return [[role, median(loads.map((load, round) => totalCpuMs(load) / totalCpuMs(other.loads[round]!)))] as const];
  });
  return {
    ...about,
    requestsPerSecond: median(loads.map(requestsPerSecond)),
    p50Ms: percentile(latencies, 50),
    p99Ms: percentile(latencies, 99),
    cpuMs: median(loads.map(cpuMs)),
    databaseCpuMs: isDatabaseSeen ? median(loads.map(databaseCpuMs)) : undefined,
    ratios: Object.fromEntries(ratios),
    rounds: loads.map((load) => ({
      requestsPerSecond: requestsPerSecond(load),
      cpuMs: cpuMs(load),
      ...(isDatabaseSeen && { databaseCpuMs: databaseCpuMs(load) }),
    })),
  };
}

function requestsPerSecond({ requests, seconds }: MeasuredLoad): number {
  return requests / seconds;
}

function cpuMs(load: MeasuredLoad): number {
  return load.cpuMs / load.requests;
}

function databaseCpuMs(load: MeasuredLoad): number {
  return (load.databaseCpuMs ?? 0) / load.requests;
}

function totalCpuMs(load: MeasuredLoad): number {
  return cpuMs(load) + databaseCpuMs(load);
}
