import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { addedUp, countsOf, ServerMetrics } from './server-metrics.js';

/** @returns the metrics of a process that has handled so many requests, and holds so much */
async function metricsOf(requests: number, bytes: number) {
  const registers = [new Registry()];
  new Counter({ name: 'requests_total', help: 'x', registers }).inc(requests);
  new Gauge({ name: 'requests_active', help: 'x', registers }).set(requests);
  new Gauge({ name: 'process_resident_memory_bytes', help: 'x', registers }).set(bytes);
  return registers[0]!.getMetricsAsJSON();
}

describe('metrics of several processes', () => {
  it('are sums, and of memory the largest', async () => {
    const text = await addedUp([await metricsOf(2, 500), await metricsOf(3, 700)]).metrics();
    for (const line of ['requests_total 5', 'requests_active 5', 'process_resident_memory_bytes 700']) {
      expect(text.split('\n')).toContain(line);
    }
  });

  it('are the counts alone of those that have ended', async () => {
    const ended = countsOf(await metricsOf(2, 900));
    const text = await addedUp([ended, await metricsOf(3, 700)]).metrics();
    for (const line of ['requests_total 5', 'requests_active 3', 'process_resident_memory_bytes 700']) {
      expect(text.split('\n')).toContain(line);
    }
  });
});

describe('the metric of the database', () => {
  it.each([
    ['1 while it can be used', 1, async () => undefined],
    ['0 while it takes no writes', 0, async () => 'database read-only'],
    ['0 while it is away', 0, () => Promise.reject(new Error('ECONNREFUSED'))],
    ['0 while it says nothing, and keeps nobody waiting', 0, () => sleep(60_000, undefined, { ref: false })],
  ])('is %s', async (_, value, check) => {
    const metrics = new ServerMetrics();
    metrics.watchDatabase({ check });
    expect((await metrics.render()).split('\n')).toContain(`headwater_database_ready ${value}`);
  });
});
