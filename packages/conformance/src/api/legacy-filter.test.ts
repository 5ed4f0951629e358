/** How filters and ids of the legacy REST v1 are written. */
import { expect, it } from 'vitest';
import { legacyFilter, legacyPhrase } from './legacy-filter.js';
import { fromLegacyId, toLegacyId } from './legacy-id.js';

it('separates phrases, parts and list items, and escapes them in values', () => {
  expect(legacyPhrase('CITY', 'Graz')).toBe('CITY::Graz');
  expect(legacyPhrase('CITY', 'a|b:c\\', 'ne')).toBe('CITY::a\\|b\\:c\\\\::ne');
  expect(legacyPhrase('CITY', ['a:', 'b'], 'in')).toBe('CITY::a\\::b::in');
  expect(legacyFilter('A::1', 'B::2')).toBe('A::1|B::2');
});

it('turns ids into their older form and back', () => {
  const uuid = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';
  expect(toLegacyId(uuid)).toBe('PY-7FFFFFFF-018F4B7A-6C1E-7D52-9A3B-5F0C2D9E8A11');
  expect(fromLegacyId(toLegacyId(uuid))).toBe(uuid);
  expect(fromLegacyId(uuid.toUpperCase())).toBe(uuid);
});
