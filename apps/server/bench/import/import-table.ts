/**
 * The table of imports beside what the databases do in bulk. Pure.
 */
import type { DatabaseName } from '../databases.js';
import { databaseTitles } from '../databases.js';
import { median } from '../load/percentile.js';
import type { Table } from '../report/table.js';

/** One import, or one bulk write. */
export interface Pass {
  readonly seconds: number;
  readonly cpuMs: number;
  /** Of PostgreSQL; undefined where it is not seen. */
  readonly databaseCpuMs: number | undefined;
}

export interface Measured {
  readonly database: DatabaseName;
  readonly title: string;
  readonly passes: readonly Pass[];
}

export interface Imports {
  readonly contacts: number;
  readonly postgres: string | undefined;
  /** What is imported comes right after what the database does in bulk. */
  readonly measured: readonly Measured[];
}

/** Each number is the median of the passes. The last column is how much faster, by CPU, the database does it in bulk. */
export function importTable({ contacts, measured }: Imports): Table {
  const numbers = ['Contacts/s', 'CPU µs a contact', '+ database', 'Contacts/CPU s', ': bulk'];
  const bulks = new Map<DatabaseName, number>();
  return {
    columns: [
      { title: 'Database', alignment: 'left' },
      { title: 'What', alignment: 'left' },
      ...numbers.map((title) => ({ title, alignment: 'right' as const })),
    ],
    rows: measured.map(({ database, title, passes }) => {
      const isSeen = passes.every(({ databaseCpuMs }) => databaseCpuMs !== undefined);
      const isComplete = database === 'sqlite' || isSeen;
      const cpu = median(passes.map(({ cpuMs, databaseCpuMs = 0 }) => cpuMs + databaseCpuMs));
      if (!bulks.has(database)) bulks.set(database, cpu);
      const perContact = (ms: number) => ((ms * 1_000) / contacts).toFixed(1);
      return [
        databaseTitles[database],
        title,
        Math.round(median(passes.map(({ seconds }) => contacts / seconds))).toLocaleString('en'),
        perContact(median(passes.map(({ cpuMs }) => cpuMs))),
        database === 'sqlite' || !isSeen ? '' : perContact(median(passes.map((pass) => pass.databaseCpuMs ?? 0))),
        isComplete ? Math.round((contacts * 1_000) / cpu).toLocaleString('en') : '',
        isComplete ? (cpu / (bulks.get(database) ?? cpu)).toFixed(2) : '',
      ];
    }),
  };
}
