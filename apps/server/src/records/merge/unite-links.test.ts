import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import type { StoredRecord } from '../write/draft.js';
import { IdMapping, referringTypes } from './merge-references.js';
import { uniteLinks } from './unite-links.js';

const catalog = buildCatalog(entityTypes);

/** Unites links when m takes the place of a and then of b. */
function unite(target: string, name: string, rows: readonly StoredRecord[]) {
  const type = referringTypes(catalog, catalog.existing(target)).find(({ entityType }) => entityType.name === name);
  if (!type?.link) throw new Error(`${name} is not a link to ${target}`);
  const mapping = new IdMapping();
  for (const gone of ['a', 'b']) mapping.add(gone, 'm');
  const united = uniteLinks(type.entityType, type.link, type.fields, mapping, rows);
  return {
    pairs: united.mapping.pairs,
    gone: united.gone.map(({ id }) => id),
    changed: united.changed.map(({ id, values }) => [id, Object.fromEntries(values)]),
  };
}

const tag = (id: string, account_id: string, tag_id: string) => ({ id, account_id, tag_id });

it('makes one of links to the same record, in any order', () => {
  const rows = [tag('1', 'b', 'x'), tag('2', 'a', 'x'), tag('3', 'a', 'y'), tag('4', 'm', 'x'), tag('5', 'b', 'y')];
  expect(unite('Account', 'TagRelation', rows)).toEqual({
    pairs: [
      ['2', '4'],
      ['1', '4'],
      ['5', '3'],
    ],
    gone: ['2', '1', '5'],
    changed: [],
  });
});

it('leaves two alike of one record two', () => {
  expect(unite('Account', 'TagRelation', [tag('1', 'm', 'x'), tag('2', 'm', 'x'), tag('3', 'a', 'x')]).gone).toEqual([
    '3',
  ]);
  expect(unite('Account', 'TagRelation', [tag('1', 'a', 'x'), tag('2', 'a', 'x'), tag('3', 'b', 'x')]).gone).toEqual([
    '3',
  ]);
});

it('gives the link that stays what it lacks', () => {
  const row = (id: string, account_id: string, more: StoredRecord) => ({ id, account_id, contact_id: 'c', ...more });
  const rows = [
    row('1', 'm', { comment: '', position: 'CEO', is_assistant: false }),
    row('2', 'a', { comment: 'first', position: 'CTO', is_assistant: true }),
    row('3', 'b', { comment: 'second', relationship: 2 }),
  ];
  const { gone, changed } = unite('Account', 'ContactAccountRelation', rows);
  expect(gone).toEqual(['2', '3']);
  expect(changed).toEqual([['1', { comment: 'first', relationship: 2 }]]);
});

it('takes an end that one of them lacks for no difference, and two for one', () => {
  const row = (id: string, account_id: string, cloud_object_folder_id: string | null) => ({
    ...{ id, account_id, cloud_object_id: 'o', cloud_object_folder_id },
  });
  const rows = [row('1', 'm', null), row('2', 'a', 'f'), row('3', 'b', 'g'), row('4', 'b', null)];
  const { gone, changed } = unite('Account', 'CloudObjectRelation', rows);
  expect(gone).toEqual(['2', '4']);
  expect(changed).toEqual([['1', { cloud_object_folder_id: 'f' }]]);
});

it('distinguishes amounts', () => {
  const item = (id: string, oppty_id: string, quantity: string) => ({
    id,
    oppty_id,
    product_id: 'p',
    quantity,
    price: '2',
  });
  const rows = [item('1', 'm', '1'), item('2', 'a', '1'), item('3', 'a', '2'), item('4', 'b', '2')];
  expect(unite('Opportunity', 'OpptyProductRelation', rows).pairs).toEqual([
    ['2', '1'],
    ['4', '3'],
  ]);
});

it('leaves the flag with the first who has one, in each parent', () => {
  const row = (id: string, account_id: string, contact_id: string, is_primary: boolean) => ({
    ...{ id, account_id, contact_id, is_primary },
  });
  const tied = [row('1', 'm', 'c', false), row('2', 'a', 'c', true), row('3', 'b', 'd', true)];
  expect(unite('Account', 'ContactAccountRelation', tied)).toMatchObject({
    gone: ['2'],
    changed: [['1', { is_primary: true }]],
  });
  const own = [
    row('1', 'x', 'a', false),
    row('2', 'y', 'a', true),
    row('3', 'x', 'b', true),
    row('4', 'z', 'b', false),
  ];
  expect(unite('Contact', 'ContactAccountRelation', own)).toEqual({ pairs: [['3', '1']], gone: ['3'], changed: [] });
  const two = [row('1', 'x', 'a', true), row('2', 'y', 'b', true)];
  expect(unite('Contact', 'ContactAccountRelation', two).changed).toEqual([['2', { is_primary: false }]]);
});

it('drops what would tie a record to itself, and nothing takes its place', () => {
  const row = (id: string, account1_id: string, account2_id: string) => ({ id, account1_id, account2_id });
  const rows = [row('1', 'a', 'b'), row('2', 'm', 'a'), row('3', 'a', 'x'), row('4', 'x', 'm')];
  expect(unite('Account', 'AccountRelation', rows)).toEqual({ pairs: [], gone: ['2', '1'], changed: [] });
});

it('leaves a record with one of what it has once', () => {
  const row = (id: string, oppty_id: string, day: number | null) => ({ id, oppty_id, day });
  const { gone, changed } = unite('Opportunity', 'OpptyRecurrence', [row('1', 'a', null), row('2', 'b', 3)]);
  expect({ gone, changed }).toEqual({ gone: ['2'], changed: [] });
});
