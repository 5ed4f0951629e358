/**
 * What a pivot table leaves out, and what lies behind totals and behind groups without a value.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { readPivot } from '../../src/analytics/reports/read-pivot.js';
import type { PivotItem } from '../../src/analytics/reports/report-item.js';
import { parseStructure } from '../../src/api/graphql/analytics/report-items.js';
import { TimedDatabase } from '../../src/db/timed-database.js';
import { ApiError } from '../../src/errors/api-error.js';
import { send } from '../filters/ask-filter.js';
import { onDatabaseInTurn } from '../fixture.js';
import { Copier } from '../jobs/many-records.js';
import type { Json, TestSpace } from '../test-space.js';
import { cellsOf, namesBehind, pivot, pivotRejection, recordsQuery, structureOf } from './ask-pivot.js';

onDatabaseInTurn((running) => {
  let space: TestSpace;
  const make = async (bodies: readonly Json[]) => {
    for (let from = 0; from < bodies.length; from += 1_000) {
      const body = bodies.slice(from, from + 1_000).map((one) => ({ owner_id: space.ids.ownerId, ...one }));
      const answer = await space.send('POST', 'Accounts/batch-modify', { body });
      expect(answer.status, answer.text).toBe(200);
    }
  };
  const ofAccounts = (more: Json) => ({ entityType: 'Account', ...more });

  describe('groups beyond a limit', () => {
    beforeAll(async () => {
      space = await running.server.newSpace('limits');
      // City n has n accounts, in two countries.
      await make(
        [1, 2, 3, 4].flatMap((n) =>
          Array.from({ length: n }, (_, index) => ({
            name: `${n}.${index}`,
            city: `City ${n}`,
            country: index % 2 ? 'B' : 'A',
          })),
        ),
      );
    });
    const largest = { sortMeasure: 0, direction: 'DESC' };

    it('are left out in each group above, and counted in totals', async () => {
      const rows = [
        { field: 'country', ...largest },
        { field: 'city', limit: 1, ...largest },
      ];
      const table = await pivot(space, ofAccounts({ rows }));
      expect(table.rows.map(({ keys, leftOut }) => [keys.join('/'), leftOut])).toEqual([
        ['', 0],
        ['A', 3],
        ['A/City 3', 0],
        ['B', 2],
        ['B/City 4', 0],
      ]);
      expect(table.cells.map(({ values }) => values[0])).toEqual(['10', '6', '2', '4', '2']);
      expect(table.isTruncated).toBe(true);
    });

    it('are left out of columns, too', async () => {
      const table = await pivot(
        space,
        ofAccounts({ columns: [{ field: 'city', limit: 2, ...largest }], rows: [{ field: 'country' }] }),
      );
      expect(table.columns.map(({ keys, leftOut }) => [keys[0], leftOut])).toEqual([
        [undefined, 2],
        ['City 4', 0],
        ['City 3', 0],
      ]);
      expect(cellsOf(table)).toMatchObject({ '/': ['10'], 'A/': ['6'], 'B/City 4': ['2'] });
      expect(table.isTruncated).toBe(true);
    });

    it('are not, where there are just as many', async () => {
      const table = await pivot(space, ofAccounts({ rows: [{ field: 'city', limit: 4 }] }));
      expect(table.rows.map(({ label }) => label)).toEqual([null, 'City 1', 'City 2', 'City 3', 'City 4']);
      expect(table.isTruncated).toBe(false);
    });

    it('have a limit of one at least', async () => {
      expect(await pivotRejection(space, ofAccounts({ rows: [{ field: 'city', limit: 0 }] }))).toBe(
        'evaluateReport.structure[0].pivotTable.rows[0].limit: must be 1 or more.',
      );
    });

    it.each([
      ['rows', 'at most 4; 5 given', Array(5).fill({ field: 'city' })],
      ['columns', 'at most 3; 4 given', Array(4).fill({ field: 'city' })],
      ['measures', 'at most 10; 11 given', Array(11).fill({ function: 'Count' })],
    ])('cannot be of too many %s', async (name, problem, list) => {
      expect(await pivotRejection(space, ofAccounts({ [name]: list }))).toBe(
        `evaluateReport.structure[0].pivotTable.${name}: ${problem}.`,
      );
    });
  });

  describe('a large table', () => {
    beforeAll(async () => {
      space = await running.server.newSpace('large');
      await make(
        Array.from({ length: 1_100 }, (_, index) => ({
          name: `N${String(index).padStart(4, '0')}`,
          city: `City ${index % 100}`,
        })),
      );
    });

    it('shows 1,000 columns', async () => {
      const table = await pivot(space, ofAccounts({ columns: [{ field: 'name' }] }));
      expect([table.columns.length, table.isTruncated]).toEqual([1_000, true]);
      // The total is one of them, and counts what is not shown.
      expect(table.columns.at(-1)?.label).toBe('N0998');
      expect(table.cells[0]?.values).toEqual(['1100']);
    });

    it('shows the rows whose cells are 10,000 at most', async () => {
      const measures = [{ function: 'Count' }];
      const columns = [{ field: 'city' }];
      // In each row its total and its city, in the first one all cities.
      const table = await pivot(space, ofAccounts({ rows: [{ field: 'name' }], columns, measures }));
      expect([table.rows.length, table.cells.length, table.isTruncated]).toEqual([1_101, 101 + 2_200, false]);
      const wide = await pivot(
        space,
        ofAccounts({ rows: [{ field: 'name' }, { field: 'id' }, { field: 'city' }, { field: 'owner_id' }], columns }),
      );
      expect(wide.isTruncated).toBe(false);
      expect(wide.cells).toHaveLength(101 + 4 * 2_200);
      const deep = await pivot(
        space,
        ofAccounts({
          rows: [{ field: 'name' }, { field: 'id' }, { field: 'city' }, { field: 'owner_id' }],
          columns: [{ field: 'city' }, { field: 'country' }],
        }),
      );
      expect(deep.isTruncated).toBe(true);
      expect(deep.cells.length).toBeLessThanOrEqual(10_000);
      expect(deep.cells.at(-1)?.row).toBe(deep.rows.length - 1);
    });
  });

  it('is made of 50,000 combinations of groups at most', { timeout: 60_000 }, async () => {
    const own = await running.server.newSpace('combinations');
    const { id } = await own.newAccount();
    await new Copier(running.server.deps, own.id).copy('accounts', id, 49_999, 1);
    const table = ofAccounts({ rows: [{ field: 'id' }] });
    expect(await pivot(own, table)).toMatchObject({ isTruncated: true, cells: { length: 10_000 } });
    await own.newAccount();
    expect(await pivotRejection(own, table)).toBe(
      'evaluateReport.structure[0].pivotTable: there are more than 50000 combinations of groups. Use fewer groups, or a filter. ' +
        'The most values, 50001 and more, has rows[0] "id".',
    );
    expect(cellsOf(await pivot(own, ofAccounts({ rows: [{ field: 'city' }] })))['/']).toEqual(['50001']);
    const [ids, cities] = [Array(4).fill({ field: 'id' }), Array(3).fill({ field: 'city' })];
    const measures = Array(10).fill({ function: 'Count', field: 'city' });
    expect(await pivotRejection(own, ofAccounts({ rows: ids, columns: cities, measures }))).toBe(
      'evaluateReport.structure[0].pivotTable: there are more than 10000 combinations of groups, the most for 10 measures with 20 ' +
        'levels of totals. Use fewer groups, measures or totals, or a filter. The most values, 10001 and more, has rows[0] "id".',
    );
  });

  it('counts as many records of an operation', async () => {
    const own = await running.server.newSpace('operations');
    const pivotTable = { entityType: 'Account', measures: [{ function: 'Count' }] };
    const structure = Array.from({ length: 20 }, (_, index) => ({
      id: `p${index}`,
      parentId: index === 0 ? null : 'p0',
      pivotTable,
    }));
    const askFields = (count: number) => {
      const field = 'evaluateReport(structure: $structure) { items { ... on PivotTable { result { isTruncated } } } }';
      const fields = Array.from({ length: count }, (_, index) => `f${index}: ${field}`);
      return send(own, `query ($structure: [ReportItemInput!]!) { ${fields.join(' ')} }`, { structure });
    };
    expect((await askFields(4)).errors).toBeUndefined();
    expect((await askFields(5)).errors?.[0]?.message).toContain('25005 records');
  });

  it('ends between statements, too, when the time of the operation is up', async () => {
    const own = await running.server.newSpace('hurried');
    await own.newAccount();
    const { deps } = running.server;
    const db = new TimedDatabase(deps.db, 60_000);
    let looks = 0;
    db.checkTime = () => {
      if (++looks === 2) throw new ApiError('ERROR_UNAVAILABLE', 'Time is up.');
    };
    const [item] = parseStructure(
      structureOf(ofAccounts({ rows: [{ field: 'city' }] })).structure as never,
      'structure',
      () => {},
    );
    const principal = await deps.keys.authenticate(own.id, own.authorization);
    const scope = { now: '2026-01-01T00:00:00.000000', timeZone: 'UTC', profiles: new Map(), filters: [] };
    const table = readPivot({ ...deps, db }, { principal, origin: own.origin }, item as PivotItem, scope);
    await expect(table).rejects.toThrow('Time is up.');
    expect(looks).toBe(2);
  });

  describe('behind totals and groups without a value', () => {
    beforeAll(async () => {
      space = await running.server.newSpace('behind');
      const [parent, gone] = [await space.newAccount({ name: 'P', city: 'X' }), await space.newAccount({ name: 'G' })];
      await make([
        { name: 'a', city: 'Leeds', country: 'UK', parent_account_id: parent.id },
        { name: 'b', city: 'Leeds', country: null, parent_account_id: gone.id },
        { name: 'c', city: null, country: 'UK' },
        { name: 'd', city: null, country: null, comments: '' },
      ]);
      await space.delete('Accounts', gone.id);
    });
    const table = ofAccounts({
      rows: [{ field: 'city' }, { field: 'country' }],
      columns: [{ field: 'parent_account_id' }],
    });

    it.each<[string, Json, string[]]>([
      ['the grand total', { row: [], column: [] }, ['P', 'a', 'b', 'c', 'd']],
      ['a sub-total', { row: ['Leeds'] }, ['a', 'b']],
      ['the sub-total of no city', { row: [null] }, ['c', 'd']],
      ['a city and no country', { row: ['Leeds', null] }, ['b']],
      ['neither city nor country', { row: [null, null] }, ['d']],
      ['a column without a value', { row: [null], column: [null] }, ['c', 'd']],
      ['a cell without records', { row: ['Leeds'], column: [null] }, []],
    ])('are the records of %s', async (_, place, wanted) => {
      expect(await namesBehind(space, table, place)).toEqual(wanted);
    });

    it('are those of deleted records, shown as such', async () => {
      const found = await pivot(space, table);
      const column = found.columns.find(({ label }) => label === 'G');
      expect(column).toMatchObject({ isDeleted: true });
      expect(await namesBehind(space, table, { column: column?.keys })).toEqual(['b']);
    });

    it('are as many as each cell says', async () => {
      for (const own of [
        table,
        ofAccounts({ rows: [{ field: 'parent_account.city' }, { field: 'parent_account.created', period: 'Year' }] }),
      ]) {
        const { rows, columns, cells } = await pivot(space, own);
        for (const { row, column, values } of cells) {
          const names = await namesBehind(space, own, { row: rows[row]?.keys, column: columns[column]?.keys });
          expect(names).toHaveLength(Number(values[0]));
        }
      }
    });

    it('are not to be had for more keys than groups, and keys that are none', async () => {
      const rejection = async (place: Json, own = table) =>
        (await send(space, recordsQuery, { ...structureOf(own), ...place })).errors?.[0]?.message;
      expect(await rejection({ row: ['a', 'b', 'c'] })).toBe(
        'pivotRecords.rowKeys: at most 2 keys, one for each group.',
      );
      expect(await rejection({ column: ['x'] })).toContain('pivotRecords.columnKeys[0]: "x" is not');
      const dated = ofAccounts({ rows: [{ field: 'created', period: 'Month' }] });
      const message = 'pivotRecords.rowKeys[0]: must be the first day of a period, YYYY-MM-DD.';
      expect(await rejection({ row: ['May'] }, dated)).toBe(message);
      const periods = {
        Day: '2026-08-15',
        Week: '2026-08-17',
        Month: '2026-08-01',
        Quarter: '2026-07-01',
        Year: '2026-01-01',
      };
      const others = {
        Week: '2026-08-16',
        Month: '2026-08-02',
        Quarter: '2026-08-01',
        Year: '2026-04-01',
        Day: '20260815',
      };
      for (const [period, key] of Object.entries(periods)) {
        expect(await rejection({ row: [key] }, ofAccounts({ rows: [{ field: 'created', period }] }))).toBeUndefined();
      }
      for (const [period, key] of Object.entries(others)) {
        expect(await rejection({ row: [key] }, ofAccounts({ rows: [{ field: 'created', period }] }))).toBe(message);
      }
    });
  });
});
