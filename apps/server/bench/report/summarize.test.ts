import { expect, it } from 'vitest';
import type { BenchCase } from '../cases.js';
import type { ContestantName, MeasuredLoad } from '../contestants/contestant.js';
import { summarizeCase } from './summarize.js';

const someCase: BenchCase = {
  name: 'some',
  title: 'Some case',
  status: 200,
  maxCpuRatio: 1.4,
  unrepeatable: [],
  requests: () => [],
};

function load(requests: number, cpuMs: number, latenciesMs: readonly number[]): MeasuredLoad {
  return { requests, seconds: 2, latenciesMs, cpuMs };
}

it('takes medians over the rounds, latencies of all requests, and CPU beside the hand-written floor round by round', () => {
  const rounds = new Map<ContestantName, MeasuredLoad[]>([
    ['server', [load(100, 50, [1, 2]), load(200, 60, [9]), load(400, 400, [3])]],
    ['hand-written', [load(100, 25, [1]), load(100, 20, [1]), load(100, 900, [1])]],
  ]);
  const { contestants, ...rest } = summarizeCase(someCase, 57_000, rounds);
  expect(rest).toEqual({ name: 'some', title: 'Some case', answerBytes: 57_000, maxCpuRatio: 1.4 });
  expect(contestants).toEqual([
    {
      contestant: 'server',
      requestsPerSecond: 100,
      p50Ms: 2,
      p99Ms: 9,
      cpuMsPerRequest: 0.5,
      cpuRatio: expect.closeTo(1.5),
      rounds: [
        { requestsPerSecond: 50, cpuMsPerRequest: 0.5 },
        { requestsPerSecond: 100, cpuMsPerRequest: 0.3 },
        { requestsPerSecond: 200, cpuMsPerRequest: 1 },
      ],
    },
    expect.objectContaining({ contestant: 'hand-written', cpuMsPerRequest: 0.25, cpuRatio: 1 }),
  ]);
});

it('gives no ratio when the hand-written floor took no part', () => {
  const { contestants } = summarizeCase(someCase, 1, new Map([['server', [load(1, 1, [1])]]]));
  expect(contestants[0]?.cpuRatio).toBeUndefined();
});
