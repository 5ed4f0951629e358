/**
 * Key figures over GraphQL against a count in plain JavaScript, over a year of chance.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';
import { type Between, CountAgain, trendOf } from './count-again.js';
import { fillLivelySpace, type LivelySpace, listAll } from './lively-space.js';

const measures = [
  ...['CreatingLeads', 'CreatingOppties', 'QualifyingLeads', 'WinningOppties', 'LosingLeads', 'LosingOppties'],
  ...['LostAmount', 'WonAmount', 'OpptyWinRate', 'OpptyAverageTimeSpent', 'OpptySalesVelocity', 'OpptyAverageSize'],
  ...['LeadAverageTimeSpent', 'CreatingActivities', 'CompletingActivities', 'SendingEmails'],
];
const kpiData = measures.flatMap((name) => [name, `${name}Trend`]).join(' ');
const members = `isDeleted picture kpiData { ${kpiData} }
  ... on InsightClientItem { clientId clientFirstName clientLastName clientMiddleName clientPosition clientEmail }
  ... on InsightSalesUnitItem { salesUnitId salesUnitName }`;

interface Figures {
  readonly [name: string]: number | string;
}
interface Item {
  readonly isDeleted: boolean;
  readonly kpiData: Figures;
  readonly clientId: string;
  readonly clientLastName: string;
  readonly salesUnitId: string;
}
interface Result {
  readonly items: readonly Item[];
  readonly total: Figures;
  readonly startDatetime: string;
  readonly endDatetime: string;
}

/** Days of 2025, both ends included, and the moments around them. */
function days(
  startDate: string,
  endDate: string,
): { readonly period: string; readonly now: Between; readonly before: Between } {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate) + 86_400_000];
  const text = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return {
    period: `{ startDate: "${startDate}", endDate: "${endDate}" }`,
    now: { start: text(start), end: text(end) },
    before: { start: text(start - (end - start)), end: text(start) },
  };
}

onDatabaseInTurn((running) => {
  let lively: LivelySpace;
  let again: CountAgain;
  let users: readonly TestRecord[];

  beforeAll(async () => {
    lively = await fillLivelySpace(running.space);
    again = await CountAgain.read(running.space);
    users = await listAll(running.space, 'Clients', { 'include-deleted': true });
  }, 180_000);

  const send = async (query: string): Promise<Json> => {
    const { origin, id, authorization } = running.space;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ query });
    const answer = await fetch(`${origin}/api/v100/graphql/spaces/${id}`, { method: 'POST', headers, body });
    return (await answer.json()) as Json;
  };
  const ask = async (query: string): Promise<Json> => {
    const { data, errors } = await send(query);
    expect(errors).toBeUndefined();
    return data as Json;
  };
  const insights = async (args: string): Promise<Result> => {
    const { insights: found } = await ask(
      `{ insights(${args}) { items { ${members} } total { ${kpiData} } startDatetime endDatetime } }`,
    );
    return found as Result;
  };

  type Counts = Parameters<CountAgain['figures']>[1];
  const expectFigures = (found: Figures, { now, before }: ReturnType<typeof days>, counts: Counts) => {
    const [wanted, earlier] = [again.figures(now, counts), again.figures(before, counts)];
    for (const name of measures) {
      const value = wanted[name] ?? Number.NaN;
      // Doubles that were multiplied in another order differ in their last digits.
      const difference = Math.abs(Number(found[name]) - value);
      expect(difference, `${name}: ${found[name]} for ${value}`).toBeLessThanOrEqual(Math.abs(value) * 1e-14);
      expect(found[`${name}Trend`], `${name}Trend`).toBe(trendOf(value, earlier[name] ?? Number.NaN));
    }
  };

  const periods = [
    ['a year', days('2025-01-01', '2025-12-31')],
    ['a quarter', days('2025-07-01', '2025-09-30')],
    ['a month', days('2025-11-01', '2025-11-30')],
    ['a day', days('2025-06-15', '2025-06-15')],
  ] as const;

  it.each([
    ['a month with the one before', '2025-03-01', '2025-03-31', '2025-02-01'],
    ['a year with the one before', '2025-01-01', '2025-12-31', '2024-01-01'],
    ['days that are no months with as many days', '2025-03-02', '2025-03-31', '2025-01-31'],
  ])('compares %s', async (_, first, last, before) => {
    const span = days(first, last);
    const { items, total } = await insights(`subject: Clients, comparedWith: CalendarBefore, period: ${span.period}`);
    const compared = { ...span, before: { ...span.before, start: before } };
    for (const { clientId, kpiData } of items) expectFigures(kpiData, compared, ({ who }) => who === clientId);
    expectFigures(total, compared, ({ who }) => who !== null);
  });

  describe.each(periods)('%s', (_, span) => {
    it('has the figures of each user', async () => {
      const { items, total } = await insights(`subject: Clients, period: ${span.period}`);
      for (const { clientId, kpiData } of items) expectFigures(kpiData, span, ({ who }) => who === clientId);
      expectFigures(total, span, ({ who }) => who !== null);
    });

    it('has the figures of each unit', async () => {
      const { items, total } = await insights(`subject: SalesUnits, period: ${span.period}`);
      for (const { salesUnitId, kpiData } of items) expectFigures(kpiData, span, ({ unit }) => unit === salesUnitId);
      expectFigures(total, span, ({ unit }) => unit !== null);
    });
  });

  const [, year] = periods[0];

  it('counts days in a time zone', async () => {
    // On both days the clocks there are 12 hours ahead; on the day between they go forward, and are 13 hours ahead from then on.
    const zone = 'timeZone: "Pacific/Auckland"';
    const span = {
      period: `{ startDate: "2025-08-01", endDate: "2025-10-31", ${zone} }`,
      now: { start: '2025-07-31T12', end: '2025-10-31T11' },
      before: { start: '2025-04-30T12', end: '2025-07-31T12' },
    };
    const { items, startDatetime, endDatetime } = await insights(`subject: Clients, period: ${span.period}`);
    expect([startDatetime, endDatetime]).toEqual(['2025-07-31T12:00:00.000000', '2025-10-31T11:00:00.000000']);
    for (const { clientId, kpiData } of items) expectFigures(kpiData, span, ({ who }) => who === clientId);
  });

  it('shows all users by name, deleted ones as such', async () => {
    const { items, startDatetime, endDatetime } = await insights(`subject: Clients, period: ${year.period}`);
    expect(startDatetime).toBe('2025-01-01T00:00:00.000000');
    expect(endDatetime).toBe('2026-01-01T00:00:00.000000');
    const shown = users.map(({ first_name, last_name, middle_name, id, is_deleted }) => ({
      names: [last_name ?? '', first_name ?? '', middle_name ?? '', id],
      is_deleted,
    }));
    shown.sort((a, b) => Buffer.compare(Buffer.from(a.names.join('\0')), Buffer.from(b.names.join('\0'))));
    expect(items.map(({ clientId, isDeleted }) => [clientId, isDeleted])).toEqual(
      shown.map(({ names, is_deleted }) => [names[3], is_deleted]),
    );
    expect(items.find(({ clientId }) => clientId === lively.deletedUserId)?.isDeleted).toBe(true);
  });

  it('leaves out deleted users without events, and all of them when asked to', async () => {
    const deleted = async (args: string) =>
      (await insights(`subject: Clients, ${args}`)).items.filter(({ isDeleted }) => isDeleted).length;
    expect(await deleted('period: { startDate: "1999-01-01", endDate: "1999-01-31" }')).toBe(0);
    expect(await deleted(`period: ${year.period}, includeDeleted: false`)).toBe(0);
    const chosen = `clientIds: ["${lively.deletedUserId}"]`;
    expect(await deleted(`${chosen}, period: { startDate: "1999-01-01", endDate: "1999-01-31" }`)).toBe(1);
    const { total } = await insights(`subject: Clients, period: ${year.period}, includeDeleted: false`);
    expectFigures(total, year, ({ who }) => who !== null && who !== lively.deletedUserId);
  });

  it('counts chosen users only', async () => {
    const chosen = lively.userIds.slice(1, 4);
    const { items, total } = await insights(
      `subject: Clients, period: ${year.period}, clientIds: ${JSON.stringify(chosen)}`,
    );
    expect(items.map(({ clientId }) => clientId).sort()).toEqual([...chosen].sort());
    expectFigures(total, year, ({ who }) => who !== null && chosen.includes(who));
  });

  const below: Readonly<Record<number, readonly number[]>> = { 0: [0, 1, 2, 3, 4], 1: [1], 2: [2, 3, 4], 3: [3] };

  it.each([
    [2, true],
    [2, false],
    [0, true],
    [3, true],
  ])('counts the users of unit %i, those of units below: %s', async (unit, withSubUnits) => {
    const wanted = (withSubUnits ? (below[unit] ?? []) : [unit]).map((index) => lively.unitIds[index]);
    const rows = await listAll(running.space, 'SalesUnitClientRelations');
    const members = users.filter(
      ({ id, default_unit_id }) =>
        wanted.includes(default_unit_id as string) ||
        rows.some((row) => row.client_id === id && wanted.includes(row.unit_id as string)),
    );
    const { items, total } = await insights(
      `subject: Clients, period: ${year.period}, salesUnitIds: ["${lively.unitIds[unit]}"], withSubUnits: ${withSubUnits}`,
    );
    expect(items.map(({ clientId }) => clientId).sort()).toEqual(members.map(({ id }) => id).sort());
    expectFigures(total, year, ({ who }) => items.some(({ clientId }) => clientId === who));
  });

  it('adds what lies below to each unit, and counts it once in the total', async () => {
    const chosen = [0, 2, 3].map((index) => lively.unitIds[index] ?? '');
    const { items, total } = await insights(
      `subject: SalesUnits, period: ${year.period}, salesUnitIds: ${JSON.stringify(chosen)}, withSubUnits: true`,
    );
    expect(items.map(({ salesUnitId }) => salesUnitId)).toEqual(chosen);
    for (const { salesUnitId, kpiData } of items) {
      const units = below[lively.unitIds.indexOf(salesUnitId)]?.map((index) => lively.unitIds[index]);
      expectFigures(kpiData, year, ({ unit }) => units?.includes(unit ?? '') === true);
    }
    expectFigures(total, year, ({ unit }) => lively.unitIds.slice(0, 5).includes(unit ?? ''));
  });

  const families: Readonly<Record<string, RegExp>> = {
    Opportunity: /Oppt|Amount/,
    Lead: /Lead/,
    Task: /Activities/,
    Appointment: /Activities/,
    Activity: /Activities/,
    Email: /Emails/,
    LeadOppty: /Oppt|Amount|Lead/,
  };
  const isOf: Readonly<Record<string, (record: TestRecord) => boolean>> = {
    Opportunity: ({ table_name }) => table_name === 'opportunity',
    Lead: ({ table_name }) => table_name === 'lead',
    Task: ({ table_name }) => table_name === 'task',
    Appointment: ({ table_name }) => table_name === 'appointment',
  };

  it.each(Object.keys(families))('lets a filter of %s records choose what counts', async (entity) => {
    const field = /Lead|Opp/.test(entity) ? 'name' : 'subject';
    const rule = `{ field: "${field}", operator: StartsWith, values: [["Red"]] }`;
    const filter = `filter: { mainBox: { entity: "${entity}", filterFields: [${rule}] } }`;
    const { items } = await insights(`subject: Clients, period: ${year.period}, ${filter}`);
    for (const { clientId, kpiData } of items) {
      const counts: Counts = ({ who, what, record }) => {
        if (who !== clientId) return false;
        if (families[entity]?.test(what) !== true) return true;
        return String(record[field]).startsWith('Red') && (isOf[entity]?.(record) ?? true);
      };
      expectFigures(kpiData, year, counts);
    }
  });

  it('lets a saved filter choose what counts, and another one besides', async () => {
    const filter_fields = [{ field: 'name', operator: 'StartsWith', values: [['Red']] }];
    const settings = { filter_main_box: { entity: 'Opportunity', filter_fields } };
    const profile = await running.space.create('Profiles', { name: 'Red ones', entity: 4, settings });
    const saved = `subject: SalesUnits, period: ${year.period}, profileId: "${profile.id}"`;
    const counts =
      (fits: (name: string) => boolean): Counts =>
      ({ unit, what, record }) =>
        unit !== null &&
        (families.Opportunity?.test(what) !== true ||
          (isOf.Opportunity?.(record) === true && fits(String(record.name))));
    const isRed = (name: string) => name.startsWith('Red');
    expectFigures((await insights(saved)).total, year, counts(isRed));
    const rule = '{ field: "name", operator: EndsWith, values: [["1"], ["2"]] }';
    const filter = `filter: { mainBox: { entity: "Opportunity", filterFields: [${rule}] } }`;
    const { total } = await insights(`${saved}, ${filter}`);
    expectFigures(
      total,
      year,
      counts((name) => isRed(name) && /[12]$/.test(name)),
    );
  });

  it('ranks users and units', async () => {
    const found = await ask(`{
      most: indicators(kpi: WonAmount, subject: Clients, period: ${year.period}, first: 3) {
        items { kpiValue isDeleted picture ... on IndicatorClientItem { clientId clientEmail } } total }
      least: indicators(kpi: CreatingOppties, subject: SalesUnits, period: ${year.period}, direction: ASC) {
        items { kpiValue ... on IndicatorSalesUnitItem { salesUnitId salesUnitName } } total startDatetime endDatetime }
    }`);
    const { most, least } = found as Record<'most' | 'least', { items: Json[]; total: number }>;
    const won = users
      .map(({ id }) => again.figures(year.now, ({ who }) => who === id).WonAmount ?? 0)
      .sort((a, b) => b - a);
    expect(most?.items.map(({ kpiValue }) => kpiValue)).toEqual(won.slice(0, 3));
    expect(most?.total).toBe(again.figures(year.now, ({ who }) => who !== null).WonAmount);
    const values = least?.items.map(({ kpiValue }) => Number(kpiValue)) ?? [];
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(values.reduce((sum, value) => sum + value, 0)).toBe(least?.total);
  });

  it('takes a fixed number of statements', async () => {
    const count = async (query: string) => (await running.server.statementsOf(() => ask(query))).length;
    const all = `insights(subject: Clients, period: ${year.period}) { items { ${members} } total { ${kpiData} } }`;
    // Users; events of leads and opportunities, with and without their records; those of activities; e-mails.
    expect(await count(`{ ${all} }`)).toBe(5);
    const one = lively.userIds[0];
    expect(await count(`{ ${all.replace('period:', `clientIds: ["${one}"], period:`)} }`)).toBe(5);
    const won = (name: string) =>
      `{ insights(subject: SalesUnits, period: ${year.period}) { total { ${name} } items { isDeleted } } }`;
    expect(await count(won('WonAmount'))).toBe(2);
    expect(await count(won('SendingEmailsTrend'))).toBe(2);
  });

  it.each([
    ['subject: SalesUnits, clientIds: []', 'insights.clientIds: chooses among users; name units by "salesUnitIds".'],
    ['subject: Clients, clientIds: [], salesUnitIds: []', 'insights: give either "clientIds" or "salesUnitIds".'],
    [
      'subject: Clients, clientIds: ["00000000-0000-0000-0000-00000000beef"]',
      'insights.clientIds[0]: there is no user with the id "00000000-0000-0000-0000-00000000beef".',
    ],
    [
      'subject: Clients, salesUnitIds: ["00000000-0000-0000-0000-00000000beef"]',
      'insights.salesUnitIds[0]: there is no sales unit with the id "00000000-0000-0000-0000-00000000beef".',
    ],
    [
      'subject: Clients, filter: { mainBox: { entity: "Opportunities", filterFields: [] } }',
      'insights.filter.mainBox.entity: no key figure is about Opportunities records. Choose among Lead, LeadOppty, ' +
        'Opportunity, Task, Appointment, Activity, Email. Did you mean "Opportunity"?',
    ],
  ])('rejects %s', async (args, message) => {
    const { errors } = await send(`{ insights(${args}, period: { relative: ThisYear }) { total { WonAmount } } }`);
    expect(errors).toMatchObject([{ message, extensions: { code: expect.anything() } }]);
  });

  it('counts nothing of other spaces', async () => {
    const other = await running.server.newSpace('empty');
    const { authorization, origin, id } = other;
    const headers = { authorization, 'content-type': 'application/json' };
    const query = `{ insights(subject: SalesUnits, period: ${year.period}) { total { ${kpiData} } } }`;
    const answer = await fetch(`${origin}/api/v100/graphql/spaces/${id}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    const { data } = (await answer.json()) as { data: { insights: { total: Figures } } };
    for (const name of measures) expect(data.insights.total[name], name).toBe(0);
  });
});
