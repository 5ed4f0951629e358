/**
 * The table of how the cost of a request grows with the records beside what it asks for. Pure.
 */
import type { BenchResult } from './bench-result.js';
import type { Table } from './table.js';

/** @param results by rising number of records, of the same cases and contestants */
export function growthTable(results: readonly BenchResult[]): Table {
  const [first] = results;
  const rows = (first?.cases ?? []).flatMap(({ name, title, contestants }) =>
    contestants
      .filter(({ role }) => role === 'server' || role === 'floor')
      .map((one) => [title, one.title, ...results.map((result) => costIn(result, name, one.title))]),
  );
  return {
    columns: [
      { title: 'Case', alignment: 'left' },
      { title: 'Contestant', alignment: 'left' },
      ...results.map(({ records }) => ({ title: records.toLocaleString('en'), alignment: 'right' as const })),
    ],
    rows,
  };
}

function costIn({ cases }: BenchResult, name: string, contestant: string): string {
  const one = cases.find((each) => each.name === name)?.contestants.find(({ title }) => title === contestant);
  return one === undefined ? '' : (one.cpuMs + (one.databaseCpuMs ?? 0)).toFixed(3);
}
