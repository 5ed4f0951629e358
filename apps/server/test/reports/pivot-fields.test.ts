/**
 * What pivot tables can be about: fields and kinds that a space has defined, abstract entity types and subtypes, chosen amounts, records
 * that a saved filter selects.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { defineEntityType, type Kind } from '../custom-entity-types/define-entity-type.js';
import { ask } from '../filters/ask-filter.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { cellsOf, namesBehind, pivot, pivotRejection } from './ask-pivot.js';

const byName = (field: string): Json => ({ rows: [{ field }] });

onDatabaseInTurn((running) => {
  let space: TestSpace;
  beforeAll(async () => {
    space = await running.server.newSpace('fields');
  });

  describe('of custom fields', () => {
    const field = (name: string, type_id: string, more: Json = {}) =>
      space.create('Fields', { entity_name: 'Account', name, type_id, ...more });
    let options: readonly { readonly id: string; readonly option_name: string }[];

    beforeAll(async () => {
      const colour = await field('Colour', 'dropdown', {
        data_set: [
          { option_name: 'Red', calc_value: 0 },
          { option_name: 'Blue', calc_value: 1 },
        ],
      });
      options = (await space.get('Fields', colour.id, { expand: 'data_set' })).data_set as typeof options;
      await field('Size', 'integer');
      await field('Score', 'float');
      await field('Budget', 'currency_foreign');
      await field('Since', 'date');
      await field('Seen', 'datetime');
      await field('Vip', 'checkbox');
      await field('Double', 'integer', { calc_formula: '#cf_size * 2' });
      await field('Partner', 'lookup', { lookup: { entity_name: 'Contact', many: false } });
      const partner = await space.newContact({ first_name: 'Ann', last_name: 'Moor' });
      const optionId = (name: string) => options.find(({ option_name }) => option_name === name)?.id;
      const make = (name: string, members: Json) => space.newAccount({ name, ...members });
      await make('A', {
        ...{ cf_colour_id: optionId('Red'), cf_size: 3, cf_score: 0.1, cf_budget: { base_value: 10.25 }, cf_vip: true },
        ...{ cf_since: '2025-02-03', cf_seen: '2025-03-31T22:30:00', cf_partner_id: partner.id },
      });
      await make('B', {
        ...{ cf_colour_id: optionId('Red'), cf_size: 4, cf_score: 0.2, cf_budget: { base_value: 0.5 }, cf_vip: false },
        ...{ cf_since: '2025-03-31', cf_seen: '2025-04-01T00:00:00', cf_partner_id: partner.id },
      });
      await make('C', { cf_colour_id: optionId('Blue'), cf_size: 5, cf_since: '2025-04-01' });
      await make('D', {});
    });

    const ofAccounts = async (table: Json, zone?: string) =>
      cellsOf(await pivot(space, { entityType: 'Account', ...table }, zone));

    it('measures numbers, amounts and worked out values, whatever they are grouped by', async () => {
      const measures = ['cf_size', 'cf_score', 'cf_budget', 'cf_double'].map((name) => ({
        function: 'Sum',
        field: name,
      }));
      const found = await ofAccounts({ ...byName('cf_colour_id'), measures });
      expect(found).toEqual({
        '/': ['12', '0.3', '10.75', '24'],
        'null/': ['0', '0', '0', '0'],
        'Blue/': ['5', '0', '0', '10'],
        'Red/': ['7', '0.3', '10.75', '14'],
      });
    });

    it('finds ends of numbers and dates', async () => {
      const measures = [
        { function: 'Minimum', field: 'cf_size' },
        { function: 'Maximum', field: 'cf_budget' },
        { function: 'Minimum', field: 'cf_since' },
        { function: 'Maximum', field: 'cf_seen' },
        { function: 'Average', field: 'cf_score' },
        { function: 'Count', field: 'cf_partner_id' },
      ];
      expect(await ofAccounts({ measures })).toEqual({
        '/': ['3', '10.25', '2025-02-03', '2025-04-01T00:00:00.000000', '0.15', '2'],
      });
    });

    it.each<[string, Json, Json]>([
      [
        'a date by quarter',
        { field: 'cf_since', period: 'Quarter' },
        { null: '1', '2025-01-01': '2', '2025-04-01': '1' },
      ],
      ['a date-time by month in a zone', { field: 'cf_seen', period: 'Month' }, { null: '2', '2025-04-01': '2' }],
      ['a truth value', { field: 'cf_vip' }, { null: '2', false: '1', true: '1' }],
      ['a record', { field: 'cf_partner_id' }, { null: '2', 'Ann Moor': '2' }],
      ['a member of a record', { field: 'cf_partner.last_name' }, { null: '2', Moor: '2' }],
      ['a number', { field: 'cf_score' }, { null: '2', '0.1': '1', '0.2': '1' }],
    ])('groups by %s, and leads to the records', async (_, group, wanted) => {
      const table = { entityType: 'Account', rows: [group] };
      const result = await pivot(space, table, 'Europe/Vienna');
      const { '/': all, ...groups } = cellsOf(result);
      expect(all).toEqual(['4']);
      expect(groups).toEqual(Object.fromEntries(Object.entries(wanted).map(([name, count]) => [`${name}/`, [count]])));
      for (const { row, values } of result.cells) {
        const names = await namesBehind(space, table, { row: result.rows[row]?.keys }, 'Europe/Vienna');
        expect(names).toHaveLength(Number(values[0]));
      }
    });

    it('rejects what is not a single value', async () => {
      await field('Tags', 'multiselect_checkbox', { data_set: [{ option_name: 'x', calc_value: 0 }] });
      expect(await pivotRejection(space, { entityType: 'Account', ...byName('cf_tags') })).toContain('rows[0].field');
    });
  });

  describe('of kinds', () => {
    let kind: Kind;
    beforeAll(async () => {
      kind = await defineEntityType(space, 'Vehicle');
      await space.create('Fields', { entity_name: 'Vehicle', name: 'Mileage', type_id: 'integer' });
      await space.create('Fields', { entity_name: 'Vehicle', name: 'Make', type_id: 'input' });
      const other = await space.create('CustomEntityTypes', { name: 'Van', entity_api_name: 'Vehicle' });
      await kind.create({ name: 'One', cf_mileage: 10, cf_make: 'Alfa' });
      await kind.create({ name: 'Two', cf_mileage: 15, cf_make: 'Alfa' });
      await kind.create({ name: 'Three', cf_mileage: 20, cf_make: 'Beta', type_id: other.id });
    });
    const ofVehicles = { entityType: 'CustomEntity', entityApiName: 'Vehicle' };

    it('are named by their api names', async () => {
      const table = { ...ofVehicles, ...byName('cf_make'), measures: [{ function: 'Sum', field: 'cf_mileage' }] };
      expect(cellsOf(await pivot(space, table))).toEqual({ '/': ['45'], 'Alfa/': ['25'], 'Beta/': ['20'] });
      expect(await namesBehind(space, table, { row: ['Alfa'] })).toEqual(['One', 'Two']);
    });

    it('have their types as subtypes', async () => {
      const entitySubtypes = [{ entityType: 'CustomEntity', id: kind.typeId }];
      expect(await namesBehind(space, { ...ofVehicles, entitySubtypes }, {})).toEqual(['One', 'Two']);
      expect(cellsOf(await pivot(space, { ...ofVehicles, entitySubtypes }))).toEqual({ '/': ['2'] });
      const any = [{ entityType: 'CustomEntity' }];
      expect(cellsOf(await pivot(space, { ...ofVehicles, entitySubtypes: any }))).toEqual({ '/': ['3'] });
    });

    it('are rejected when there is none of the name, or it is none', async () => {
      const about = (table: Json) => pivotRejection(space, table);
      const place = 'evaluateReport.structure[0].pivotTable.entityApiName';
      expect(await about({ entityType: 'CustomEntity', entityApiName: 'Vehicel' })).toBe(
        `${place}: no records of "Vehicel" are stored here. Did you mean "Vehicle"?`,
      );
      expect(await about({ entityType: 'CustomEntity', entityApiName: 'Account' })).toContain(
        'no records of "Account"',
      );
      expect(await about({ entityType: 'Account', entityApiName: 'Vehicle' })).toBe(
        `${place}: is allowed with CustomEntity only.`,
      );
    });

    it('are stored in saved reports by their api names', async () => {
      const item = { id: 'a', columns: ['name', 'cf_make'], order_by: [{ field: 'cf_mileage' }] };
      const problem = async (more: Json) => {
        const { id } = await space.create('Reports', { name: 'x', settings: { structure: [{ ...item, ...more }] } });
        const query =
          'query ($id: UUID!) { savedReport(id: $id) { problem structure { ... on ReportTable { entityApiName } } } }';
        return (await ask<{ savedReport: Json }>(space, query, { id })).savedReport;
      };
      expect(await problem({ entity_type: 'CustomEntity', entity_api_name: 'Vehicle' })).toEqual({
        problem: null,
        structure: [{ entityApiName: 'Vehicle' }],
      });
      expect((await problem({ entity_type: 'Vehicle' })).problem).toContain(
        '"Vehicle" is a custom entity type of the space',
      );
    });
  });

  describe('of leads and opportunities together', () => {
    let lead: TestRecord;
    let amount: TestRecord;
    beforeAll(async () => {
      amount = await space.create('Fields', { entity_name: 'Opportunity', name: 'Upside', type_id: 'currency' });
      lead = await space.create('Leads', { name: 'L', owner_id: space.ids.ownerId });
      await space.newOpportunity({ name: 'O1', value: { base_value: 100 }, cf_upside: 7 });
      await space.newOpportunity({ name: 'O2', value: { base_value: 50 }, cf_upside: 9.5, closing_date: '2026-12-31' });
      expect(lead.id).toBeDefined();
    });
    const both = { entityType: 'LeadOppty' };
    const sum = { measures: [{ function: 'Sum' }, { function: 'Count' }] };

    it('counts both', async () => {
      expect(cellsOf(await pivot(space, { ...both, ...byName('table_name') }))).toEqual({
        '/': ['3'],
        'lead/': ['1'],
        'opportunity/': ['2'],
      });
      expect(await namesBehind(space, both, {})).toHaveLength(3);
    });

    it('counts chosen subtypes', async () => {
      const some = async (...entitySubtypes: Json[]) => {
        const table = { ...both, entitySubtypes };
        const counted = cellsOf(await pivot(space, table))['/'];
        expect(await namesBehind(space, table, {})).toHaveLength(Number(counted?.[0]));
        return counted?.[0];
      };
      expect(await some({ entityType: 'Lead' })).toBe('1');
      expect(await some({ entityType: 'Opportunity' })).toBe('2');
      expect(await some({ entityType: 'Lead' }, { entityType: 'Opportunity' })).toBe('3');
      const [type] = (await space.list('OpportunityTypes')).data;
      expect(await some({ entityType: 'Opportunity', id: type?.id })).toBe('2');
      expect(await some({ entityType: 'Opportunity', id: space.ids.ownerId })).toBe('0');
      expect(await pivotRejection(space, { ...both, entitySubtypes: [{ entityType: 'Account' }] })).toBe(
        'evaluateReport.structure[0].pivotTable.entitySubtypes[0].entityType: "Account" is not a subtype of LeadOppty. There are Lead, Opportunity.',
      );
      expect(
        await pivotRejection(space, {
          entityType: 'Currency',
          entitySubtypes: [{ entityType: 'Currency', id: type?.id }],
        }),
      ).toContain('records of Currency have no type');
    });

    it('measures the amount that is chosen', async () => {
      expect(cellsOf(await pivot(space, sum))).toEqual({ '/': ['150', '2'] });
      expect(cellsOf(await pivot(space, { ...sum, calculationFieldId: amount.id }))).toEqual({ '/': ['16.5', '2'] });
      const fields = await space.list('Fields', { 'filter[entity_name]': 'Opportunity', 'filter[api_name]': 'value' });
      const calculationFieldId = fields.data[0]?.id;
      expect(cellsOf(await pivot(space, { ...sum, calculationFieldId }))).toEqual({ '/': ['150', '2'] });
      expect(await pivotRejection(space, { ...sum, calculationFieldId: space.ids.ownerId })).toContain(
        'calculationFieldId: Opportunity has no field with the id',
      );
      const text = await space.create('Fields', { entity_name: 'Opportunity', name: 'Word', type_id: 'input' });
      expect(await pivotRejection(space, { ...sum, calculationFieldId: text.id })).toContain('is not a number');
      // Elsewhere it is not applied.
      const ofAccounts = { entityType: 'Account', calculationFieldId: amount.id };
      expect(await pivotRejection(space, { ...ofAccounts, ...sum })).toContain('name the field that is measured');
      expect(await pivotRejection(space, ofAccounts)).toBeUndefined();
    });

    it('counts what a saved filter selects', async () => {
      const rule = { field: 'name', operator: 'Is', values: [['O1']] };
      const settings = { filter_main_box: { id: 'm', entity: 'Opportunity', filter_fields: [rule] } };
      const { id: profileId } = await space.create('Profiles', { name: 'First', entity: 4, settings });
      expect(cellsOf(await pivot(space, { ...sum, profileId }))).toEqual({ '/': ['100', '1'] });
      expect(await namesBehind(space, { ...sum, profileId }, {})).toEqual(['O1']);
      const filter = { mainBox: { entity: 'Opportunity', filterFields: [{ ...rule, values: [['O2']] }] } };
      expect(cellsOf(await pivot(space, { ...sum, profileId, filter }))['/']?.[1]).toBe('0');
      expect(await pivotRejection(space, { entityType: 'Account', profileId })).toBe(
        'evaluateReport.structure[0].pivotTable.profileId: the saved filter selects Opportunity records, not Account records.',
      );
    });
  });
});
