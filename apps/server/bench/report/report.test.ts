import { describe, expect, it } from 'vitest';
import { type BenchResult, renderReport } from './report.js';
import type { CaseResult } from './summarize.js';

function caseResult(name: string, title: string, cpuMsPerRequest: number, cpuRatio: number | undefined): CaseResult {
  const result = { requestsPerSecond: 3_702.4, p50Ms: 4.321, p99Ms: 8, rounds: [] };
  return {
    name,
    title,
    answerBytes: 57_010,
    maxCpuRatio: 1.4,
    contestants: [
      { contestant: 'server', ...result, cpuMsPerRequest, cpuRatio },
      { contestant: 'constant', ...result, cpuMsPerRequest: 0.02, cpuRatio: undefined },
    ],
  };
}

const result: BenchResult = {
  machine: {
    cpu: 'Some CPU',
    cores: 2,
    memoryGib: 24,
    system: 'linux 6',
    node: 'v20.19.0',
    sqlite: '3.50.0',
    postgres: '18.0',
    loadAverage: 0.25,
  },
  records: 100_000,
  connections: 16,
  secondsPerCase: 20,
  rounds: 5,
  cases: [caseResult('list', 'List', 0.3, 1.2), caseResult('deep', 'Deep list', 0.33, 1.45)],
};

describe('renderReport', () => {
  const { text, markdown } = renderReport(result);

  it('says what it was run on', () => {
    for (const part of [
      'Some CPU, 2 cores, 24 GiB, linux 6',
      'Node v20.19.0',
      'SQLite 3.50.0, PostgreSQL 18.0',
      '100,000 contacts, 16 connections, log level warn',
    ]) {
      expect(text).toContain(part);
      expect(markdown).toContain(part);
    }
  });

  it('has a row for every contestant of every case, the case named once', () => {
    expect(markdown).toContain('| List (57.0 kB) | Headwater | 3,702 | 4.32 | 8.00 | 0.300 | 1.20 |');
    expect(markdown).toContain('|  | bare node:http, constant | 3,702 | 4.32 | 8.00 | 0.020 |  |');
    expect(text.match(/Headwater/g)).toHaveLength(2);
  });

  it('says which bounds are met, and what depth costs', () => {
    expect(text).toContain('- List: 1.20 times the CPU of the hand-written floor; wanted 1.4: met.');
    expect(text).toContain('- Deep list: 1.45 times the CPU of the hand-written floor; wanted 1.4: missed.');
    expect(text).toContain('- The page in the middle costs 1.10 times the first page.');
  });

  it('says nothing of bounds without a ratio, nor of depth without both pages', () => {
    const alone = renderReport({ ...result, cases: [caseResult('list', 'List', 0.3, undefined)] }).text;
    expect(alone).not.toMatch(/^- /m);
  });
});
