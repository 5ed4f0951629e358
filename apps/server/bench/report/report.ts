/**
 * Writes the results for people: what was run on, a table for each number of records, the growth, and what it comes to. Pure.
 */
import type { Role } from '../contestants/take-part.js';
import { type DatabaseName, databaseTitles } from '../databases.js';
import type { Machine } from '../machine/describe-machine.js';
import type { BenchResult } from './bench-result.js';
import { growthTable } from './growth-table.js';
import { type CaseResult, type ContestantResult, type RatioTo, ratioTo } from './summarize.js';
import { renderMarkdown, renderText, type Table } from './table.js';

/** @param results of one machine, by rising number of records */
export function renderReport(
  machine: Machine,
  results: readonly BenchResult[],
): { readonly text: string; readonly markdown: string } {
  const render = (table: (rendered: Table) => string) =>
    [
      describeMachine(machine, results),
      ...results.flatMap((result) => [describe(result), table(toTable(result)), summary(result).join('\n')]),
      ...(results.length > 1
        ? ['CPU ms a request by contacts, server and database together:', table(growthTable(results))]
        : []),
    ].join('\n\n');
  return { text: render(renderText), markdown: render(renderMarkdown) };
}

function describeMachine(
  { cpu, cores, memoryGib, system, node, sqlite, loadAverage }: Machine,
  results: readonly BenchResult[],
) {
  const postgres = results.find((result) => result.postgres !== undefined)?.postgres;
  const databases = `SQLite ${sqlite}${postgres === undefined ? '' : `, PostgreSQL ${postgres}`}`;
  return (
    `${cpu}, ${cores} cores, ${memoryGib} GiB, ${system};\nNode ${node}, ${databases}.\n` +
    `Load average before: ${loadAverage.toFixed(2)}.`
  );
}

function describe(result: BenchResult): string {
  const { records, connections, secondsPerCase, rounds, synchronous, idleDatabaseCores, foreignCores } = result;
  const idle =
    idleDatabaseCores === undefined ? '' : ` PostgreSQL used ${idleDatabaseCores.toFixed(3)} cores while nobody asked.`;
  return (
    `${records.toLocaleString('en')} contacts, ${connections} connections, ${secondsPerCase} s a case in ${rounds} alternating rounds, ` +
    `SQLite with\nsynchronous = ${synchronous}. Other programs used ${foreignCores.toFixed(2)} cores meanwhile.${idle}`
  );
}

const ratioTitles: Readonly<Record<RatioTo, string>> = {
  floor: ': floor',
  peer: ': peer',
  'same-answer': ': same answer',
  'other-server': ': other build',
};

function toTable({ cases }: BenchResult): Table {
  const shown = ratioTo.filter((to) => cases.some(({ contestants }) => contestants.some(({ ratios }) => to in ratios)));
  const numbers = [
    'Requests/s',
    'p50 ms',
    'p99 ms',
    'CPU ms',
    '+ database',
    'bytes',
    ...shown.map((to) => ratioTitles[to]),
  ];
  return {
    columns: [
      { title: 'Case', alignment: 'left' },
      { title: 'Contestant', alignment: 'left' },
      ...numbers.map((title) => ({ title, alignment: 'right' as const })),
    ],
    rows: cases.flatMap((one) =>
      [...one.contestants]
        .sort((a, b) => rank(a) - rank(b))
        .map((result, index) => toRow(one, result, index === 0, shown)),
    ),
  };
}

const roles: readonly Role[] = ['server', 'other-server', 'floor', 'same-answer', 'peer'];
const rank = ({ database, role }: ContestantResult) => (database === 'sqlite' ? 0 : 10) + roles.indexOf(role);

function toRow({ title }: CaseResult, result: ContestantResult, isFirst: boolean, shown: readonly RatioTo[]): string[] {
  return [
    isFirst ? title : '',
    result.title,
    Math.round(result.requestsPerSecond).toLocaleString('en'),
    result.p50Ms.toFixed(1),
    result.p99Ms.toFixed(1),
    result.cpuMs.toFixed(3),
    result.databaseCpuMs?.toFixed(3) ?? '',
    result.answerBytes.toLocaleString('en'),
    ...shown.map((to) => result.ratios[to]?.toFixed(2) ?? ''),
  ];
}

/** One line for each database, the worst one first: between what ratios to its floor, and to the peer, the server is. */
function summary({ cases }: BenchResult): string[] {
  const lines = (['sqlite', 'postgres'] as const).flatMap((database) =>
    (['floor', 'peer', 'same-answer'] as const).flatMap((to) => summaryLine(cases, database, to)),
  );
  return lines.sort((a, b) => b.worst - a.worst).map(({ text }) => text);
}

const summaryTitles = {
  floor: 'the plain floor',
  peer: 'PostGraphile',
  'same-answer': 'the floor with the same answers and tables',
} as const;

function summaryLine(cases: readonly CaseResult[], database: DatabaseName, to: keyof typeof summaryTitles) {
  const parts = [false, true].flatMap((isWrite) => {
    const found = cases
      .filter((one) => one.isWrite === isWrite)
      .flatMap(({ contestants }) => contestants.filter((one) => one.role === 'server' && one.database === database))
      .flatMap(({ ratios }) => ratios[to] ?? []);
    if (found.length === 0) return [];
    const [least, most] = [Math.min(...found), Math.max(...found)];
    return [{ most, text: `${isWrite ? 'writes' : 'reads'} ${least.toFixed(1)} to ${most.toFixed(1)}` }];
  });
  if (parts.length === 0) return [];
  const worst = Math.max(...parts.map(({ most }) => most));
  const ranges = parts.map(({ text }) => text).join(', ');
  return [{ worst, text: `- On ${databaseTitles[database]}, times the CPU of ${summaryTitles[to]}: ${ranges}.` }];
}
