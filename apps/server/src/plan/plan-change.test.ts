import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { planChange } from './plan-change.js';

const catalog = buildCatalog(entityTypes);
const plan = (body: Readonly<Record<string, unknown>>) => planChange(catalog, catalog.existing('Contact'), body, 0);

describe('a body with more mistakes than anybody reads', () => {
  it('takes little time, in itself and in its items', () => {
    const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`last_nam${index}`, 1]));
    const start = performance.now();
    expect(plan(unknown).mistakes).toHaveLength(101);
    const { mistakes } = plan({ account_relations: [unknown, unknown] });
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(mistakes.at(-1)).toMatchObject({ message: 'The body has 199900 more mistakes.', field: null });
    expect(mistakes[0]?.message).toMatch(/^account_relations\[0\]: /);
    expect(mistakes).toHaveLength(101);
  });
});

describe('the revision that a body names', () => {
  it.each([
    [7, 7],
    ['7', 7],
    [null, undefined],
    [undefined, undefined],
  ])('%j', (revision, expectedRevision) => {
    expect(plan({ revision })).toMatchObject({ expectedRevision, mistakes: [] });
  });

  it.each([1.5, '1.5', 'x', '', true, [7], 1e300])('%j is none', (revision) => {
    expect(plan({ revision })).toMatchObject({
      expectedRevision: undefined,
      mistakes: [{ message: '[revision] must be a whole number.', field: 'revision' }],
    });
  });
});
