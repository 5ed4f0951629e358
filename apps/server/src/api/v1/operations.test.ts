import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { collectionNames, entityPublic, errorCodes, serverUtcDateTime } from './operations.js';

const catalog = buildCatalog(entityTypes);

it('lists the collections that REST v1 has, by their names there', () => {
  const names = collectionNames(catalog);
  expect(names).toContain('Stages');
  expect(names).not.toContain('Steps');
  expect(names).not.toContain('Fields');
  expect(names).toEqual([...names].sort());
});

it('maps collections to entities one to one', () => {
  const map = entityPublic(catalog);
  expect(map).toMatchObject({ Accounts: 'Account', Stages: 'Stage', Opportunities: 'Opportunity', Data: 'Data' });
  expect(Object.keys(map)).toEqual(collectionNames(catalog));
  expect(new Set(Object.values(map)).size).toBe(Object.keys(map).length);
});

it('says what each error code means', () => {
  expect(errorCodes()['117']).toMatch(/^ERROR_PARAMETER_INVALID: ./);
});

it('writes moments in UTC to the second', () => {
  expect(serverUtcDateTime(new Date('2024-05-01T10:20:30.987Z'))).toBe('2024-05-01 10:20:30');
});
