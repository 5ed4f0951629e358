/**
 * What `headwater schema diff` tells is what `apply` does.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { runWrite } from '../../src/records/write/run-write.js';
import { createRecord } from '../../src/records/write/write-records.js';
import { readSpaceSchema, readUnchanged } from '../../src/schema-file/space/space-schema.js';
import { oneDatabase } from '../fixture.js';
import { linesOf, SchemaFixture, type SchemaSpace } from './schema-fixture.js';

const vehicles = `version: 1
kinds:
  Vehicle: { name_singular: Vehicle, name_plural: Vehicles }
types:
  VehicleType: [Vehicle, { name: Van, is_readonly: true }]
fields:
  Contact:
    cf_vehicle: { name: Vehicle, type_id: lookup, lookup: { entity_name: Vehicle } }
  Vehicle:
    cf_colour:
      name: Colour
      type_id: dropdown
      data_set: [{ option_name: Red, calc_value: 1 }, { option_name: Blue, calc_value: 2 }]
      default_value: Red
    cf_hours: { name: Hours, type_id: integer }
    cf_days: { name: Days, type_id: integer, calc_formula: "#cf_hours / 24" }
    cf_weeks: { name: Weeks, type_id: integer, calc_formula: "#cf_days / 7" }
    cf_drivers: { name: Drivers, type_id: lookup, lookup: { entity_name: Contact, relation: Contact.cf_vehicle } }
    cf_count: { name: Count, type_id: rollup, rollup: { relation: cf_drivers, function: COUNT } }
`;

describe.each(oneDatabase)('on %s', (database) => {
  let place: SchemaFixture;
  let space: SchemaSpace;

  beforeAll(async () => {
    place = await SchemaFixture.open(database);
  });
  beforeEach(async () => {
    space = await place.newSpace();
  });
  afterAll(() => place.close());

  const withChange = (from: string, to: string) => {
    expect(vehicles).toContain(from);
    return vehicles.replace(from, to);
  };

  async function create(entityType: string, body: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const store = await space.view.deps.stores.of(space.id);
    const { text } = await runWrite(
      { ...space.view.deps, ...store },
      systemCall(space.id),
      {
        entityType,
        body,
        validationLevel: 0,
        selection: { kind: 'rest', expand: {} },
      },
      createRecord,
    );
    return JSON.parse(text) as Record<string, unknown>;
  }

  async function newVehicle(body: Readonly<Record<string, unknown>> = {}): Promise<Record<string, unknown>> {
    const [owner] = await space.view.list('Client', ['id']);
    const [type] = await space.records('VehicleType', ['id']);
    return create('Vehicle', { name: 'Van 7', owner_id: owner?.id, type_id: type?.id, ...body });
  }

  it('makes more options than one request may have', async () => {
    const options = Array.from({ length: 950 }, (_, index) => `{ option_name: O${index} }`).join(', ');
    const field = (index: number) =>
      `    cf_many_${index}: { name: Many ${index}, type_id: dropdown, data_set: [${options}] }`;
    const fields = Array.from({ length: 27 }, (_, index) => field(index)).join('\n');
    const lines = await space.apply(`version: 1\nfields:\n  Contact:\n${fields}\n`);
    expect(lines.filter((line) => line.startsWith('+ field'))).toHaveLength(27);
    const made = (await space.records('Field', ['api_name'])).filter(({ api_name }) =>
      String(api_name).startsWith('cf_many'),
    );
    expect(made).toHaveLength(27);
  });

  it('makes all that a file says, whatever the order in which things need each other, and nothing twice', async () => {
    const lines = await space.diff(vehicles);
    expect(lines).toEqual([
      '+ kind Vehicle',
      '+ type VehicleType "Van"',
      '+ option Vehicle.cf_colour "Red"',
      '+ option Vehicle.cf_colour "Blue"',
      '+ field Contact.cf_vehicle: lookup',
      '+ field Vehicle.cf_colour: dropdown',
      '+ field Vehicle.cf_count: rollup',
      '+ field Vehicle.cf_days: integer',
      '+ field Vehicle.cf_drivers: lookup',
      '+ field Vehicle.cf_hours: integer',
      '+ field Vehicle.cf_weeks: integer',
    ]);
    expect(await space.apply(vehicles)).toEqual(lines);
    expect(await space.give('diff', vehicles)).toMatchObject({ code: 0, out: '' });
    const revision = await space.view.revision();
    expect(await space.give('apply', vehicles)).toMatchObject({
      code: 0,
      out: '',
      error: 'Nothing had to be changed.\n',
    });
    expect(await space.view.revision()).toBe(revision);
    expect(await newVehicle({ cf_hours: 504 })).toMatchObject({ cf_hours: 504, cf_days: 21, cf_weeks: 3, cf_count: 0 });
  });

  it('keeps roll-ups over what no member shows, and their options', async () => {
    const file = `version: 1
fields:
  Account:
    cf_warm:
      name: Warm
      type_id: rollup
      rollup: { relation: opportunities_by_primary_account, function: COUNT, filter: { cf_heat_id: Warm } }
  Opportunity:
    cf_heat: { name: Heat, type_id: dropdown, data_set: [{ option_name: Cold, calc_value: 1 }, { option_name: Warm, calc_value: 2 }] }
`;
    await space.apply(file);
    expect(await space.give('diff', file)).toMatchObject({ code: 0, out: '' });
    const exported = await space.export();
    expect(exported).toContain('relation: opportunities_by_primary_account');
    expect(exported).toContain('cf_heat_id: Warm');
    const other = await place.newSpace();
    await other.apply(exported);
    expect(await other.export()).toBe(exported);
  });

  it('changes what a roll-up makes of its records, to values of the same type', async () => {
    await space.apply(vehicles);
    const line = '{ relation: cf_drivers, function: COUNT }';
    const filtered = withChange(line, '{ relation: cf_drivers, function: COUNT, filter: { first_name: Ada } }');
    expect(await space.apply(filtered)).toEqual([expect.stringMatching(/^~ field Vehicle.cf_count: rollup .*"Ada"/)]);
    const vehicle = await newVehicle();
    const [owner] = await space.view.list('Client', ['id']);
    for (const first_name of ['Ada', 'Ben']) {
      await create('Contact', { first_name, last_name: 'L', owner_id: owner?.id, cf_vehicle_id: vehicle.id });
    }
    expect(await space.records('Vehicle', ['name', 'cf_count'])).toMatchObject([{ name: 'Van 7', cf_count: 1 }]);
    const other = withChange(line, '{ relation: cf_drivers, function: MAX, field: created }');
    expect(await space.give('apply', other)).toMatchObject({
      code: 2,
      error: expect.stringContaining('must give values of the same type as before, integer, not datetime'),
    });
    expect(await space.diff(filtered)).toEqual([]);
  });

  it('exports the same bytes twice', async () => {
    await space.apply(vehicles);
    expect(await space.export()).toBe(await space.export());
  });

  it('changes what may change, and tells it', async () => {
    await space.apply(vehicles);
    const before = await newVehicle({ cf_hours: 48 });
    const changed = vehicles
      .replace('name_plural: Vehicles', 'name_plural: Fleet')
      .replace('is_readonly: true', 'is_readonly: false')
      .replace(
        '[{ option_name: Red, calc_value: 1 }, { option_name: Blue, calc_value: 2 }]',
        '[{ option_name: Blue, calc_value: 2 }, { option_name: Red, calc_value: 5 }, { option_name: Pink, calc_value: 3 }]',
      )
      .replace('default_value: Red', 'default_value: Pink')
      .replace('"#cf_hours / 24"', '"#cf_hours / 12"')
      .replace(
        'name: Hours,',
        'name: Hours driven, name_translations: { de: Stunden }, is_unique: true, settings: { wide: true },',
      );
    const lines = [
      '~ kind Vehicle: name_plural "Vehicles" → "Fleet"',
      '~ type VehicleType "Van": is_readonly true → unset',
      '~ option Vehicle.cf_colour "Red": calc_value 1 → 5, sort_order 1 → 3',
      '+ option Vehicle.cf_colour "Pink"',
      '~ field Vehicle.cf_colour: default_value "Red" → "Pink"',
      '~ field Vehicle.cf_days: calc_formula "#cf_hours / 24" → "#cf_hours / 12"',
      '~ field Vehicle.cf_hours: is_unique unset → true, name "Hours" → "Hours driven", name_translations unset → {"de":"Stunden"}, settings unset → {"wide":true}',
    ];
    expect(await space.diff(changed)).toEqual(lines);
    expect(await space.apply(changed)).toEqual(lines);
    expect(await space.diff(changed)).toEqual([]);
    const after = await newVehicle({ cf_hours: 24 });
    expect(after).toMatchObject({ cf_days: 2 });
    expect(after.cf_colour_id).not.toBe(before.cf_colour_id);
  });

  it('takes back what a file does not say any more of a field', async () => {
    const expectTakenBack = async (given: string, line: string) => {
      await space.apply(withChange('name: Hours,', `name: Hours, ${given},`));
      expect(await space.apply(vehicles)).toEqual([`~ field Vehicle.cf_hours: ${line}`]);
    };
    await expectTakenBack(
      'default_value: 5, settings: { wide: true }',
      'default_value "5" → unset, settings {"wide":true} → unset',
    );
    await expectTakenBack('is_unique: true', 'is_unique true → unset');
    expect(await space.diff(vehicles)).toEqual([]);
  });

  it('gives the default type of a kind the name of the first one', async () => {
    const named = withChange('[Vehicle, { name: Van, is_readonly: true }]', '[Car, Van]');
    expect(await space.apply(named)).toContain('~ type VehicleType "Car": name "Vehicle" → "Car"');
    const types = await space.records('VehicleType', ['name', 'is_delete_protected']);
    expect(types.map(({ name, is_delete_protected }) => [name, is_delete_protected])).toEqual([
      ['Car', true],
      ['Van', false],
    ]);
    expect(await space.diff(named)).toEqual([]);
  });

  it('exchanges formulas that would make a circle one after the other', async () => {
    await space.apply(vehicles);
    const turned = vehicles
      .replace('"#cf_hours / 24"', '"#cf_weeks * 7"')
      .replace('"#cf_days / 7"', '"#cf_hours / 168"');
    await space.apply(turned);
    expect(await space.diff(turned)).toEqual([]);
    expect(await newVehicle({ cf_hours: 504 })).toMatchObject({ cf_days: 21, cf_weeks: 3 });
  });

  it('begins again when the space is redefined meanwhile, so that nothing is lost', async () => {
    const file = (owner: string) =>
      `version: 1\nfields:\n  ${owner}:\n    cf_x: { name: X, type_id: integer }\n    cf_y: { name: Y, type_id: integer, calc_formula: "#cf_x + 1" }\n`;
    const owners = ['Account', 'Contact', 'Project', 'Task'];
    const files = owners.map((owner) => place.place.write(`${owner}.yaml`, file(owner)));
    const said = await Promise.all(files.map((path) => place.run('apply', path, '--space', space.id)));
    expect(
      said.map(({ code, error }) => [code, error.replace(/^What the file does not have stays.*\n(- field .*\n)+/, '')]),
    ).toEqual(owners.map(() => [0, '']));
    const lines = (await space.diff('version: 1\nfields: {}\n')).map((line) => line.replace(/^- field (.*)$/, '$1'));
    expect(lines).toEqual(owners.flatMap((owner) => [`${owner}.cf_x`, `${owner}.cf_y`]));
  });

  it('reads again when the space is redefined meanwhile', async () => {
    let readings = 0;
    const schema = await readUnchanged(space.view.deps.stores, space.id, async (store) => {
      const read = await readSpaceSchema(store, systemCall(space.id));
      readings += 1;
      if (readings === 1) await space.apply('version: 1\nfields: { Contact: { cf_x: { name: X, type_id: input } } }\n');
      return read;
    });
    expect(readings).toBe(2);
    expect(schema.fields?.map(({ name }) => name)).toEqual(['Contact.cf_x']);
  });

  it('ties paired fields and unties them, whichever of them says so and whichever was there first', async () => {
    const file = (lead: string, opportunity: string) => {
      const field = (member: string) => `{ cf_x: { name: X, type_id: currency${member} } }`;
      return `version: 1\nfields:\n  Lead: ${field(lead)}\n  Opportunity: ${field(opportunity)}\n`;
    };
    const [toLead, toOpportunity] = [', shared_with_field: Lead.cf_x', ', shared_with_field: Opportunity.cf_x'];
    await space.apply(file('', '').replace(/ {2}Lead.*\n/, ''));
    const states = [file(toOpportunity, ''), file('', ''), file('', toLead), file(toOpportunity, toLead), file('', '')];
    for (const state of states) {
      await space.apply(state);
      expect(await space.diff(state)).toEqual([]);
    }
  });

  it('leaves alone what the file does not name', async () => {
    await space.apply(vehicles);
    const whole = await space.export();
    expect(await space.apply('version: 1\n', '--delete')).toEqual([]);
    expect(await space.apply('version: 1\ntypes: { AccountType: [Standard, Partner] }\n')).toEqual([
      '+ type AccountType "Partner"',
    ]);
    expect(await space.export()).toBe(whole.replace('AccountType:\n', 'AccountType:\n    - Partner\n'));
  });

  describe('--dry-run', () => {
    it('tells what would be done, and does nothing', async () => {
      const before = await space.export();
      const revision = await space.view.revision();
      const said = await space.give('apply', vehicles, '--dry-run');
      expect(said).toMatchObject({ code: 0, error: 'This was a dry run: nothing was changed.\n' });
      expect(said.out).toBe((await space.give('diff', vehicles)).out);
      expect(await space.export()).toBe(before);
      expect(await space.view.revision()).toBe(revision);
    });

    it('finds what the rules of fields reject', async () => {
      const wrong = withChange('#cf_days / 7', '#cf_dyas / 7');
      expect(await space.give('apply', wrong, '--dry-run')).toMatchObject({
        code: 2,
        out: '',
        error: expect.stringMatching(/^schema\.yaml:17:62: fields\.Vehicle\.cf_weeks\.calc_formula: .*cf_dyas/),
      });
    });
  });

  describe('--delete', () => {
    it('removes what the file does not have, what needs others first; without it that stays', async () => {
      await space.apply(vehicles);
      const empty = 'version: 1\nkinds: {}\nfields: {}\n';
      const said = await space.give('diff', empty);
      expect(said).toMatchObject({ code: 1, error: 'What begins with - happens with --delete only.\n' });
      expect(said.out.split('\n').filter(Boolean)).toHaveLength(8);
      const stays = `What the file does not have stays; --delete removes it:\n${said.out}`;
      expect(await space.give('apply', empty, '--dry-run')).toEqual({
        code: 0,
        out: '',
        error: `${stays}This was a dry run: nothing was changed.\n`,
      });
      expect((await space.give('apply', empty)).error).toBe(`${stays}Nothing had to be changed.\n`);
      const reported = JSON.parse((await space.give('apply', empty, '--json')).out);
      expect(reported).toHaveLength(8);
      expect(reported).toContainEqual({ action: 'stay', what: 'kind', name: 'Vehicle', members: {} });
      expect((await space.apply(empty, '--delete')).sort()).toEqual(said.out.split('\n').filter(Boolean).sort());
      expect(await space.section('kinds')).toBe('{}');
      expect(await space.section('fields')).toBe('{}');
    });

    it('removes options and types', async () => {
      await space.apply(vehicles);
      const fewer = vehicles
        .replace(', { name: Van, is_readonly: true }', '')
        .replace(', { option_name: Blue, calc_value: 2 }', '');
      expect(await space.apply(fewer)).toEqual([]);
      expect(await space.apply(fewer, '--delete')).toEqual([
        '- type VehicleType "Van"',
        '- option Vehicle.cf_colour "Blue"',
      ]);
      expect(await space.diff(fewer)).toEqual([]);
    });

    it('does not remove what is in use, with an error at the path that lacks it, and removes nothing else', async () => {
      await space.apply(vehicles);
      await newVehicle();
      const before = await space.export();
      const fewer = vehicles
        .replace(', { name: Van, is_readonly: true }', '')
        .replace('{ option_name: Red, calc_value: 1 }, ', '')
        .replace('      default_value: Red\n', '')
        .replace('    cf_hours: { name: Hours, type_id: integer }\n', '');
      const said = await space.give('apply', fewer, '--delete');
      expect(said).toMatchObject({ code: 2, out: '' });
      const [field, option, ...others] = linesOf(said.error);
      expect(field).toMatch(
        /^schema\.yaml:10:5: fields\.Vehicle\.cf_hours: cannot do "- field Vehicle\.cf_hours": .* in use: .*cf_days/,
      );
      expect(option).toMatch(
        /^schema\.yaml:13:17: fields\.Vehicle\.cf_colour\.data_set: cannot do "- option .*Red"": .*chosen/,
      );
      expect(others).toEqual([]);
      expect(await space.export()).toBe(before);
    });

    it('takes nothing that is malformed for something to remove', async () => {
      await space.apply(vehicles);
      await newVehicle();
      const text = withChange('name_singular: Vehicle', 'name_singular: [Vehicle]');
      const { code, error } = await space.give('apply', text, '--delete');
      expect([code, linesOf(error)]).toEqual([
        2,
        [expect.stringContaining('kinds.Vehicle.name_singular: must be a text')],
      ]);
    });

    it('brings back fields with their values and kinds with their records when a file has them again', async () => {
      await space.apply(vehicles);
      const hours = '    cf_hours: { name: Hours, type_id: integer }\n';
      const colour = / {4}cf_colour:\n( {6}.*\n)+/;
      const without = vehicles
        .replace(hours, '')
        .replace(colour, '')
        .replace(/ {4}cf_(days|weeks).*\n/g, '');
      const made = await newVehicle({ cf_hours: 48 });
      await space.apply(without, '--delete');
      expect(await space.records('Vehicle', ['id'])).toHaveLength(1);
      await space.apply(vehicles.replace('name: Hours,', 'name: Hours again,'));
      expect(await space.records('Vehicle', ['cf_hours', 'cf_colour_id'])).toMatchObject([
        { cf_hours: 48, cf_colour_id: made.cf_colour_id },
      ]);
      expect(await space.section('fields')).toContain('name: Hours again');
    });

    it('removes paired fields, and a kind with what leads to it', async () => {
      const pairedFields = `version: 1
kinds: { Depot: { name_singular: Depot, name_plural: Depots } }
fields:
  Lead: { cf_x: { name: X, type_id: currency, shared_with_field: Opportunity.cf_x } }
  Opportunity: { cf_x: { name: X, type_id: currency } }
  Contact: { cf_depot: { name: Depot, type_id: lookup, lookup: { entity_name: Depot } } }
  Depot: { cf_no: { name: No, type_id: input } }
`;
      await space.apply(pairedFields);
      await space.apply('version: 1\nkinds: {}\nfields: {}\n', '--delete');
      expect(await space.section('fields')).toBe('{}');
      await space.apply(pairedFields);
      expect(await space.diff(pairedFields)).toEqual([]);
    });

    it('does not bring back a field of another type', async () => {
      const field = (type: string) => `version: 1\nfields:\n  Contact:\n    cf_x: { name: X, type_id: ${type} }\n`;
      await space.apply(field('input'));
      await space.apply('version: 1\nfields: {}\n', '--delete');
      expect(await space.give('apply', field('integer'))).toMatchObject({
        code: 2,
        error: expect.stringContaining(
          'schema.yaml:4:11: fields.Contact.cf_x: a deleted field of this name is of type input',
        ),
      });
    });
  });
});
