import { expect, it } from 'vitest';
import { createsTable } from './creates-table.js';

it('shows medians over the rounds, and latencies of all creates', () => {
  const load = (requests: number, latencyMs: number) => {
    return { requests, seconds: 2, latenciesMs: [latencyMs], cpuMs: 100, databaseCpuMs: 50 };
  };
  const loads = [load(100, 1), load(2_500, 2), load(200, 9)];
  expect(createsTable({ postgres: '18', results: [{ title: 'one space', loads }] }).rows).toEqual([
    ['one space', '100', '2.0', '9.0', '0.500', '0.250'],
  ]);
  const unseen = loads.map(({ databaseCpuMs: _, ...rest }) => rest);
  expect(createsTable({ postgres: '18', results: [{ title: 'x', loads: unseen }] }).rows[0]?.at(-1)).toBe('');
});
