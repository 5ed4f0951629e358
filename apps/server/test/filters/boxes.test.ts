/**
 * What boxes and tabs are tied together by: formulas, lookup fields, points; and how much one filter may hold.
 */
import type { FilterTabInput, SiblingRelationType } from '@headwater/graphql-types';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemFieldId } from '../../src/plan/values/metadata-id.js';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { onBothDatabases } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { find, type GivenRule, rejectionOf, rules } from './ask-filter.js';

onBothDatabases((running) => {
  let space: TestSpace;
  let names: Map<string, string>;

  const found = async (many: string, filterTab: FilterTabInput) =>
    (await find(space, many, { filterTab })).map((id) => names.get(id) ?? '?');

  beforeAll(async () => {
    space = await running.server.newSpace('boxes');
    names = new Map();
    for (const [name, city, country] of [
      ['A', 'Leeds', 'UK'],
      ['B', 'Leeds', null],
      ['C', 'Rome', 'IT'],
      ['D', null, null],
    ]) {
      const { id } = await space.newAccount({ name, city, country });
      names.set(id, name ?? '');
    }
  });

  describe('a formula over rules', () => {
    const given = rules(['city', 'Is', 'Leeds'], ['country', 'Is', 'UK'], ['name', 'Is', 'D']);
    const withFormula = (formula: string | null, filterFields: readonly object[] = given): FilterTabInput =>
      ({ mainBox: { entity: 'Account', formula, filterFields } }) as FilterTabInput;

    it.each([
      [null, ''],
      ['1 AND (2 OR 3)', 'A'],
      ['1 OR 2 AND 3', 'AB'],
      ['(1 or 2) and not 3', 'AB'],
      ['3 OR NOT (1 OR NOT NOT 2)', 'CD'],
      ['not 1 and not 2 and 3', 'D'],
    ])('%s', async (formula, wanted) => {
      expect((await found('accounts', withFormula(formula))).join('')).toBe(wanted);
    });

    it('takes ids, and does as if a rule that is off were not there', async () => {
      const [city, country, name] = given as [object, object, object];
      const id = '0193a000-0000-7000-8000-00000000000a';
      const named = [{ ...city, id }, country, { ...name, operator: 'Nop' }];
      expect((await found('accounts', withFormula(`${id.toUpperCase()} AND NOT 2`, named.slice(0, 2)))).join('')).toBe(
        'B',
      );
      expect((await found('accounts', withFormula(`("${id}" AND 2) OR NOT 3`, named))).join('')).toBe('A');
      expect(
        (await found('accounts', withFormula('1 AND NOT 2', [country, { ...name, operator: 'Nop' }]))).join(''),
      ).toBe('A');
      expect((await found('accounts', withFormula('1', [{ ...name, operator: null }]))).join('')).toBe('ABCD');
    });

    it.each([
      ['1 AND', 'an id, a position or something in parentheses is missing before the end'],
      ['', 'is empty; name all parts, as in "1 AND 2", or leave it out.'],
      [' ', 'is empty; name all parts'],
      ['(', 'an id, a position or something in parentheses is missing before the end'],
      ['OR 1', 'an id, a position or something in parentheses is missing before "OR"'],
      ['1 2 3', '"2" does not belong here; put AND or OR before it'],
      ['(1 AND 2 AND 3', '")" is missing before the end'],
      ['1 AND 2 AND "3', 'the double quote at 13 belongs to no id'],
      ['1 AND 2 AND 4', 'there is no rule "4". There are 3, counted from 1'],
      ['1 AND 2', 'does not name rule 3; name all of them'],
      [`${'('.repeat(13)}1${')'.repeat(13)} AND 2 AND 3`, 'parentheses may be nested at most 12 deep'],
      ['1 AND '.repeat(1000), 'a formula has at most 4000 characters'],
    ])('is rejected: %.20s', async (formula, problem) => {
      const rejection = await rejectionOf(space, 'accounts', { filterTab: withFormula(formula) });
      expect(rejection).toContain(`accounts.filterTab.mainBox.formula: ${problem}`);
    });
  });

  describe('a formula over boxes', () => {
    it('goes by ids and by positions, the main box first', async () => {
      const tab = (formula: string | null, operator: 'And' | 'Or' = 'And'): FilterTabInput => ({
        operator,
        formula,
        mainBox: { entity: 'Account', filterFields: rules(['city', 'Is', 'Leeds']) },
        siblingBoxes: [{ id: 'no deals', entity: 'Opportunity', relation: { kind: 'NoRelation' }, filterFields: [] }],
      });
      const [b] = [...names].find(([, name]) => name === 'B') ?? [''];
      const account_relations = [{ account_id: b, is_primary: true }];
      const { id } = await space.newOpportunity({ account_relations });
      expect(await found('accounts', tab(null))).toEqual(['A']);
      expect(await found('accounts', tab(null, 'Or'))).toEqual(['A', 'B', 'C', 'D']);
      expect(await found('accounts', tab('main AND NOT "no deals"'))).toEqual(['B']);
      expect(await found('accounts', tab('NOT 1 AND 2'))).toEqual(['C', 'D']);
      expect(await found('accounts', { ...tab('NOT 1 AND 2'), isEnabled: false })).toEqual(['A', 'B', 'C', 'D']);
      expect(await rejectionOf(space, 'accounts', { filterTab: tab('main AND "no deal"') })).toContain(
        'there is no box "no deal". Did you mean "no deals"?',
      );
      await space.delete('Opportunities', id);
    });
  });

  describe('a lookup field', () => {
    let truckDeal: string;
    let trucksOfDeal: string;
    let crew: string;
    beforeAll(async () => {
      const kind = await defineEntityType(space, 'Truck');
      const lookup = { entity_name: 'Opportunity', many: false };
      const field = await space.create('Fields', { entity_name: 'Truck', name: 'Deal', type_id: 'lookup', lookup });
      const back = await space.create('Fields', {
        entity_name: 'Opportunity',
        name: 'Trucks',
        type_id: 'lookup',
        lookup: { entity_name: 'Truck', many: true, relation_id: field.relation_id },
      });
      const many = await space.create('Fields', {
        entity_name: 'Truck',
        name: 'Crew',
        type_id: 'lookup',
        lookup: { entity_name: 'Contact', many: true },
      });
      [truckDeal, trucksOfDeal, crew] = [field.id, back.id, many.id];
      const deal = await space.newOpportunity({ name: 'Deal' });
      const idle = await space.newOpportunity({ name: 'Idle' });
      const driver = await space.newContact({ last_name: 'Driver' });
      const other = await space.newContact({ last_name: 'Other' });
      const big = await kind.create({ name: 'Big', cf_deal_id: deal.id, cf_crew: [{ id: driver.id }] });
      const small = await kind.create({ name: 'Small' });
      await space.create('Notes', { note: 'rusty', custom_entity_id: big.id, owner_id: space.ids.ownerId });
      for (const { id, ...record } of [deal, idle, driver, other, big, small]) {
        names.set(id, String(record.last_name ?? record.name));
      }
    });

    const along = (
      entity: string,
      sibling: string,
      lookupFieldId: string,
      kind: SiblingRelationType | null,
      ...given: readonly GivenRule[]
    ): FilterTabInput => ({
      mainBox: { entity, filterFields: [] },
      siblingBoxes: [
        { id: 'x', entity: sibling, lookupFieldId, relation: kind && { kind }, filterFields: rules(...given) },
      ],
    });

    it('of a space leads to one record, and back', async () => {
      for (const id of [truckDeal, trucksOfDeal]) {
        expect(await found('trucks', along('Truck', 'Opportunity', id, null, ['name', 'Is', 'deal']))).toEqual(['Big']);
        expect(
          await found('opportunities', along('Opportunity', 'Truck', id, 'Custom', ['name', 'Is', 'big'])),
        ).toEqual(['Deal']);
        expect(await found('opportunities', along('Opportunity', 'Truck', id, 'NoRelation'))).toEqual(['Idle']);
        expect(
          await found('opportunities', along('Opportunity', 'Truck', id, 'Aggregation', ['count', 'Is', '1'])),
        ).toEqual(['Deal']);
      }
    });

    it('of a space leads to many records, and back', async () => {
      expect(await found('trucks', along('Truck', 'Contact', crew, 'All', ['last_name', 'Is', 'driver']))).toEqual([
        'Big',
      ]);
      expect(await found('contacts', along('Contact', 'Truck', crew, null, ['name', 'Is', 'big']))).toEqual(['Driver']);
      expect(await found('contacts', along('Contact', 'Truck', crew, 'NoRelation'))).toEqual(['Other']);
    });

    it('of the system leads along a reference or along rows, and back', async () => {
      const owner = systemFieldId('Opportunity', 'owner_id');
      const email: GivenRule = ['email', 'IsNotEmpty'];
      expect(await found('opportunities', along('Opportunity', 'Client', owner, null, email))).toEqual([
        'Deal',
        'Idle',
      ]);
      const ofDeals = along('Client', 'Opportunity', owner, null, ['name', 'Is', 'idle']);
      expect(await find(space, 'clients', { filterTab: ofDeals })).toEqual([space.ids.ownerId]);
      const relations = systemFieldId('Contact', 'account_relations');
      expect(await found('contacts', along('Contact', 'Account', relations, 'NoRelation'))).toEqual([
        'Driver',
        'Other',
      ]);
    });

    it('must tie the entity types together', async () => {
      const rejection = (tab: FilterTabInput) => rejectionOf(space, 'opportunities', { filterTab: tab });
      expect(await rejection(along('Opportunity', 'Contact', truckDeal, null))).toBe(
        `opportunities.filterTab.siblingBoxes[0].lookupFieldId: no field with the id ${truckDeal} leads from Opportunity to Contact or back.`,
      );
      expect(await rejection(along('Opportunity', 'Truck', truckDeal, 'LastNote'))).toContain(
        '"LastNote" does not go along a lookup field',
      );
      const neither = along('Opportunity', 'Truck', truckDeal, null);
      const [box] = neither.siblingBoxes ?? [];
      const siblingBoxes = [{ ...box, lookupFieldId: null }] as FilterTabInput['siblingBoxes'];
      expect(await rejection({ ...neither, siblingBoxes } as FilterTabInput)).toContain(
        'give "relation" or "lookupFieldId"',
      );
    });

    it('is not needed for what belongs to any custom entity', async () => {
      const tab: FilterTabInput = {
        mainBox: { entity: 'Truck', filterFields: [] },
        siblingBoxes: [
          { id: 'x', entity: 'Note', relation: { kind: 'LastNote' }, filterFields: rules(['note', 'Is', 'rusty']) },
        ],
      };
      expect(await found('trucks', tab)).toEqual(['Big']);
    });
  });

  describe('points', () => {
    const weighed = (minimumScore: number): FilterTabInput => ({
      healthMainBox: {
        entity: 'Account',
        minimumScore,
        filterFields: [
          { field: 'city', operator: 'Is', values: [['Leeds']], weight: 10 },
          { field: 'country', operator: 'IsNotEmpty', weight: 5 },
          { field: 'name', operator: 'Is', values: [['D']], weight: -1 },
          { field: 'name', weight: 100 },
        ],
      },
    });

    it.each([
      [15, 'A'],
      [10, 'AB'],
      [5, 'ABC'],
      [0, 'ABC'],
      [-1, 'ABCD'],
    ])('are added up: at least %s', async (minimum, wanted) => {
      expect((await found('accounts', weighed(minimum))).join('')).toBe(wanted);
    });

    it('judge related records as well', async () => {
      const healthSiblingBoxes = [
        {
          id: 'parent',
          entity: 'Account',
          lookupFieldId: systemFieldId('Account', 'parent_account_id'),
          minimumScore: 1,
          filterFields: [{ field: 'city', operator: 'Is', values: [['Rome']], weight: 1 } as const],
        },
      ];
      const [c] = [...names].find(([, name]) => name === 'C') ?? [''];
      const child = await space.newAccount({ name: 'E', parent_account_id: c });
      const tab = { mainBox: { entity: 'Account', filterFields: [] }, healthSiblingBoxes };
      expect(await find(space, 'accounts', { filterTab: tab })).toEqual([child.id]);
    });
  });

  it('bounds what a filter holds', async () => {
    const rejection = (tab: FilterTabInput) => rejectionOf(space, 'accounts', { filterTab: tab });
    const main = { entity: 'Account', filterFields: rules() };
    const box = { entity: 'Contact', relation: { kind: 'All' as const }, filterFields: rules() };
    const boxes = Array.from({ length: 20 }, (_, index) => ({ ...box, id: `b${index}` }));
    expect(await rejection({ mainBox: main, siblingBoxes: boxes })).toContain('has more than 20 boxes');
    const many = Array.from({ length: 101 }, () => ['name', 'Is', 'x'] as const);
    expect(await rejection({ mainBox: { ...main, filterFields: rules(...many) } })).toContain(
      'has more than 100 rules',
    );
    const values = Array.from({ length: 1001 }, String);
    const listed = [{ field: 'name', operator: 'In' as const, values: [values] }];
    expect(await rejection({ mainBox: { ...main, filterFields: listed } })).toContain(
      'compares with more than 1000 values',
    );
    expect(await rejection({ mainBox: main, siblingBoxes: [{ ...box, id: 'main' }] })).toContain(
      '"main" is the id of another box',
    );
    expect(await rejection({})).toBe('accounts.filterTab: give either "mainBox" or "healthMainBox".');
    const heavy = { ...main, minimumScore: 2_000_000_000, filterFields: [] };
    expect(await rejection({ healthMainBox: heavy })).toContain('minimumScore: must lie between');
  });

  it('counts what a formula repeats, and boxes that represent many conditions', async () => {
    const rejection = (tab: FilterTabInput) => rejectionOf(space, 'accounts', { filterTab: tab });
    const values = ['Rome', ...Array.from({ length: 899 }, String)];
    const filterFields = [{ field: 'city', operator: 'In' as const, values: [values] }];
    const times = (count: number): FilterTabInput => ({
      mainBox: { entity: 'Account', formula: Array(count).fill('1').join(' OR '), filterFields },
    });
    expect(await found('accounts', times(4))).toEqual(['C']);
    expect(await rejection(times(40))).toBe(
      'accounts.filterTab: compares with 36000 values, more than 4000. Those of a rule count as often as a formula names it.',
    );
    const next = { entity: 'Activity', relation: { kind: 'NextScheduledActivity' as const }, filterFields: rules() };
    const siblingBoxes = Array.from({ length: 19 }, (_, index) => ({ ...next, id: `b${index}` }));
    expect(await rejection({ mainBox: { entity: 'Account', filterFields: [] }, siblingBoxes })).toMatch(
      /^accounts\.filterTab: at most 200 conditions, .* but these are \d{3}\. .*"NextScheduledActivity".*Use fewer boxes/,
    );
  });
});
