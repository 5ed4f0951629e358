/**
 * The table of creates a second. Pure.
 */
import { ascending, median, percentile } from '../load/percentile.js';
import type { Table } from '../report/table.js';
import type { Creates } from './measure-creates.js';

/** Rates and CPU times are medians over the rounds, latencies those of all creates. */
export function createsTable({ results }: Creates): Table {
  const numbers = ['Creates/s', 'p50 ms', 'p99 ms', 'CPU ms', '+ database'];
  return {
    columns: [
      { title: 'Creates from 16 connections', alignment: 'left' },
      ...numbers.map((title) => ({ title, alignment: 'right' as const })),
    ],
    rows: results.map(({ title, loads }) => {
      const latencies = ascending(loads.flatMap(({ latenciesMs }) => latenciesMs));
      const isDatabaseSeen = loads.every(({ databaseCpuMs }) => databaseCpuMs !== undefined);
      return [
        title,
        Math.round(median(loads.map(({ requests, seconds }) => requests / seconds))).toLocaleString('en'),
        percentile(latencies, 50).toFixed(1),
        percentile(latencies, 99).toFixed(1),
        median(loads.map(({ cpuMs, requests }) => cpuMs / requests)).toFixed(3),
        isDatabaseSeen
          ? median(loads.map(({ databaseCpuMs = 0, requests }) => databaseCpuMs / requests)).toFixed(3)
          : '',
      ];
    }),
  };
}
