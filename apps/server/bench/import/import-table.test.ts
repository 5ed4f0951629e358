import { expect, it } from 'vitest';
import { importTable } from './import-table.js';

it('shows medians over the passes, beside what the database does in bulk', () => {
  const pass = (seconds: number, cpuMs: number, databaseCpuMs?: number) => ({ seconds, cpuMs, databaseCpuMs });
  const measured = [
    { database: 'postgres', title: 'bulk', passes: [pass(1, 100, 900), pass(9, 300, 2_000), pass(2, 100, 900)] },
    { database: 'postgres', title: 'import', passes: [pass(4, 1_000, 1_500)] },
    { database: 'sqlite', title: 'bulk', passes: [pass(1, 400)] },
    { database: 'sqlite', title: 'import', passes: [pass(2, 1_000)] },
  ] as const;
  expect(importTable({ contacts: 10_000, postgres: '18', measured }).rows).toEqual([
    ['PostgreSQL', 'bulk', '5,000', '10.0', '90.0', '10,000', '1.00'],
    ['PostgreSQL', 'import', '2,500', '100.0', '150.0', '4,000', '2.50'],
    ['SQLite', 'bulk', '10,000', '40.0', '', '25,000', '1.00'],
    ['SQLite', 'import', '5,000', '100.0', '', '10,000', '2.50'],
  ]);
});

it('leaves out what needs the CPU of a database that is not seen', () => {
  const passes = [{ seconds: 1, cpuMs: 100, databaseCpuMs: undefined }];
  const { rows } = importTable({
    contacts: 1_000,
    postgres: '18',
    measured: [{ database: 'postgres', title: 'x', passes }],
  });
  expect(rows[0]?.slice(3)).toEqual(['100.0', '', '', '']);
});
