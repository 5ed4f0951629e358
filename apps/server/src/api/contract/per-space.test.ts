/** What is cached for spaces, by the fields of their catalogs. */
import { buildCatalog, type Catalog, type EntityType, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { PerSpace } from './per-space.js';

const [given] = entityTypes;

/** @returns a catalog of one entity type with so many fields */
function catalogOf(fieldCount: number): Catalog {
  const [field] = given?.fields ?? [];
  const fields = Array.from({ length: fieldCount }, (_, index) => ({ ...field, name: `field_${index}` }));
  return buildCatalog([{ ...given, fields } as EntityType]);
}

it('drops what was not used for longest when there are too many fields', () => {
  const made: Catalog[] = [];
  const texts = new PerSpace(100, (catalog) => made.push(catalog));
  const [small, wide, other] = [catalogOf(40), catalogOf(60), catalogOf(60)];
  texts.of('small', small);
  texts.of('wide', wide);
  texts.of('small', small);
  expect(made).toEqual([small, wide]);
  texts.of('other', other);
  texts.of('small', small);
  expect(made).toHaveLength(3);
  texts.of('wide', wide);
  expect(made).toHaveLength(4);
});

it('keeps a catalog that has too many by itself', () => {
  let count = 0;
  const texts = new PerSpace(100, () => ++count);
  const wide = catalogOf(500);
  expect([texts.of('wide', wide), texts.of('wide', wide)]).toEqual([1, 1]);
});

it('replaces what was made for another catalog', () => {
  let count = 0;
  const texts = new PerSpace(100, () => ++count);
  expect([texts.of('one', catalogOf(5)), texts.of('one', catalogOf(5))]).toEqual([1, 2]);
});
