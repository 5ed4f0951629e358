/**
 * Pivot tables of random opportunities, against tables that a few lines make of the same records.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { AnsweredError } from '../graphql/graphql-server.js';
import { Dice } from '../insights/lively-space.js';
import type { Json } from '../test-space.js';
import { type Header, pivotQuery, recordsQuery, type Table } from './ask-pivot.js';

interface Deal {
  readonly id: string;
  readonly owner: string;
  readonly unit: string;
  readonly moment: string;
  readonly closing: string;
  /** Ten-thousandths. */
  readonly amount: bigint;
}

const zone = 'Europe/Vienna';
const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });

/** First day of the quarter in which a moment lies in the zone. */
function quarterOf(moment: string): string {
  const [year = '', month = ''] = localDay.format(new Date(`${moment.slice(0, 19)}Z`)).split('-');
  return `${year}-${String(Math.floor((Number(month) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
}

/** First day of a date's week. */
function weekOf(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10);
}

function textOf(amount: bigint): string {
  const [whole, rest] = [amount / 10_000n, amount % 10_000n];
  return `${whole}.${String(rest).padStart(4, '0')}`.replace(/\.?0+$/, '');
}

describe('pivot tables', () => {
  onDatabaseInTurn((running) => {
    const deals: Deal[] = [];
    let owners: { readonly id: string; readonly name: string }[];
    let units: { readonly id: string; readonly name: string }[];

    beforeAll(async () => {
      const { space } = running;
      const dice = new Dice(11);
      units = [];
      for (const name of ['North', 'South']) {
        units.push({ id: (await space.create('SalesUnits', { name })).id, name });
      }
      owners = [];
      for (const last_name of ['Berg', 'Ahorn', 'Claus']) {
        const { id } = await space.create('Clients', {
          email: `${last_name}@example.com`,
          last_name,
          default_unit_id: units[0]?.id,
        });
        owners.push({ id, name: last_name });
      }
      // Both sides of midnight and of both changes of clocks.
      const moments = ['2025-03-30T00:59:59', '2025-03-31T21:59:59', '2025-03-31T22:00:00', '2025-06-30T22:00:00'];
      moments.push('2025-12-31T22:59:59', '2025-12-31T23:00:00', '2025-09-30T21:59:59', '2025-10-26T01:00:00');
      const bodies: Json[] = [];
      for (let index = 0; index < 80; index++) {
        const deal = {
          owner: dice.pick(owners).id,
          unit: dice.pick(units).id,
          moment: dice.pick(moments),
          closing: `2026-0${1 + dice.below(3)}-${10 + dice.below(15)}`,
          amount: BigInt(dice.below(1_000_000_000)),
        };
        const body = {
          name: `Deal ${index}`,
          owner_id: deal.owner,
          unit_id: deal.unit,
          created: deal.moment,
          closing_date: deal.closing,
          step_id: space.ids.stepIds[0] ?? '',
          value: { base_value: Number(textOf(deal.amount)) },
        };
        bodies.push(body);
        const { id } = await space.create('Opportunities', body, { 'validation-level': 8 });
        deals.push({ id, ...deal });
      }
      const [gone] = deals.splice(5, 1);
      await space.delete('Opportunities', gone?.id ?? '');
    });

    const send = async (text: string, variables: Json) => {
      const { origin, id, authorization } = running.space;
      const answer = await fetch(`${origin}/api/v100/graphql/spaces/${id}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ query: text, variables }),
      });
      return (await answer.json()) as { data: Readonly<Record<string, unknown>>; errors?: readonly AnsweredError[] };
    };

    const pivot = (table: Json) => ({ structure: [{ id: 'p', pivotTable: { entityType: 'Opportunity', ...table } }] });

    const evaluate = async (table: Json): Promise<Table> => {
      const { data, errors } = await send(pivotQuery, { ...pivot(table), timeZone: zone });
      expect(errors).toBeUndefined();
      const { items } = data.evaluateReport as { items: { result: Table }[] };
      return items[0]?.result as Table;
    };

    const measures = [{ function: 'Sum' }, { function: 'Count' }, { function: 'Average', field: 'value' }];

    /** The values of the measures over some deals. */
    const valuesOf = (own: readonly Deal[]) => {
      const sum = own.reduce((total, { amount }) => total + amount, 0n);
      const [count, half] = [BigInt(own.length), BigInt(own.length) / 2n];
      return [textOf(sum), String(own.length), textOf((sum + half) / count)];
    };

    const groups = {
      rows: [{ field: 'unit_id' }, { field: 'owner.name' }],
      columns: [{ field: 'created', period: 'Quarter' }],
      measures,
    };

    /** The deals behind a cell. */
    const dealsIn = (row: Header, column: Header) =>
      deals.filter((deal) => {
        const keys = [deal.unit, owners.find(({ id }) => id === deal.owner)?.name];
        return (
          row.keys.every((key, index) => key === keys[index]) &&
          column.keys.every((key) => key === quarterOf(deal.moment))
        );
      });

    it('adds up what each cell and each total holds, to the last digit', async () => {
      const { rows, columns, cells, isTruncated } = await evaluate(groups);
      expect(rows.map(({ keys }) => keys.length)).toEqual([0, 1, 2, 2, 2, 1, 2, 2, 2]);
      expect(rows.filter(({ keys }) => keys.length === 1).map(({ label }) => label)).toEqual(['North', 'South']);
      expect(rows.slice(2, 5).map(({ label }) => label)).toEqual(['Ahorn', 'Berg', 'Claus']);
      const quarters = [...new Set(deals.map(({ moment }) => quarterOf(moment)))].sort();
      expect(quarters.length).toBeGreaterThan(3);
      expect(columns.map(({ keys }) => keys)).toEqual([[], ...quarters.map((quarter) => [quarter])]);
      let filled = 0;
      for (const [row, rowHeader] of rows.entries()) {
        for (const [column, columnHeader] of columns.entries()) {
          const own = dealsIn(rowHeader, columnHeader);
          const cell = cells.find((one) => one.row === row && one.column === column);
          expect(cell?.values).toEqual(own.length === 0 ? undefined : valuesOf(own));
          if (own.length > 0) filled++;
        }
      }
      expect(cells).toHaveLength(filled);
      expect(isTruncated).toBe(false);
    });

    it('leads to the records behind each cell', async () => {
      const { rows, columns, cells } = await evaluate(groups);
      for (const { row, column } of cells) {
        const [rowHeader, columnHeader] = [rows[row] as Header, columns[column] as Header];
        const keys = { row: rowHeader.keys, column: columnHeader.keys };
        const { data, errors } = await send(recordsQuery, { ...pivot(groups), timeZone: zone, ...keys });
        expect(errors).toBeUndefined();
        const page = data.pivotRecords as { totalCount: number; items: { id: string }[] };
        const wanted = dealsIn(rowHeader, columnHeader).map(({ id }) => id);
        expect(page.totalCount).toBe(wanted.length);
        expect(page.items.map(({ id }) => id).sort()).toEqual(wanted.sort());
      }
    });

    it('shows the first groups by a measure, and says how many it left out', async () => {
      const rows = [{ field: 'owner_id', limit: 2, sortMeasure: 0, direction: 'DESC' }];
      const table = await evaluate({ rows, measures });
      const sums = owners.map(({ id, name }) => {
        const own = deals.filter(({ owner }) => owner === id);
        return { id, name, sum: own.reduce((total, { amount }) => total + amount, 0n) };
      });
      sums.sort((a, b) => (a.sum < b.sum ? 1 : -1));
      expect(table.rows.map(({ keys }) => keys)).toEqual([[], [sums[0]?.id], [sums[1]?.id]]);
      expect(table.rows[1]?.label).toBe(sums[0]?.name);
      expect(table.rows[0]?.leftOut).toBe(1);
      expect(table.isTruncated).toBe(true);
      expect(table.cells[0]?.values).toEqual(valuesOf(deals));
    });

    it('puts dates together by week, and finds the first and the last', async () => {
      const ends = [
        { function: 'Minimum', field: 'closing_date' },
        { function: 'Maximum', field: 'created' },
      ];
      const table = await evaluate({ rows: [{ field: 'closing_date', period: 'Week' }], measures: ends });
      const weeks = [...new Set(deals.map(({ closing }) => weekOf(closing)))].sort();
      expect(table.rows.map(({ keys }) => keys)).toEqual([[], ...weeks.map((week) => [week])]);
      for (const { row, values } of table.cells.slice(1)) {
        const own = deals.filter(({ closing }) => weekOf(closing) === weeks[row - 1]);
        const [first] = own.map(({ closing }) => closing).sort();
        const last = own
          .map(({ moment }) => moment)
          .sort()
          .at(-1);
        expect(values).toEqual([first, `${last}.000000`]);
      }
    });

    it('has one cell where there are no groups, and none of the totals that are not wanted', async () => {
      const { cells } = await evaluate({ measures });
      expect(cells).toEqual([{ row: 0, column: 0, values: valuesOf(deals) }]);
      const { rows } = await evaluate({ ...groups, subTotals: false, grandTotals: false });
      expect(rows.map(({ keys }) => keys.length)).toEqual([2, 2, 2, 2, 2, 2]);
    });

    it('counts what a filter finds, by one statement', async () => {
      const filterFields = [{ field: 'owner_id', operator: 'Is', values: [[owners[0]?.id]] }];
      const filter = { mainBox: { entity: 'Opportunity', filterFields } };
      let table: Table | undefined;
      const statements = await running.server.statementsOf(async () => {
        table = await evaluate({ measures, filter });
      });
      expect(table?.cells[0]?.values).toEqual(valuesOf(deals.filter(({ owner }) => owner === owners[0]?.id)));
      expect(statements).toHaveLength(1);
    });

    it('lists the records of a report table', async () => {
      const structure = [
        {
          id: 't',
          reportTable: {
            entityType: 'Opportunity',
            columns: ['name', 'owner.name', 'value', 'unit_id'],
            orderBy: [{ field: 'value', direction: 'DESC' }],
          },
        },
      ];
      const text = `query ($structure: [ReportItemInput!]!) { evaluateReport(structure: $structure, first: 3) { items {
        ... on ReportTable { result { totalCount hasNextPage lines { id values } } } } } }`;
      const { data, errors } = await send(text, { structure });
      expect(errors).toBeUndefined();
      const [item] = (data.evaluateReport as { items: { result: Json }[] }).items;
      const wanted = [...deals].sort((a, b) => (a.amount < b.amount ? 1 : -1)).slice(0, 3);
      expect(item?.result).toMatchObject({
        totalCount: deals.length,
        hasNextPage: true,
        lines: wanted.map(({ id, owner, amount, unit }) => ({
          id,
          values: [
            expect.stringMatching(/^Deal/),
            owners.find((one) => one.id === owner)?.name,
            Number(textOf(amount)),
            unit,
          ],
        })),
      });
    });

    it.each([
      [{ measures: [] }, 'evaluateReport.structure[0].pivotTable.measures: name at least one.'],
      [{ measures: [{ function: 'Sum', field: 'name' }] }, 'pivotTable.measures[0].field: "name" is not a number.'],
      [{ rows: [{ field: 'ownr_id' }] }, 'pivotTable.rows[0].field: Opportunity has no field "ownr_id".'],
      [{ rows: [{ field: 'account_relations.account_id' }] }, 'leads to many records; report on these instead.'],
      [{ rows: [{ field: 'name', period: 'Week' }] }, 'rows[0].period: "name" is not a date.'],
      [{ rows: [{ field: 'name', sortMeasure: 3 }] }, 'rows[0].sortMeasure: must be the position of a measure'],
      [{ entityType: 'Contact' }, 'measures[0].field: name the field that is measured.'],
      [{ entityType: 'AiAgent' }, 'pivotTable.entityType: no records of "AiAgent" are stored here.'],
    ] as const)('rejects %j', async (table, message) => {
      const { errors } = await send(pivotQuery, {
        ...pivot({ measures: [{ function: 'Sum' }], ...table }),
        timeZone: zone,
      });
      expect(errors?.[0]?.message).toContain(message);
    });
  });
});
