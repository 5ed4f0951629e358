import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { parseMapping } from './mapping/load-mapping.js';
import { planImport } from './mapping/plan-import.js';
import { recordDifferences } from './write-drafts.js';

const mapping = `version: 1
namespace: 8f1f4a52-6c0e-5b0d-9d51-2f6f0c1f7a44
steps:
  - name: Deals
    file: deals.csv
    collection: Opportunities
    key: id
    validationLevel: 8
    members:
      id: { column: n, uuid: true }
      name: name
      value: amount
      account_relations: { rows: [{ account_id: a, is_primary: { value: true } }, { account_id: b, is_primary: { value: false } }] }
`;
const [step] = planImport(parseMapping(mapping, 'm.yaml'), buildCatalog(entityTypes), new Map()).steps;
const members = step?.members ?? [];

const current = {
  id: '1',
  name: 'Deal',
  value: { base_value: 12.5, currency_id: 'usd', value_foreign: 12.5 },
  account_relations: [
    { id: 'r2', account_id: 'b', is_primary: false },
    { id: 'r1', account_id: 'a', is_primary: true },
  ],
};

describe('recordDifferences', () => {
  it('finds none where the record says it all, in whatever order its rows stand', () => {
    const wanted = {
      id: '2',
      name: 'Deal',
      value: { base_value: 12.5 },
      account_relations: [
        { account_id: 'a', is_primary: true },
        { account_id: 'b', is_primary: false },
      ],
    };
    expect(recordDifferences(members, wanted, current)).toEqual({});
  });

  it.each([
    [{ name: 'deal' }],
    [{ value: { base_value: 12.51 } }],
    [{ value: { base_value: 12.5, currency_id: 'eur' } }],
    [{ account_relations: [{ account_id: 'a', is_primary: true }] }],
    [
      {
        account_relations: [
          { account_id: 'a', is_primary: true },
          { account_id: 'a', is_primary: true },
        ],
      },
    ],
  ])('finds %j', (wanted) => {
    expect(recordDifferences(members, wanted, current)).toEqual(wanted);
  });

  it('leaves out what is written only once', () => {
    const options = `version: 1
steps:
  - name: Options
    file: options.csv
    collection: Data
    key: option_name
    members: { option_name: option, data_set_id: set, sort_order: rank }
`;
    const [data] = planImport(parseMapping(options, 'm.yaml'), buildCatalog(entityTypes), new Map()).steps;
    const wanted = { option_name: 'Retail', data_set_id: 'b', sort_order: 2 };
    const found = { option_name: 'Retail', data_set_id: 'a', sort_order: 1 };
    expect(recordDifferences(data?.members ?? [], wanted, found)).toEqual({ sort_order: 2 });
  });

  it('finds a value where there was none', () => {
    expect(recordDifferences(members, { value: { base_value: 1 } }, { value: null })).toEqual({
      value: { base_value: 1 },
    });
  });
});
