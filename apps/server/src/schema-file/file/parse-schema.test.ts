import { describe, expect, it } from 'vitest';
import type { FileSchema } from '../schema.js';
import { rejectErrors, SchemaFileError } from '../schema-errors.js';
import { parseSchema } from './parse-schema.js';

const head = 'version: 1\n';
const field = 'fields:\n  Contact:\n    cf_x: ';

/** @throws SchemaFileError with every error of form */
function parse(text: string): FileSchema {
  const { schema, source, errors } = parseSchema(text, 's.yaml');
  rejectErrors(source, errors);
  return schema;
}

function errorsOf(text: string): string[] {
  try {
    parse(text);
    return [];
  } catch (error) {
    return String((error as Error).message).split('\n');
  }
}

describe('parseSchema', () => {
  it('gives definitions their places, and leaves out what says nothing', () => {
    const text = `${head}kinds:
  Vehicle: { name_singular: Van, name_plural: Vans, icon: 0, settings: {} }
types:
  VehicleType: [Van, { name: Truck, is_readonly: true }]
fields:
  Vehicle:
    cf_no: { name: No, type_id: integer, is_unique: false, default_value: 5 }
`;
    expect(parse(text)).toEqual({
      kinds: [{ name: 'Vehicle', path: ['kinds', 'Vehicle'], members: { name_singular: 'Van', name_plural: 'Vans' } }],
      types: new Map([
        [
          'VehicleType',
          [
            { name: 'Van', path: ['types', 'VehicleType', 0], members: {} },
            { name: 'Truck', path: ['types', 'VehicleType', 1], members: { is_readonly: true } },
          ],
        ],
      ]),
      dataSets: new Map(),
      fields: [
        {
          name: 'Vehicle.cf_no',
          path: ['fields', 'Vehicle', 'cf_no'],
          members: { name: 'No', type_id: 'integer', default_value: '5' },
        },
      ],
    });
  });

  it('says nothing of sections that are not there, and something of empty ones', () => {
    expect(parse(head)).toMatchObject({ kinds: undefined, fields: undefined });
    expect(parse(`${head}kinds: {}\nfields: {}\n`)).toMatchObject({ kinds: [], fields: [] });
  });

  it('names a set of options after the first of its fields, wherever it is listed', () => {
    const text = `${head}fields:
  Contact:
    cf_a: { name: A, type_id: dropdown, data_set: Project.cf_c }
    cf_b: { name: B, type_id: radio, data_set: Contact.cf_a }
  Project:
    cf_c: { name: C, type_id: dropdown, data_set: [{ option_name: One, calc_value: "1" }] }
    cf_d: { name: D, type_id: dropdown, data_set: Account.industry_id }
`;
    const { fields, dataSets } = parse(text);
    expect(fields?.map(({ name, members }) => [name, members.data_set])).toEqual([
      ['Contact.cf_a', 'Contact.cf_a'],
      ['Contact.cf_b', 'Contact.cf_a'],
      ['Project.cf_c', 'Contact.cf_a'],
      ['Project.cf_d', 'Account.industry_id'],
    ]);
    expect([...dataSets.keys()]).toEqual(['Contact.cf_a']);
    expect(dataSets.get('Contact.cf_a')?.options).toEqual([
      { name: 'One', path: ['fields', 'Project', 'cf_c', 'data_set', 0], members: { calc_value: 1 } },
    ]);
  });

  it.each([
    ['', 's.yaml:1:1: must be a map that begins with version: 1'],
    ['version: 2\n', 's.yaml:1:10: version: must be 1'],
    [`${head}kind: {}\n`, 's.yaml:2:1: kind: is not known here. Did you mean "kinds"?'],
    [
      `${head}kinds: { vehicle: { name_singular: V, name_plural: V } }\n`,
      's.yaml:2:10: kinds.vehicle: must be of letters',
    ],
    [`${head}kinds: { Vehicle: { name_singular: V } }\n`, 's.yaml:2:19: kinds.Vehicle.name_plural: is missing'],
    [`${head}types: { VehicleType: [{ is_readonly: true }] }\n`, 's.yaml:2:24: types.VehicleType[0].name: is missing'],
    [`${head}types: { VehicleType: Van }\n`, 's.yaml:2:23: types.VehicleType: must be a list of types'],
    [`${head}data_sets: { industry: [] }\n`, 's.yaml:2:14: data_sets.industry: must name a field'],
    [
      `${head}data_sets: { Account.industry_id: [5] }\n`,
      's.yaml:2:36: data_sets.Account.industry_id[0]: must be an option',
    ],
    [
      `${head}fields: { Contact: { colour: { name: C, type_id: input } } }\n`,
      's.yaml:2:22: fields.Contact.colour: must begin with cf_',
    ],
    [`${head}${field}{ name: 5, type_id: input }\n`, 's.yaml:4:19: fields.Contact.cf_x.name: must be a text'],
    [
      `${head}${field}{ name: X, type_id: text }\n`,
      's.yaml:4:31: fields.Contact.cf_x.type_id: must be one of input, text_area',
    ],
    [
      `${head}${field}{ name: X, type_id: input, defualt_value: 1 }\n`,
      's.yaml:4:38: fields.Contact.cf_x.defualt_value: is not known here. Did you mean "default_value"?',
    ],
    [
      `${head}${field}{ name: X, type_id: input, default_value: [1] }\n`,
      'default_value: must be a text, a number, true or false',
    ],
    [`${head}${field}{ name: X, type_id: dropdown }\n`, 's.yaml:4:11: fields.Contact.cf_x: needs data_set'],
    [`${head}${field}{ name: X, type_id: sequence }\n`, 'fields.Contact.cf_x: needs sequence_pattern'],
    [
      `${head}${field}{ name: X, type_id: input, data_set: [] }\n`,
      'fields.Contact.cf_x.data_set: is only for fields of type dropdown, radio',
    ],
    [
      `${head}${field}{ name: X, type_id: dropdown, data_set: [{ option_name: A, calc_value: one }] }\n`,
      'data_set[0].calc_value: must be a number',
    ],
    [
      `${head}${field}{ name: X, type_id: dropdown, data_set: Contact.cf_x }\n`,
      'fields.Contact.cf_x.data_set: takes its options from itself',
    ],
    [
      `${head}${field}{ name: X, type_id: lookup, lookup: { entity_name: A, many: true, relation: A.cf_b } }\n`,
      'lookup.many: belongs to the side that begins',
    ],
    [
      `${head}${field}{ name: X, type_id: rollup, rollup: { relation: r, function: sum } }\n`,
      'rollup.function: must be COUNT, SUM, MIN, MAX or AVG',
    ],
    [`${head}kinds: [`, 's.yaml: Flow sequence in block collection'],
    ['version: 1\nversion: 1\n', 's.yaml: Map keys must be unique'],
  ])('gives the position of an error: %j', (text, message) => {
    expect(() => parse(text)).toThrow(SchemaFileError);
    expect(() => parse(text)).toThrow(message);
  });

  it('does not follow more aliases than people write', () => {
    const text = `${head}a: &a [1]\nkinds: [${'*a, '.repeat(200)}]\n`;
    expect(() => parse(text)).toThrow(/^s\.yaml: .*alias/);
  });

  it('reports all errors, in the order of the file', () => {
    const text = `${head}kinds:
  Vehicle: { name_singular: V }
fields:
  Contact:
    cf_a: { name: A, type_id: lookup }
    cf_b: { type_id: input, colour: red }
`;
    expect(() => parse(text)).toThrow(
      [
        's.yaml:3:12: kinds.Vehicle.name_plural: is missing',
        's.yaml:6:11: fields.Contact.cf_a: needs lookup, as every field of type lookup',
        's.yaml:7:11: fields.Contact.cf_b.name: is missing',
        's.yaml:7:29: fields.Contact.cf_b.colour: is not known here.',
      ].join('\n'),
    );
  });

  it('reports them behind a wrong name and beside other errors of the same definition', () => {
    const text = `${head}kinds:
  vehicle: { name_singular: 5, name_plural: V }
fields:
  contact:
    colour: { name: [], type_id: dropdown, data_sets: [A] }
  Contact:
    cf_a: { name: A, type_id: input, colour: red, data_set: [{ option_name: A, calc_value: one }] }
    cf_b: { name: B, type_id: lookup, lookup: { entity_name: A, many: true, relation: A.cf_b, mani: 1 } }
    cf_c: { name: C, type_id: text, data_set: [A] }
    cf_d: { name: '', type_id: dropdown, data_set: 5 }
`;
    expect(errorsOf(text).map((line) => line.split(': ').slice(0, 3).join(': '))).toEqual([
      's.yaml:3:3: kinds.vehicle: must be of letters from A to Z and digits, such as SalesRegion',
      's.yaml:3:29: kinds.vehicle.name_singular: must be a text; what YAML reads as something else needs quotes',
      's.yaml:5:3: fields.contact: must be of letters from A to Z and digits, such as SalesRegion',
      's.yaml:6:5: fields.contact.colour: must begin with cf_ and be of a-z, 0-9 and _',
      's.yaml:6:21: fields.contact.colour.name: must be a text; what YAML reads as something else needs quotes',
      's.yaml:6:44: fields.contact.colour.data_sets: is not known here. Did you mean "data_set"?',
      's.yaml:8:38: fields.Contact.cf_a.colour: is not known here.',
      's.yaml:8:61: fields.Contact.cf_a.data_set: is only for fields of type dropdown, radio, multiselect_checkbox',
      's.yaml:8:92: fields.Contact.cf_a.data_set[0].calc_value: must be a number',
      's.yaml:9:71: fields.Contact.cf_b.lookup.many: belongs to the side that begins a relation; leave it out beside relation',
      's.yaml:9:95: fields.Contact.cf_b.lookup.mani: is not known here. Did you mean "many"?',
      's.yaml:10:31: fields.Contact.cf_c.type_id: must be one of input, text_area, email, phone, url, checkbox, date, datetime, integer, float, currency, currency_foreign, dropdown, radio, multiselect_checkbox, lookup, sequence, rollup',
      's.yaml:11:19: fields.Contact.cf_d.name: must not be empty',
      's.yaml:11:52: fields.Contact.cf_d.data_set: must be a list of options',
    ]);
  });
});
