import { describe, expect, it } from 'vitest';
import type { BenchResult } from './bench-result.js';
import { renderReport } from './report.js';
import type { CaseResult, ContestantResult } from './summarize.js';

const measured = { requestsPerSecond: 3_702.4, p50Ms: 4.321, p99Ms: 8, answerBytes: 57_010, rounds: [] };

function result(
  role: ContestantResult['role'],
  database: ContestantResult['database'],
  cpuMs: number,
  ratios: ContestantResult['ratios'],
): ContestantResult {
  const databaseCpuMs = database === 'postgres' ? 1 : undefined;
  return { ...measured, title: `${role}, ${database}`, role, database, cpuMs, databaseCpuMs, ratios };
}

function caseResult(name: string, isWrite: boolean, onSqlite: number, onPostgres: number): CaseResult {
  const contestants = [
    result('floor', 'postgres', 0.3, { floor: 1 }),
    result('server', 'postgres', 0.5, { floor: onPostgres, peer: 0.8 }),
    result('server', 'sqlite', 1.25, { floor: onSqlite }),
  ];
  return { name, title: `Case ${name}`, isWrite, contestants };
}

const machine = {
  ...{ cpu: 'Some CPU', cores: 2, memoryGib: 24, system: 'linux 6', node: 'v20.19.0', sqlite: '3.50.0' },
  loadAverage: 0.25,
};

const bench = (records: number): BenchResult => ({
  ...{ records, connections: 16, secondsPerCase: 20, rounds: 9, synchronous: 'NORMAL', postgres: '18.0' },
  ...{ idleDatabaseCores: 0.0123, foreignCores: 0.04 },
  cases: [caseResult('a', false, 2, 3), caseResult('b', false, 2.5, 2.8), caseResult('c', true, 4, 9)],
});

describe('renderReport', () => {
  const { text, markdown } = renderReport(machine, [bench(10_000), bench(1_000_000)]);

  it('says what it was run on, and what else ran', () => {
    for (const part of [
      'Some CPU, 2 cores, 24 GiB, linux 6',
      'Node v20.19.0, SQLite 3.50.0, PostgreSQL 18.0',
      'Load average before: 0.25',
      '10,000 contacts, 16 connections, 20 s a case in 9 alternating rounds',
      'Other programs used 0.04 cores',
      'PostgreSQL used 0.012 cores while nobody asked',
    ]) {
      expect(text).toContain(part);
      expect(markdown).toContain(part);
    }
  });

  it('has a row for every contestant, SQLite first, the server before its floor, the case named once', () => {
    const [sqlite, server, floor] = markdown.split('\n').filter((line) => /^\| (Case a)? \| |^\| Case a/.test(line));
    expect(sqlite).toBe('| Case a | server, sqlite | 3,702 | 4.3 | 8.0 | 1.250 |  | 57,010 | 2.00 |  |');
    expect(server).toBe('|  | server, postgres | 3,702 | 4.3 | 8.0 | 0.500 | 1.000 | 57,010 | 3.00 | 0.80 |');
    expect(floor).toBe('|  | floor, postgres | 3,702 | 4.3 | 8.0 | 0.300 | 1.000 | 57,010 | 1.00 |  |');
  });

  it('sums up each database, the worst one first', () => {
    const lines = text.split('\n').filter((line) => line.startsWith('- '));
    expect(lines.slice(0, 3)).toEqual([
      '- On PostgreSQL, times the CPU of the plain floor: reads 2.8 to 3.0, writes 9.0 to 9.0.',
      '- On SQLite, times the CPU of the plain floor: reads 2.0 to 2.5, writes 4.0 to 4.0.',
      '- On PostgreSQL, times the CPU of PostGraphile: reads 0.8 to 0.8, writes 0.8 to 0.8.',
    ]);
  });

  it('shows the growth of the server and its floors where there are several sizes', () => {
    expect(markdown).toContain('| Case | Contestant | 10,000 | 1,000,000 |');
    expect(markdown).toContain('| Case b | server, postgres | 1.500 | 1.500 |');
    expect(renderReport(machine, [bench(10_000)]).markdown).not.toContain('| Contestant | 10,000 |');
  });
});
