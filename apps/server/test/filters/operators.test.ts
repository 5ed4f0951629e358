/**
 * Every operator on every sort of field that it fits, on both databases; on all others it is rejected, and the rejection says what fits.
 */
import type { FieldOperator } from '@headwater/graphql-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { fieldOperators, operatorFits, type SubjectKind } from '../../src/analytics/filters/field-operator.js';
import { onBothDatabases } from '../fixture.js';
import type { Json, TestSpace } from '../test-space.js';
import { find, mainTab, rejectionOf } from './ask-filter.js';

/** A moment at which it is already the next day in Auckland. */
const now = '2026-06-15T13:00:00.000000';

type Case = readonly [operator: FieldOperator, values: readonly (readonly (string | null)[])[], found: string];

/** Fields by their sort, and a value of that sort. */
const fields: Readonly<Record<SubjectKind, readonly [field: string, value: string]>> = {
  text: ['name', 'x'],
  number: ['ranking', '1'],
  bits: ['label_flag', '1'],
  flag: ['was_qualified', 'true'],
  day: ['closing_date', '2026-01-01'],
  moment: ['won_date', '2026-01-01'],
  id: ['id', '0193a000-0000-7000-8000-000000000001'],
  reference: ['step_id', '0193a000-0000-7000-8000-000000000001'],
  list: ['pipelines', '0193a000-0000-7000-8000-000000000001'],
  records: ['account_relations', '0193a000-0000-7000-8000-000000000001'],
  json: ['product_sections', 'x'],
};

const all = Object.keys(fieldOperators) as FieldOperator[];

onBothDatabases((running) => {
  let space: TestSpace;
  let idOf: (name: string) => string;
  let nameOf: (id: string) => string | undefined;

  /** @returns the letters that the records found are called by */
  const letters = async (field: string, operator: FieldOperator | null, values: Case[1], timeZone?: string) => {
    const filterTab = {
      timeZone: timeZone ?? null,
      mainBox: { entity: 'Opportunity', filterFields: [{ field, operator, values }] },
    };
    return (await find(space, 'opportunities', { filterTab })).map((id) => nameOf(id) ?? '?').join('');
  };

  const one = (...values: (string | null)[]) => values.map((value) => [value]);

  beforeAll(async () => {
    running.server.clock = () => now;
    space = await running.server.newSpace('operators');
    const { stepIds, ownerId } = space.ids;
    const users: string[] = [];
    for (const name of ['Kept', 'Gone']) {
      const body = { email: `${name}@example.com`, default_unit_id: space.ids.unitId, first_name: name };
      users.push((await space.create('Clients', body)).id);
    }
    await space.create('Fields', {
      entity_name: 'Opportunity',
      name: 'Tastes',
      type_id: 'multiselect_checkbox',
      data_set: ['Sweet', 'Sour'].map((option_name) => ({ option_name, calc_value: '1' })),
    });
    await space.create('Fields', { entity_name: 'Opportunity', name: 'Level', type_id: 'integer' });
    const options = (await space.list('Data', { 'filter[option_name]': ['Sweet', 'Sour'] })).data;
    const option = new Map(options.map((record) => [String(record.option_name), record.id]));
    const account = await space.newAccount({ name: 'Acme' });
    const names = new Map<string, string>([
      ['sweet', option.get('Sweet') ?? ''],
      ['sour', option.get('Sour') ?? ''],
      ['acme', account.id],
      ['kept', users[0] ?? ''],
      ['gone', users[1] ?? ''],
      ['first step', stepIds[0] ?? ''],
      ['last step', stepIds.at(-1) ?? ''],
    ]);
    const create = async (letter: string, body: Json) => {
      const record = await space.create(
        'Opportunities',
        {
          name: letter,
          owner_id: ownerId,
          step_id: stepIds[0],
          closing_date: '2026-06-15',
          value: { base_value: 1 },
          ...body,
        },
        { 'validation-level': 24 },
      );
      names.set(letter, record.id);
    };
    await create('A', {
      description: 'Straße nach Ulm',
      ranking: 10,
      label_flag: 1,
      was_qualified: true,
      won_date: '2026-06-14T23:59:59.999999',
      value: { base_value: 0.0001 },
      step_id: stepIds.at(-1),
      owner_id: users[0],
      account_relations: [{ account_id: account.id, is_primary: true }],
      cf_tastes: [{ id: option.get('Sweet') }],
      cf_level: 3,
    });
    await create('B', {
      description: '100% Ulm_',
      ranking: 20,
      label_flag: 3,
      won_date: '2026-06-15T00:00:00',
      closing_date: '2026-06-16',
      value: { base_value: 12345.67 },
      step_id: stepIds.at(-1),
      owner_id: users[1],
      cf_tastes: [{ id: option.get('Sweet') }, { id: option.get('Sour') }],
      cf_level: -3,
    });
    await create('C', { description: '', ranking: 0, label_flag: 6, closing_date: '2026-01-01' });
    await create('D', { product_sections: [{ id: 'x', name: 'y' }], closing_date: '2025-12-31' });
    await space.delete('Clients', users[1] ?? '');
    idOf = (name) => names.get(name) ?? '';
    nameOf = (id) => [...names].find(([, one]) => one === id)?.[0];
  });

  const cases: Readonly<Record<string, readonly Case[]>> = {
    description: [
      ['Is', one('STRASSE NACH ULM'), 'A'],
      ['Is', one('STRASSE'), ''],
      ['Is', one('x', ''), 'C'],
      ['Is', one(null), 'D'],
      ['IsNot', one('STRAßE NACH ULM'), 'BCD'],
      ['IsNot', one(null, ''), 'AB'],
      ['In', [['straße nach ulm', '100% ulm_']], 'AB'],
      ['InNot', [['straße nach ulm'], ['100% ulm_', null]], 'C'],
      ['IsEmpty', [], 'CD'],
      ['IsNotEmpty', [], 'AB'],
      ['Contains', one('ULM', 'nothing'), 'AB'],
      ['Contains', one('%'), 'B'],
      ['ContainsNot', one('ulm'), 'CD'],
      ['StartsWith', one('straß'), 'A'],
      ['EndsWith', one('_'), 'B'],
      ['Less', one('2'), 'BC'],
      ['MoreOrEqual', one('2'), 'A'],
      ['Between', [['0', '9']], 'B'],
      ['BetweenNot', [['0', '9']], 'ACD'],
    ],
    ranking: [
      ['Is', one('10', '20'), 'AB'],
      ['IsNot', one('10'), 'BCD'],
      ['Less', one('20'), 'AC'],
      ['LessOrEqual', one('20'), 'ABC'],
      ['More', one('10'), 'B'],
      ['MoreOrEqual', one('10'), 'AB'],
      [
        'Between',
        [
          ['0', '5'],
          ['15', '20'],
        ],
        'BC',
      ],
      [
        'BetweenNot',
        [
          ['0', '5'],
          ['15', '20'],
        ],
        'AD',
      ],
      ['IsEmpty', [], 'D'],
    ],
    value: [
      ['Is', one('0.0001'), 'A'],
      ['More', one('12345.66'), 'B'],
      ['Between', [['0', '1']], 'ACD'],
    ],
    'value.currency_id': [['IsNotEmpty', [], 'ABCD']],
    cf_level: [
      ['Less', one('0'), 'B'],
      ['IsEmpty', [], 'CD'],
      ['IsNot', one('3'), 'BCD'],
    ],
    label_flag: [
      ['Has', one('2'), 'BC'],
      ['Has', one('3'), 'B'],
      ['Has', one('1', '4'), 'ABC'],
      ['HasNot', one('2'), 'AD'],
      ['Is', one('6'), 'C'],
    ],
    was_qualified: [
      ['Is', one('true'), 'A'],
      ['IsActive', [], 'A'],
      ['IsNotActive', [], 'BCD'],
      ['IsNot', one('true'), 'BCD'],
    ],
    closing_date: [
      ['Is', one('2026-06-15'), 'A'],
      ['Less', one('2026-01-01'), 'D'],
      ['LessOrEqual', one('2026-01-01'), 'CD'],
      ['More', one('2026-06-15'), 'B'],
      ['Between', [['2025-12-31', '2026-01-01']], 'CD'],
      ['RelativePeriod', one('Today'), 'A'],
      ['RelativePeriod', one('Tomorrow', 'LastYear'), 'BD'],
      ['RelativePeriodNot', one('ThisYear'), 'D'],
      ['RelativePeriod', one('ThisWeek'), 'AB'],
    ],
    won_date: [
      ['Is', one('2026-06-15'), 'B'],
      ['Is', one('2026-06-15T00:00:00Z'), 'B'],
      ['Is', one('2026-06-14', null), 'ACD'],
      ['Less', one('2026-06-15'), 'A'],
      ['LessOrEqual', one('2026-06-14'), 'A'],
      ['More', one('2026-06-14'), 'B'],
      ['MoreOrEqual', one('2026-06-14'), 'AB'],
      ['Between', [['2026-06-14', '2026-06-14']], 'A'],
      ['Between', [['2026-06-14T23:59:59.999999', '2026-06-15']], 'AB'],
      ['BetweenNot', [['2026-06-14', '2026-06-14']], 'BCD'],
      ['RelativePeriod', one('Today'), 'B'],
      ['RelativePeriod', one('Yesterday'), 'A'],
      ['RelativePeriodNot', one('Last7Days'), 'CD'],
      ['IsEmpty', [], 'CD'],
    ],
    product_sections: [['IsNotEmpty', [], 'D']],
    account_relations: [
      ['IsNotEmpty', [], 'A'],
      ['IsEmpty', [], 'BCD'],
    ],
    'account_relations.account.name': [
      ['Is', one('ACME'), 'A'],
      ['IsNot', one('ACME'), 'BCD'],
    ],
    name: [
      ['Nop', one('x'), 'ABCD'],
      ['Is', one('a', 'C'), 'AC'],
    ],
  };

  describe.each(Object.entries(cases))('on %s', (field, given) => {
    it.each(given)('%s %j finds %j', async (operator, values, found) => {
      expect(await letters(field, operator, values)).toBe(found);
    });
  });

  it('look at ids, at what links lead to, and at the items of sets', async () => {
    expect(await letters('id', 'In', [[idOf('A'), idOf('C')]])).toBe('AC');
    expect(await letters('step_id', 'Is', one(idOf('last step').toUpperCase()))).toBe('AB');
    expect(await letters('step.id', 'IsNot', one(idOf('last step')))).toBe('CD');
    expect(await letters('owner_id', 'IsActive', [])).toBe('ACD');
    expect(await letters('owner', 'IsNotActive', [])).toBe('B');
    expect(await letters('primary_account', 'IsActive', [])).toBe('A');
    expect(await letters('account_relations', 'Has', one(idOf('acme')))).toBe('A');
    expect(await letters('account_relations', 'HasNot', one(idOf('acme')))).toBe('BCD');
    expect(await letters('cf_tastes', 'Has', one(idOf('sour')))).toBe('B');
    expect(await letters('cf_tastes', 'Has', [[idOf('sour'), idOf('sweet')]])).toBe('AB');
    expect(await letters('cf_tastes', 'HasNot', one(idOf('sour')))).toBe('ACD');
    expect(await letters('cf_tastes', 'IsEmpty', [])).toBe('CD');
    const { pipelineId } = space.ids;
    const profile = await space.create('Profiles', { name: 'P', entity: 4, pipelines: [pipelineId] });
    await space.create('Profiles', { name: 'Q', entity: 4 });
    const profiles = (operator: FieldOperator) =>
      find(space, 'profiles', { filterTab: mainTab('Profile', ['pipelines', operator, pipelineId]) });
    expect(await profiles('Has')).toEqual([profile.id]);
    expect(await profiles('HasNot')).toHaveLength(1);
  });

  it('take the outermost days in zones where they begin or end in another year', async () => {
    expect(await letters('won_date', 'LessOrEqual', one('9999-12-31'), 'America/New_York')).toBe('AB');
    expect(await letters('won_date', 'More', one('9999-12-31'), 'America/New_York')).toBe('');
    expect(await letters('won_date', 'MoreOrEqual', one('0001-01-01'), 'Asia/Tokyo')).toBe('AB');
    expect(await letters('won_date', 'Between', [['0001-01-01', '9999-12-31']], 'Asia/Tokyo')).toBe('AB');
  });

  it('count days in the zone of the filter', async () => {
    expect(await letters('won_date', 'Is', one('2026-06-15'), 'America/New_York')).toBe('');
    expect(await letters('won_date', 'Is', one('2026-06-14'), 'America/New_York')).toBe('AB');
    expect(await letters('won_date', 'RelativePeriod', one('Yesterday'), 'Pacific/Auckland')).toBe('AB');
    expect(await letters('closing_date', 'RelativePeriod', one('Today'), 'Pacific/Auckland')).toBe('B');
  });

  describe('fit some sorts of fields', () => {
    it.each(Object.entries(fields))('%s', async (sort, [field, value]) => {
      const [many, entity] =
        sort === 'list' ? (['profiles', 'Profile'] as const) : (['opportunities', 'Opportunity'] as const);
      for (const operator of all) {
        const { values: form } = fieldOperators[operator];
        const parts = operator.startsWith('Relative') ? ['Today'] : form === 'bounds' ? [value, value] : [value];
        const filterTab = {
          mainBox: { entity, filterFields: [{ field, operator, values: form === 'none' ? [] : [parts] }] },
        };
        if (operatorFits(operator, sort as SubjectKind)) await find(space, many, { filterTab });
        else expect(await rejectionOf(space, many, { filterTab })).toContain(`"${operator}" does not fit "${field}"`);
      }
    });
  });

  it('are rejected with what would be right', async () => {
    const rejected = (field: string, operator: FieldOperator, values: Case[1]) =>
      rejectionOf(space, 'opportunities', {
        filterTab: { mainBox: { entity: 'Opportunity', filterFields: [{ field, operator, values }] } },
      });
    const at = 'opportunities.filterTab.mainBox.filterFields[0]';
    expect(await rejected('won_date', 'Contains', one('x'))).toBe(
      `${at}.operator: "Contains" does not fit "won_date", which holds moments; it takes Nop, Is, IsNot, IsEmpty, IsNotEmpty, Less, LessOrEqual, More, MoreOrEqual, Between, BetweenNot, RelativePeriod, RelativePeriodNot, In, InNot.`,
    );
    expect(await rejected('won_dat', 'Nop', [])).toBe(
      `${at}.field: Opportunity has no field "won_dat". Did you mean "won_date"?`,
    );
    expect(await rejected('ranking', 'Is', one('ten'))).toBe(`${at}.values: "ten" is not a whole number.`);
    expect(await rejected('ranking', 'Is', [])).toBe(`${at}.values: "Is" takes at least one value.`);
    expect(await rejected('ranking', 'Is', [['1', '2']])).toBe(
      `${at}.values: "Is" takes alternatives of one part each: [["a"], ["b"]].`,
    );
    expect(await rejected('ranking', 'Between', [['1']])).toContain('takes alternatives of two parts each');
    expect(await rejected('ranking', 'Less', one(null))).toContain('null means no value');
    expect(await rejected('ranking', 'IsEmpty', one('1'))).toBe(`${at}.values: "IsEmpty" takes no values.`);
    expect(await rejected('label_flag', 'Has', one('8'))).toBe(
      `${at}.values: "8" is not a bit of "label_flag"; its bits are 1, 2, 4.`,
    );
    expect(await rejected('won_date', 'RelativePeriod', one('ThisWek'))).toBe(
      `${at}.values: "ThisWek" names no period. Did you mean "ThisWeek"?`,
    );
    expect(await rejectionOf(space, 'opportunities', { filterTab: mainTab('Lead') })).toBe(
      'opportunities.filterTab.mainBox.entity: must be Opportunity, whose records are looked for.',
    );
  });
});
