import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { legacyFields, legacyType } from './legacy-fields.js';

const catalog = buildCatalog(entityTypes);

it.each([
  ['Account', 'ORGANIZATION', ['name'], 'string'],
  ['Account', 'SALES_UNIT_ID', ['unit_id'], 'uuid'],
  ['Account', 'ACCESS_LEVEL', ['share_mode'], 'integer'],
  ['Contact', 'SURNAME', ['last_name'], 'string'],
  ['Contact', 'ACCOUNT_RELATIONS', ['account_relations'], 'uuid'],
  ['Opportunity', 'STAGE', ['step_id'], 'uuid'],
  ['Opportunity', 'OPPORTUNITY_VALUE', ['value', 'base_value'], 'decimal'],
  ['Opportunity', 'CURRENCY_ID', ['value', 'currency_id'], 'uuid'],
  ['Data', 'VALUE', ['option_name'], 'string'],
])('%s.%s', (entity, name, path, type) => {
  const legacy = legacyFields(catalog, catalog.existing(entity)).get(name);
  expect(legacy).toMatchObject({ name, path });
  expect(legacy && legacyType(legacy)).toBe(type);
});

it('numbers users and units, and nothing else', () => {
  const numberPath = (entity: string, name: string) =>
    legacyFields(catalog, catalog.existing(entity)).get(name)?.numberPath;
  expect(numberPath('Client', 'ID')).toEqual(['number']);
  expect(numberPath('Account', 'OWNER_ID')).toEqual(['owner', 'number']);
  expect(numberPath('Account', 'ID')).toBeUndefined();
  expect(numberPath('Account', 'PARENT_ACCOUNT_ID')).toBeUndefined();
});

it('gives every name of an entity type one meaning', () => {
  for (const entityType of catalog.entityTypes) {
    const known = entityType.fields.filter((field) => !field.hidden);
    const names = known.flatMap((field) =>
      field.kind === 'money' ? Object.values(field.v1Names) : (field.v1Name ?? []),
    );
    expect([...legacyFields(catalog, entityType).keys()].sort(), entityType.name).toEqual(names.sort());
    expect(new Set(names).size, entityType.name).toBe(names.length);
  }
});
