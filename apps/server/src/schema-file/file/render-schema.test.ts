import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { randomSchema } from '../../../test/schema-file/random-schema.js';
import { parseSchema } from './parse-schema.js';
import { renderSchema } from './render-schema.js';

const rendered = (text: string) => renderSchema(parseSchema(text, 's.yaml').schema);
/** Without the comment at the top. */
const body = (text: string) => text.slice(text.indexOf('version:'));

it('writes definitions in the order of their names and their members in the order of reading', () => {
  const text = `version: 1
fields:
  Contact:
    cf_b: { default_value: "5", type_id: integer, name: B }
    cf_a:
      { default_value: "5", type_id: input, name: A, settings: { z: 1, a: [] }, name_translations: { fr: A, de: "Ä" } }
  Account:
    cf_sum: { name: Sum, type_id: rollup, rollup: { function: SUM, field: cf_b, relation: contacts, filter: {} } }
data_sets:
  Account.industry_id: [{ option_name: Retail }, { option_name: "5", calc_value: 2 }]
kinds: {}
`;
  expect(body(rendered(text))).toBe(`version: 1

# Entity types that the space has defined.
kinds: {}

# Options of built-in fields, by the first field that offers them.
data_sets:
  Account.industry_id:
    - Retail
    - { option_name: "5", calc_value: 2 }

# Fields of the space, by entity type. "data_set" lists options, or names the field that lists them.
fields:
  Account:
    cf_sum:
      name: Sum
      type_id: rollup
      rollup: { relation: contacts, function: SUM, field: cf_b }
  Contact:
    cf_a:
      name: A
      name_translations: { de: Ä, fr: A }
      type_id: input
      default_value: "5"
      settings: { a: [], z: 1 }
    cf_b:
      name: B
      type_id: integer
      default_value: 5
`);
});

it('lists options at the first field that offers them', () => {
  const text = `version: 1
fields:
  Contact:
    cf_b: { name: B, type_id: dropdown, data_set: [{ option_name: One, calc_value: 1 }] }
    cf_a: { name: A, type_id: radio, data_set: Contact.cf_b }
`;
  expect(body(rendered(text))).toContain(`    cf_a:
      name: A
      type_id: radio
      data_set:
        - { option_name: One, calc_value: 1 }
    cf_b:
      name: B
      type_id: dropdown
      data_set: Contact.cf_a
`);
});

it('says at the top what the file is and how it is used', () => {
  expect(rendered('version: 1\n')).toMatch(/^# What a space defines itself/);
  expect(rendered('version: 1\n')).toContain('headwater schema apply --space <id> <file>');
});

it('is read as what it was written from, and written as the same bytes again', () => {
  fc.assert(
    fc.property(randomSchema, (content) => {
      const text = rendered(stringify(content));
      expect(rendered(text)).toBe(text);
      const members = (source: string) => parseSchema(source, 's.yaml').schema.fields?.map((field) => field.members);
      expect(members(text)).toEqual(members(stringify(content)));
    }),
    { numRuns: 10 },
  );
}, 30_000);
