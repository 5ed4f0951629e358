import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { parseMapping } from '../mapping/load-mapping.js';
import { planImport } from '../mapping/plan-import.js';
import { checkReferences, cleanCells } from './clean-cells.js';
import type { CellError, LookupAnswer } from './evaluate-source.js';

const mapping = `version: 1
steps:
  - name: One
    file: one.csv
    collection: Accounts
    key: name
    columns:
      product: { map: { GTXPro: GTX Pro, "": unknown }, in: { collection: Products, by: name } }
      kept: { trim: false, map: { " x": y } }
      day: { map: { none: "" }, date: D.M.YYYY }
    members: { name: name }
`;
const columns =
  planImport(parseMapping(mapping, 'm.yaml'), buildCatalog(entityTypes), new Map()).steps[0]?.columns ?? [];

const clean = (cells: Record<string, string>) => cleanCells(columns, new Map(Object.entries(cells)));

describe('cleanCells', () => {
  it.each([
    [
      { name: ' a\t', product: ' GTXPro ' },
      { name: 'a', product: 'GTX Pro' },
    ],
    [{ product: '' }, { product: 'unknown' }],
    [{ kept: ' x' }, { kept: 'y' }],
    [{ kept: ' z ' }, { kept: ' z ' }],
    [{ day: '1.2.2020' }, { day: '2020-02-01' }],
    [{ day: 'none' }, { day: '' }],
    [{ day: '' }, { day: '' }],
  ])('makes of %j %j', (given, wanted) => {
    const { cells, errors } = clean(given);
    expect(errors).toEqual([]);
    for (const [column, text] of Object.entries(wanted)) expect(cells.get(column)).toBe(text);
  });

  it('notes what it mended, and in which list it will be looked up', () => {
    expect(clean({ product: 'GTXPro', day: '1.2.2020' }).mended).toEqual([
      { column: 'product', from: 'GTXPro', to: 'GTX Pro', in: expect.objectContaining({ name: 'Products.name' }) },
    ]);
    expect(clean({ product: 'GTX Pro' }).mended).toEqual([]);
  });

  it('takes down dates that are none, and characters that no text may hold', () => {
    const { errors, cells } = clean({ day: '31.2.2020', name: 'a\0b' });
    expect(cells.get('day')).toBe('');
    expect(errors).toEqual([
      { columns: ['name'], value: 'a\0b', reason: 'holds the character U+0000' },
      { columns: ['day'], value: '31.2.2020', reason: 'expected a date written D.M.YYYY' },
    ]);
  });

  it('rejects a text that no record of the list bears', () => {
    const check = (answer: LookupAnswer) => {
      const errors: CellError[] = [];
      const cleaned = clean({ product: 'GTXPro' });
      checkReferences(cleaned, {
        cells: cleaned.cells,
        find: () => answer,
        error: (error) => errors.push(error),
      });
      return errors;
    };
    expect(check({ kind: 'found', id: '1' })).toEqual([]);
    expect(check({ kind: 'unknown' })).toEqual([]);
    expect(check({ kind: 'missing' })).toEqual([
      {
        columns: ['product'],
        value: 'GTX Pro',
        reason: 'no record of Products.name matches',
        missingIn: 'Products.name',
      },
    ]);
  });
});
