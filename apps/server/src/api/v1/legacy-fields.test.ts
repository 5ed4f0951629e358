import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { legacyFields, legacyType, parseLegacyId, parseRecordNumber, renderLegacyId } from './legacy-fields.js';

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
  ['Opportunity', 'SALES_TEAM', ['sharing_clients'], 'uuid'],
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
    const names = known.flatMap((field) => {
      if (field.kind === 'money') return Object.values(field.v1Names);
      return field.kind === 'rows' && field.v1Lists ? field.v1Lists.map(({ name }) => name) : (field.v1Name ?? []);
    });
    expect([...legacyFields(catalog, entityType).keys()].sort(), entityType.name).toEqual(names.sort());
    expect(new Set(names).size, entityType.name).toBe(names.length);
  }
});

const uuid = '0192f0aa-1b2c-7d3e-8f40-a1b2c3d4e5f6';

it.each([uuid, uuid.toUpperCase(), `PY-7FFFFFFF-${uuid.toUpperCase()}`, `py-7fffffff-${uuid}`])('reads %s', (text) => {
  expect(parseLegacyId(text)).toBe(uuid);
});

it.each(['', '5', 'PY-7FFFFFFF-', `PY-7FFFFFFE-${uuid}`, `${uuid}0`, ` ${uuid}`])('rejects %j', (text) => {
  expect(parseLegacyId(text)).toBeUndefined();
});

it('writes what it reads', () => {
  expect(renderLegacyId(uuid)).toBe('PY-7FFFFFFF-0192F0AA-1B2C-7D3E-8F40-A1B2C3D4E5F6');
  expect(parseLegacyId(renderLegacyId(uuid))).toBe(uuid);
});

it('reads numbers of digits only', () => {
  expect(parseRecordNumber('17')).toBe(17);
  for (const text of ['', '-1', '1.5', '1e3', '0x1', '2147483648']) {
    expect(parseRecordNumber(text)).toBeUndefined();
  }
});
