import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { hasNoColumn, tableName } from './columns.js';
import { kindIndex, memberIndex, openIndex } from './indexes.js';
import { tableOf } from './table.js';

const catalog = buildCatalog(entityTypes);
const tables = entityTypes.map((entityType) => ({ entityType, table: tableOf(catalog, entityType) }));

describe('tableName', () => {
  it.each([
    ['Contact', 'contacts'],
    ['Data', 'data'],
    ['ContactAccountRelation', 'contact_account_relations'],
    ['LeadOpptyAccountRelation', 'lead_oppty_account_relations'],
    ['Opportunity', 'opportunities'],
  ])('%s is stored in %s', (name, table) => {
    expect(tableName(catalog.existing(name))).toBe(table);
  });

  it('keeps capitals together', () => {
    expect(tableName({ ...catalog.existing('Contact'), collection: 'AccountKPIs' })).toBe('account_kpis');
    expect(tableName({ ...catalog.existing('Contact'), collection: 'KPIEvents' })).toBe('kpi_events');
  });
});

/** Unions are views of other tables. */
const stored = tables.filter(({ entityType }) => entityType.union === undefined);

describe.each(stored)('$table.name', ({ entityType, table }) => {
  it('has a place for every field that is not worked out on reading', () => {
    const columns = table.columns.map(({ name }) => name);
    expect(new Set(columns).size).toBe(columns.length);
    for (const field of entityType.fields) {
      const own = columns.filter((name) => name === field.name || name.startsWith(`${field.name}_`));
      if (field.kind === 'rows' || hasNoColumn(field)) expect(columns).not.toContain(field.name);
      else if (field.kind === 'money') expect(own).toEqual(expect.arrayContaining([`${field.name}_base`]));
      else expect(columns).toContain(field.name);
    }
  });

  it('has indexes for every reference and unique value, over columns that it has', () => {
    const columns = new Set(table.columns.map(({ name }) => name));
    for (const index of table.indexes) {
      expect(index.columns.every((name) => columns.has(name))).toBe(true);
      expect(index.name.length).toBeLessThanOrEqual(63);
    }
    const leading = new Set(table.indexes.map((index) => index.columns[0]));
    const wanted = entityType.fields.filter(
      (field) => field.kind === 'reference' || (field.kind === 'value' && (field.unique || field.indexed)),
    );
    for (const { name } of wanted) expect(leading).toContain(name);
    expect(leading).toContain('created');
    expect(leading).toContain('modified');
  });

  it('has every index that a statement may name', () => {
    const members = entityType.fields.filter((field) => field.kind !== 'rows');
    const named = members.flatMap((field) => [memberIndex(entityType, field), memberIndex(entityType, field, true)]);
    const names = [...named, kindIndex(entityType), openIndex(entityType)].filter((name) => name !== undefined);
    expect(table.indexes.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });
});

it('no two indexes have one name', () => {
  const names = tables.flatMap(({ table }) => table.indexes.map(({ name }) => name));
  expect(new Set(names).size).toBe(names.length);
});

it('one primary row per parent is stored by the database', () => {
  const { table } = tables.find(({ entityType }) => entityType.name === 'ContactAccountRelation')!;
  expect(table.indexes).toContainEqual({
    name: 'contact_account_relations_contact_id_one_primary',
    columns: ['contact_id'],
    unique: true,
    onlyWhere: 'is_primary',
  });
});

it('what is read in bulk has an index over several members', () => {
  const { table } = tables.find(({ entityType }) => entityType.name === 'Opportunity')!;
  expect(table.indexes.filter(({ joint }) => joint)).toEqual([
    { name: 'opportunities_id_deleted', columns: ['id'], unique: false, joint: 'deleted' },
    {
      name: 'opportunities_id_is_deleted_created_value_base',
      columns: ['id', 'is_deleted', 'created', 'value_base'],
      unique: false,
      joint: 'all',
    },
    {
      name: expect.stringMatching(/^opportunities_is_deleted_owner_id_unit_id_.*_[0-9a-f]{8}$/),
      columns: [
        ...['is_deleted', 'owner_id', 'unit_id', 'step_id', 'status', 'created', 'closing_date', 'won_date'],
        ...['lost_date', 'value_base'],
      ],
      unique: false,
      joint: 'all',
    },
  ]);
});
