import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { parseSort } from './parse-list-query.js';
import { QueryErrors } from './query-errors.js';
import { translateSort } from './translate-list-query.js';

const catalog = buildCatalog(entityTypes);

function translate(collection: string, text: string): string[] {
  const entityType = catalog.byV1Collection(collection)?.entityType;
  if (entityType === undefined) {
    throw new Error(`no collection ${collection}`);
  }
  const errors = new QueryErrors();
  const sort = translateSort(catalog, entityType, parseSort(text, errors), errors);
  errors.rejectAny();
  return sort.map(({ path, descending }) => `${descending ? '-' : ''}${path.join('.')}`);
}

it.each([
  ['Accounts', 'ORGANIZATION', ['name']],
  ['Accounts', '-MODIFIED|CREATED', ['-modified', 'created']],
  ['Accounts', '-PPL_CHRONOLOGICAL', ['-created']],
  ['Accounts', '-PPL_CHRONOLOGICAL|-CREATED', ['-created']],
  ['Accounts', 'OWNER_ID|SALES_UNIT_ID', ['owner.number', 'unit.number']],
  ['Clients', 'ID', ['number']],
  ['Accounts', 'ID', ['id']],
  ['Opportunities', '-OPPORTUNITY_VALUE|STAGE', ['-value.base_value', 'step_id']],
])('%s by %s', (collection, text, keys) => {
  expect(translate(collection, text)).toEqual(keys);
});

it('names the field that was meant', () => {
  expect(() => translate('Accounts', 'ORGANISATION')).toThrow(
    'sort: Account has no field "ORGANISATION". Did you mean "ORGANIZATION"?',
  );
  expect(() => translate('Accounts', 'name')).toThrow('sort: Account has no field "name".');
});
