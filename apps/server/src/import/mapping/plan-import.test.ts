import { readFileSync } from 'node:fs';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { parseMapping } from './load-mapping.js';
import { planImport } from './plan-import.js';

const catalog = buildCatalog(entityTypes);
const none = new Map<string, string>();

function plan(step: string, variables: ReadonlyMap<string, string> = none) {
  const text = `version: 1
variables: { owner: admin@example.com }
steps:
  - name: One
    file: one.csv
${step
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}
`;
  return planImport(parseMapping(text, 'm.yaml'), catalog, variables);
}

describe('planImport', () => {
  it('names every column that the file must have, once', () => {
    const [step] = plan(`collection: Accounts
key: name
when: { column: kind, is: company }
distinct: [name, town]
columns: { since: { date: D.M.YYYY } }
members:
  name: name
  comments: { template: "{a} and {b | upper}" }
  city: { first: [town, { column: place, when: { column: trusted, filled: true } }] }
  industry_id:
    column: sector
    lookup: { collection: Data, by: option_name, create: { sort_order: rank } }`).steps;
    const wanted = ['since', 'kind', 'name', 'town', 'a', 'b', 'place', 'trusted', 'sector', 'rank'];
    expect(step?.columnNames).toEqual(wanted);
  });

  it('joins the parts of money', () => {
    const [step] = plan(`collection: Opportunities
key: name
members:
  name: n
  value.value_foreign: amount
  value.currency_id: { column: currency, lookup: { collection: Currencies, by: code } }`).steps;
    expect(step?.members.map(({ kind }) => kind)).toEqual(['plain', 'money']);
    expect(step?.members[1]).toMatchObject({ parts: [{ part: 'value_foreign' }, { part: 'currency_id' }] });
  });

  it('takes variables from outside before those of the mapping', () => {
    const step = 'collection: Accounts\nkey: name\nmembers: { name: { variable: owner } }';
    expect(plan(step, new Map([['owner', 'x']])).steps[0]?.key[0]?.source.origin).toEqual({
      kind: 'constant',
      value: 'x',
    });
  });

  it.each([
    ['collection: Account\nkey: name\nmembers: {}', 'steps[0].collection: there is no collection "Account"'],
    ['collection: Types\nkey: name\nmembers: { name: a }', 'records of Types cannot be created'],
    ['collection: Accounts\nkey: nmae\nmembers: { nmae: a }', 'steps[0].members.nmae: Accounts have no member "nmae"'],
    [
      'collection: Accounts\nkey: city\nmembers: { name: a }',
      'steps[0].key: "city" must be one of the step\'s members',
    ],
    ['collection: Accounts\nkey: id\nmembers: { id: a }', 'id is read-only; "validationLevel: 8" allows'],
    ['collection: Accounts\nkey: name\nmembers: { name: a, formatted_name: b }', 'formatted_name is read-only'],
    ['collection: Accounts\nkey: name\nmembers: { name.part: a }', 'name has no parts'],
    ['collection: Opportunities\nkey: name\nmembers: { name: a, value.x: b }', '"x" is not one of base_value'],
    [
      'collection: Contacts\nkey: email1\nmembers: { email1: a, account_relations: b }',
      'account_relations needs "rows"',
    ],
    ['collection: Accounts\nkey: name\nmembers: { name: { rows: [{ x: y }] } }', '"rows" is for relations to many'],
    ['collection: Accounts\nkey: name\nmembers: { name: { variable: who } }', 'there is no variable "who"'],
    ['collection: Accounts\nkey: name\nmembers: { name: { column: a, uuid: true } }', '"uuid" needs a "namespace"'],
    ['collection: Accounts\nkey: name\nmembers: { name: { template: "{a | b}" } }', '"b" is not one of the filters'],
    [
      'collection: Tasks\nkey: subject\nmembers: { subject: a, reminder: { rows: [{ set_date: b }, { set_date: c }] } }',
      'reminder is one record; it takes one row',
    ],
    [
      'collection: Tasks\nkey: subject\nmembers: { subject: a, tags: { split: { b: ;, c: ; }, rows: [{ tag_id: { first: [b, c] } }] } }',
      'steps[0].members.tags.rows[0]: a row can use one of the columns that are split',
    ],
    ['collection: Accounts\nkey: name\nmembers: { name: { column: a, split: { a: ; } } }', '"split" needs "rows"'],
    ['collection: Accounts\nkey: name\ncolumns: { a: { date: soon } }\nmembers: { name: a }', 'has no year'],
    [
      'collection: Accounts\nkey: name\ncolumns: { a: { in: { collection: Data, by: nmae } } }\nmembers: { name: a }',
      'steps[0].columns.a.in.by: Data have no member "nmae"',
    ],
    [
      'collection: Accounts\nkey: name\nmembers: { name: a, owner_id: { column: b, lookup: { collection: Pipelines, by: steps } } }',
      'steps is not a member with a plain value',
    ],
    [
      `collection: Accounts
key: name
members:
  name: a
  parent_account_id:
    column: b
    lookup:
      collection: Accounts
      by: name
      create: { owner_id: { column: c, lookup: { collection: Clients, by: email, create: {} } } }`,
      'a "create" inside a "create" is not possible',
    ],
  ])('rejects %j', (step, message) => {
    expect(() => plan(step)).toThrow(message);
  });

  it('names all errors at once', () => {
    const broken = 'collection: Accounts\nkey: name\nmembers: { nmae: a, cty: b }';
    expect(() => plan(broken, new Map([['who', 'x']]))).toThrow(/who(.|\n)*nmae(.|\n)*cty(.|\n)*"name"/);
  });

  it('plans the example mapping', () => {
    const file = new URL('../../../../../examples/crm-sales/mapping.yaml', import.meta.url);
    const { steps } = planImport(parseMapping(readFileSync(file, 'utf8'), 'mapping.yaml'), catalog, none);
    expect(steps.map(({ name }) => name)).toEqual([
      'Regions',
      'Teams',
      'Users',
      'Accounts',
      'Parent accounts',
      'Products',
      'Opportunities',
    ]);
  });
});
