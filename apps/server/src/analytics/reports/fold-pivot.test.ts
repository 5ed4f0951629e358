import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { MeasureColumn, PivotRow } from '../../sql/analytics/compile-pivot.js';
import { foldPivot } from './fold-pivot.js';
import { boundOf, mostShown } from './pivot-bounds.js';
import type { PivotPlan, PlannedGroup } from './plan-pivot.js';

const group = {
  group: { field: 'city', period: null, sortMeasure: null, descending: false, limit: null, at: '' },
  type: 'string',
  terminal: { kind: 'value', field: {} },
} as unknown as PlannedGroup;
const value = { type: 'decimal' } as MeasureColumn['value'];
const functions = ['Sum', 'Average', 'Minimum', 'Maximum', 'Count'] as const;
const measures: MeasureColumn[] = [...functions, ...functions].map((name) => ({ function: name, value }));
const groups = (count: number) => Array<PlannedGroup>(count).fill(group);
const plan = { rows: groups(4), columns: groups(3), measures } as unknown as PivotPlan;
const view = { rows: [], columns: [], measures: [], subTotals: true, grandTotals: true };

describe('the bound of a pivot table', () => {
  it.each([
    [4, 3, 10, true, 10_000],
    [4, 3, 10, false, 50_000],
    [4, 3, 1, true, 50_000],
    [3, 3, 10, true, 12_500],
  ])('of %i and %i groups with %i measures and sub-totals or not: %s', (rows, columns, count, subTotals, wanted) => {
    const asked = { rows: groups(rows), columns: groups(columns), measures: measures.slice(0, count) };
    expect(boundOf(asked, { ...view, subTotals }).combinations).toBe(wanted);
  });
});

describe('the largest table', () => {
  const { combinations } = boundOf(plan, view);
  // Signed, beyond what a double holds to the last digit, in two parts as databases may give them; 40 by 25 groups of 10 each.
  const amounts = Array.from(
    { length: combinations },
    (_, i) => (BigInt(i) * 7_919_000_003n - 30_000_000_000_000n) * 1_001n,
  );
  const textOf = (amount: bigint) => {
    const size = amount < 0n ? -amount : amount;
    return `${amount < 0n ? '-' : ''}${size / 10_000n}.${String(size % 10_000n).padStart(4, '0')}`;
  };
  const plain = (amount: bigint) => textOf(amount).replace(/\.?0+$/, '');
  const keysOf = (i: number) => [`a${i % 4}`, `b${i % 40}`, 'c', `d${i % 40}`, 'e', `f${Math.floor(i / 40) % 5}`, 'g'];
  const rows = amounts.map((amount, i): PivotRow => {
    const row: Record<string, string | number> = { n: 1 };
    for (const [index, key] of keysOf(i).entries()) row[`g${index}`] = key;
    for (const [index, { function: name }] of measures.entries()) {
      row[`c${index}`] = 1;
      if (name === 'Sum' || name === 'Average') {
        row[`s${index}_0`] = textOf(amount - 5_000n);
        row[`s${index}_1`] = '0.5';
      }
      if (name === 'Minimum' || name === 'Maximum') row[`m${index}`] = textOf(amount);
    }
    return row;
  });

  const valuesOf = (own: readonly bigint[]) => {
    const sum = own.reduce((total, amount) => total + amount, 0n);
    const sorted = [...own].sort((a, b) => (a < b ? -1 : 1));
    const [size, count] = [sum < 0n ? -sum : sum, BigInt(own.length)];
    const average = ((size + count / 2n) / count) * (sum < 0n ? -1n : 1n);
    const values = [sum, average, sorted[0] ?? 0n, sorted.at(-1) ?? 0n].map(plain);
    return [...values, String(own.length), ...values, String(own.length)];
  };

  it('adds up exactly, with pauses', { timeout: 20_000 }, async () => {
    expect(combinations).toBe(10_000);
    let pauses = 0;
    const table = await foldPivot(plan, view, rows, async () => {
      pauses++;
      await setImmediate();
    });
    // All that is shown in totals of each level: 1 + 4 + 40 * 3 rows, 1 + 1 + 5 + 5 columns.
    expect([table.rows.length, table.columns.length, table.isTruncated]).toEqual([125, 12, false]);
    expect(table.cells).toHaveLength(125 * 12);
    // Keys come again after 200.
    const byKeys = Array.from({ length: 200 }, (_, from) => amounts.filter((_, i) => i % 200 === from));
    const within = (keys: readonly (string | null)[], own: readonly string[]) => keys.every((key, i) => key === own[i]);
    for (const { row, column, values } of table.cells) {
      const [rowKeys, columnKeys] = [table.rows[row]?.keys ?? [], table.columns[column]?.keys ?? []];
      const alike = Array.from({ length: 200 }, (_, i) => i).filter((i) => {
        const keys = keysOf(i);
        return within(rowKeys, keys.slice(0, 4)) && within(columnKeys, keys.slice(4));
      });
      const own = alike.flatMap((from) => byKeys[from] ?? []);
      expect(values).toEqual(valuesOf(own));
    }
    expect(pauses).toBeGreaterThanOrEqual(30);
  });

  it('ends where a pause says so', async () => {
    let pauses = 0;
    const pause = async () => {
      if (++pauses === 15) throw new Error('time is up');
    };
    await expect(foldPivot(plan, view, rows, pause)).rejects.toThrow('time is up');
    expect(pauses).toBe(15);
  });
});

it('leaves out the rows beyond the cells that an answer may have', async () => {
  const wide = { rows: groups(1), columns: groups(1), measures: measures.slice(4, 5) } as unknown as PivotPlan;
  const rows = Array.from(
    { length: 12_000 },
    (_, i): PivotRow => ({ n: 1, c0: 1, g0: `a${Math.floor(i / 100)}`, g1: `b${i % 100}` }),
  );
  const noTotals = { ...view, subTotals: false, grandTotals: false };
  const table = await foldPivot(wide, noTotals, rows, setImmediate);
  expect(table.isTruncated).toBe(true);
  expect(table.cells.length).toBeLessThanOrEqual(mostShown.cells);
  expect(table.rows).toHaveLength(1 + Math.max(...table.cells.map(({ row }) => row)));
});
