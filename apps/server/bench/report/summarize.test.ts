import { expect, it } from 'vitest';
import type { MeasuredLoad } from '../contestants/contestant.js';
import { type Measured, summarizeCase } from './summarize.js';

const someCase = { name: 'some', title: 'Some case', isWrite: false };

function load(requests: number, cpuMs: number, databaseCpuMs: number | undefined, latenciesMs = [1]): MeasuredLoad {
  return { requests, seconds: 2, latenciesMs, cpuMs, databaseCpuMs };
}

function measured(role: Measured['role'], database: Measured['database'], loads: readonly MeasuredLoad[]): Measured {
  return { title: `${role} on ${database}`, role, database, answerBytes: 57, loads };
}

const contestants = [
  measured('server', 'postgres', [load(100, 50, 50, [1, 2]), load(200, 60, 140, [9]), load(400, 400, 400, [3])]),
  measured('floor', 'postgres', [load(100, 25, 25), load(100, 10, 10), load(100, 800, 100)]),
  measured('floor', 'sqlite', [load(100, 1, undefined), load(100, 1, undefined), load(100, 1, undefined)]),
];

it('takes medians over the rounds, and latencies of all requests', () => {
  const { contestants: results, ...rest } = summarizeCase(someCase, contestants);
  expect(rest).toEqual(someCase);
  expect(results[0]).toMatchObject({
    title: 'server on postgres',
    answerBytes: 57,
    requestsPerSecond: 100,
    p50Ms: 2,
    p99Ms: 9,
    cpuMs: 0.5,
    databaseCpuMs: 0.7,
    rounds: [{ requestsPerSecond: 50, cpuMs: 0.5, databaseCpuMs: 0.5 }, { cpuMs: 0.3 }, { cpuMs: 1 }],
  });
});

it('divides the CPU of server and database together by that of the floor of the same database, round by round', () => {
  const [server, floor, other] = summarizeCase(someCase, contestants).contestants;
  // 1.0, 1.0 and 2.0 ms beside 0.5, 0.2 and 9.0.
  expect(server?.ratios).toEqual({ floor: expect.closeTo(2) });
  expect(floor?.ratios).toEqual({ floor: 1 });
  expect(other?.databaseCpuMs).toBeUndefined();
});

it('gives no ratio where nobody is to be compared with', () => {
  const [server] = summarizeCase(someCase, contestants.slice(0, 1)).contestants;
  expect(server?.ratios).toEqual({});
});
