import { describe, expect, it } from 'vitest';
import { parseSchema } from '../file/parse-schema.js';
import type { DataSet, Definition, FileSchema, Located, SpaceSchema, Stored } from '../schema.js';
import { changeText } from './change.js';
import { diffSchema } from './diff-schema.js';

const read = (text: string): FileSchema => parseSchema(`version: 1\n${text}`, 's.yaml').schema;

/** A space that is as a file says. */
function spaceOf({ kinds, types, dataSets, fields }: FileSchema): SpaceSchema {
  const kept = ({ name, members, path }: Definition<Located>): Definition<Stored> => ({
    name,
    members,
    id: path.join('.'),
  });
  const keptSet = ({ options, path }: DataSet<Located>): DataSet<Stored> => ({
    id: path.join('.'),
    options: options.map(kept),
  });
  const sets = [...dataSets].map(([name, set]) => [name, keptSet(set)] as const);
  return {
    kinds: kinds?.map(kept),
    types: new Map([...types].map(([name, listed]) => [name, listed.map(kept)])),
    dataSets: new Map(sets),
    fields: fields?.map(kept),
    sortOrders: new Map(sets.flatMap(([, { options }]) => options.map(({ id }, index) => [id, index + 1]))),
  };
}

/** @returns the changes from one file to another, then what cannot be changed */
function diff(from: string, to: string): string[] {
  const { changes, errors } = diffSchema(read(to), spaceOf(read(from)));
  return [...changes.map(changeText), ...errors.map(({ path, message }) => `${path.join('.')}: ${message}`)];
}

const fields = (lines: string) => `fields:\n  Contact:\n    ${lines.trim()}\n`;

describe('diffSchema', () => {
  it('ignores the order of members', () => {
    const one =
      'cf_a: { name: A, type_id: lookup, lookup: { entity_name: Account, many: true }, settings: { a: 1, b: { c: 1, d: 2 } } }';
    const other =
      'cf_a: { settings: { b: { d: 2, c: 1 }, a: 1 }, lookup: { many: true, entity_name: Account }, type_id: lookup, name: A }';
    expect(diff(fields(one), fields(other))).toEqual([]);
  });

  it('takes no notice of what says nothing', () => {
    const more =
      'cf_a: { name: A, type_id: lookup, is_unique: false, settings: {}, lookup: { entity_name: Account, many: false } }';
    expect(diff(fields('cf_a: { name: A, type_id: lookup, lookup: { entity_name: Account } }'), fields(more))).toEqual(
      [],
    );
  });

  it('knows a set of options by its fields, whichever of them come and go', () => {
    const listed = 'data_set: [{ option_name: One, calc_value: 1 }]';
    const from = `cf_b: { name: B, type_id: radio, ${listed} }\n    cf_c: { name: C, type_id: radio, data_set: Contact.cf_b }`;
    const to = `cf_a: { name: A, type_id: radio, data_set: Contact.cf_c }\n    cf_c: { name: C, type_id: radio, ${listed} }`;
    expect(diff(fields(from), fields(to))).toEqual(['+ field Contact.cf_a: radio', '- field Contact.cf_b']);
  });

  it('gives fields of one set no sets of their own, and fields of two no common one', () => {
    const listed = 'data_set: [{ option_name: One, calc_value: 1 }]';
    const common = fields(
      `cf_a: { name: A, type_id: radio, ${listed} }\n    cf_b: { name: B, type_id: radio, data_set: Contact.cf_a }`,
    );
    const own = fields(
      `cf_a: { name: A, type_id: radio, ${listed} }\n    cf_b: { name: B, type_id: radio, ${listed} }`,
    );
    expect(diff(common, own)).toContainEqual(
      expect.stringMatching(/^fields\.Contact\.cf_b\.data_set: .* say data_set: Contact\.cf_a$/),
    );
    expect(diff(own, common)).toContainEqual(
      expect.stringMatching(/^fields\.Contact\.cf_a\.data_set: the fields .* share their options/),
    );
  });

  it('changes neither the type of a field nor what it points at', () => {
    const from = 'cf_a: { name: A, type_id: lookup, lookup: { entity_name: Account } }';
    expect(diff(fields(from), fields('cf_a: { name: A, type_id: input }'))).toContainEqual(
      'fields.Contact.cf_a.type_id: the field is of type lookup, which cannot become input; give the new field another api name',
    );
    const to = from.replace('Account', 'Task');
    expect(diff(fields(from), fields(to))).toContainEqual(
      'fields.Contact.cf_a.lookup: of the field in the space is {"entity_name":"Account"}, which cannot be changed; give the new field another api name',
    );
  });

  it('changes what a roll-up makes of its records, but not which records these are', () => {
    const from = 'cf_a: { name: A, type_id: rollup, rollup: { relation: tasks, function: COUNT } }';
    expect(diff(fields(from), fields(from.replace('COUNT }', 'COUNT, filter: { is_completed: true } }')))).toEqual([
      '~ field Contact.cf_a: rollup {"function":"COUNT","relation":"tasks"} → {"filter":{"is_completed":true},"function":"COUNT","relation":"tasks"}',
    ]);
    expect(diff(fields(from), fields(from.replace('tasks', 'appointments')))).toContainEqual(
      'fields.Contact.cf_a.rollup.relation: of the field in the space is "tasks", which cannot be changed; give the new field another api name',
    );
  });

  it.each([
    ['[Vehicle]', '[Car]', ['~ type VehicleType "Car": name "Vehicle" → "Car"']],
    ['[Vehicle, Van]', '[Van]', ['- type VehicleType "Vehicle"']],
    ['[Vehicle, Van]', '[Car, Van]', ['~ type VehicleType "Car": name "Vehicle" → "Car"']],
    ['[Vehicle, Van]', '[Van, Car]', ['+ type VehicleType "Car"', '- type VehicleType "Vehicle"']],
    ['[Vehicle]', '[Vehicle, Vehicle]', ['+ type VehicleType "Vehicle"']],
  ])('keeps the default type of a custom entity type: %s to %s', (from, to, wanted) => {
    const file = (types: string) =>
      `kinds: { Vehicle: { name_singular: Vehicle, name_plural: Vehicles } }\ntypes: { VehicleType: ${types} }\n`;
    expect(diff(file(from), file(to))).toEqual(wanted);
  });

  it('has types of built-in entity types come and go by their names', () => {
    expect(diff('types: { AccountType: [A, B] }', 'types: { AccountType: [C, B] }')).toEqual([
      '+ type AccountType "C"',
      '- type AccountType "A"',
    ]);
  });

  it('does not look at sections and lists that are left out', () => {
    const all = `kinds: { Vehicle: { name_singular: V, name_plural: V } }
types: { AccountType: [A] }
data_sets: { Account.industry_id: [A] }
fields: { Contact: { cf_a: { name: A, type_id: input } } }
`;
    expect(diff(all, '')).toEqual([]);
    expect(diff(all, 'kinds: {}\nfields: {}\n')).toEqual(['- kind Vehicle', '- field Contact.cf_a']);
  });
});
