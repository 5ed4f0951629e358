import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import type { ListArguments } from '../../request/list-arguments.js';
import { encodeCursor } from './cursor.js';
import { planPage } from './plan-page.js';

const catalog = buildCatalog(entityTypes);
const id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';
const plan = (more: Partial<ListArguments>, entityType = 'Contact') =>
  planPage(catalog, catalog.existing(entityType), {
    filter: null,
    sort: [],
    window: { kind: 'cursor' },
    includeDeleted: false,
    ...more,
  });
const sortBy = (...names: string[]) =>
  names.map((name) => ({ path: name.replace('-', '').split('.'), descending: name.startsWith('-'), at: 'order-by' }));

describe('the order', () => {
  it.each([
    [[], [], false],
    [['city'], ['city'], false],
    [['city', '-created'], ['city', '-created'], true],
    [['-city', 'owner.email'], ['-city', 'owner_id.email'], false],
    // Nothing comes after the id.
    [['city', '-id', 'created'], ['city'], true],
    [['is_favorite'], ['is_favorite'], false],
  ])('by %j', (names, wanted, idDescending) => {
    const { order } = plan({ sort: sortBy(...names) });
    const keys = order.keys.map(({ steps, terminal, descending }) => {
      const name = terminal.kind === 'number' ? 'number' : terminal.field.name;
      return `${descending ? '-' : ''}${[...steps.map((step) => step.field.name), name].join('.')}`;
    });
    expect(keys).toEqual(wanted);
    expect(order.idDescending).toBe(idDescending);
  });

  it('leaves out what is the same everywhere', () => {
    const { order } = plan({ sort: sortBy('-table_name') }, 'Appointment');
    expect(order).toMatchObject({ keys: [], idDescending: true });
  });

  it.each([
    ['account_relations', 'leads to many records'],
    ['account_relations.account.name', 'leads to many records'],
    ['citty', 'Did you mean "city"?'],
  ])('by %s is rejected', (name, words) => {
    expect(() => plan({ sort: sortBy(name) })).toThrow(words);
  });

  it('has at most 8 fields', () => {
    expect(() => plan({ sort: sortBy(...Array.from({ length: 9 }, () => 'city')) })).toThrow('at most 8 fields');
  });
});

describe('the window', () => {
  it.each([
    [{}, { limit: 30, backward: false, keepLast: undefined }],
    [{ first: 5 }, { limit: 5, backward: false, keepLast: undefined }],
    [{ first: 100 }, { limit: 100, backward: false, keepLast: undefined }],
    [{ last: 5 }, { limit: 5, backward: true, keepLast: undefined }],
    [
      { first: 5, last: 2 },
      { limit: 5, backward: false, keepLast: 2 },
    ],
  ])('%j', (window, wanted) => {
    expect(plan({ window: { kind: 'cursor', ...window } }).window).toMatchObject(wanted);
  });

  it('reads cursors by the types of the order', () => {
    const after = encodeCursor(['Leeds', id]);
    expect(plan({ sort: sortBy('city'), window: { kind: 'cursor', after } }).window).toMatchObject({
      after: ['Leeds', id],
    });
    expect(() => plan({ sort: sortBy('created'), window: { kind: 'cursor', after } })).toThrow('not a usable cursor');
    expect(() => plan({ window: { kind: 'cursor', after } })).toThrow('another order');
  });

  it.each([{ first: 0 }, { first: 101 }, { last: 0 }, { last: 1.5 }])('%j is rejected', (window) => {
    expect(() => plan({ window: { kind: 'cursor', ...window } })).toThrow('must be a whole number from 1 to 100');
  });

  it.each([
    { limit: -1, offset: 0 },
    { limit: 1, offset: -1 },
    { limit: 1.5, offset: 0 },
  ])('%j is rejected', (window) => {
    expect(() => plan({ window: { kind: 'offset', ...window } })).toThrow('must be 0 or more');
  });
});
