/**
 * Writes the results for people: what was run on, a table, and what it comes to. Pure.
 */
import type { ContestantName } from '../contestants/contestant.js';
import type { Machine } from './machine.js';
import type { CaseResult, ContestantResult } from './summarize.js';
import { renderMarkdown, renderText, type Table } from './table.js';

export interface BenchResult {
  readonly machine: Machine;
  readonly records: number;
  readonly connections: number;
  readonly secondsPerCase: number;
  readonly rounds: number;
  readonly cases: readonly CaseResult[];
}

const contestantTitles: Readonly<Record<ContestantName, string>> = {
  server: 'Headwater',
  'server-postgres': 'Headwater on PostgreSQL',
  'hand-written': 'hand-written Koa + sqlite3',
  constant: 'bare node:http, constant',
};

export function renderReport(result: BenchResult): { readonly text: string; readonly markdown: string } {
  const table = toTable(result);
  const around = (rendered: string) => [...describe(result), '', rendered, '', ...verdicts(result)].join('\n');
  return { text: around(renderText(table)), markdown: around(renderMarkdown(table)) };
}

function describe({ machine, records, connections, secondsPerCase, rounds }: BenchResult): string[] {
  const { cpu, cores, memoryGib, system, node, sqlite, postgres, loadAverage } = machine;
  const databases = `SQLite ${sqlite}${postgres === undefined ? '' : `, PostgreSQL ${postgres}`}`;
  return [
    `${cpu}, ${cores} cores, ${memoryGib} GiB, ${system}; Node ${node}, ${databases}; load average before: ${loadAverage.toFixed(1)}.`,
    `${records.toLocaleString('en')} contacts, ${connections} connections, log level warn; ` +
      `${secondsPerCase} s a case in ${rounds} alternating rounds. CPU is the time of the answering process, all threads` +
      `${postgres === undefined ? '.' : '; what PostgreSQL itself uses is not in it.'}`,
  ];
}

function toTable({ cases }: BenchResult): Table {
  return {
    columns: [
      { title: 'Case', alignment: 'left' },
      { title: 'Contestant', alignment: 'left' },
      { title: 'Requests/s', alignment: 'right' },
      { title: 'p50 ms', alignment: 'right' },
      { title: 'p99 ms', alignment: 'right' },
      { title: 'CPU ms/request', alignment: 'right' },
      { title: 'CPU : hand-written', alignment: 'right' },
    ],
    rows: cases.flatMap((one) => one.contestants.map((result, index) => toRow(one, result, index === 0))),
  };
}

function toRow({ title, answerBytes }: CaseResult, result: ContestantResult, isFirst: boolean): string[] {
  return [
    isFirst ? `${title} (${kilobytes(answerBytes)})` : '',
    contestantTitles[result.contestant],
    Math.round(result.requestsPerSecond).toLocaleString('en'),
    result.p50Ms.toFixed(2),
    result.p99Ms.toFixed(2),
    result.cpuMsPerRequest.toFixed(3),
    result.cpuRatio === undefined ? '' : result.cpuRatio.toFixed(2),
  ];
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** One line for each case with a bound, and one for the page at depth. */
function verdicts({ cases }: BenchResult): string[] {
  const server = (name: string) =>
    cases.find((one) => one.name === name)?.contestants.find(({ contestant }) => contestant === 'server');
  const lines = cases.flatMap(({ name, title, maxCpuRatio }) => {
    const ratio = server(name)?.cpuRatio;
    if (ratio === undefined) return [];
    const verdict = ratio <= maxCpuRatio ? 'met' : 'missed';
    return [
      `- ${title}: ${ratio.toFixed(2)} times the CPU of the hand-written floor; wanted ${maxCpuRatio}: ${verdict}.`,
    ];
  });
  const [first, deep] = [server('list'), server('deep')];
  if (first && deep) {
    lines.push(
      `- The page in the middle costs ${(deep.cpuMsPerRequest / first.cpuMsPerRequest).toFixed(2)} times the first page.`,
    );
  }
  return lines;
}
