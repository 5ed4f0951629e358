/**
 * A wrong file is rejected with every error at its place, and changes nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headwater } from '../cli/headwater.js';
import { oneDatabase } from '../fixture.js';
import { linesOf, SchemaFixture, type SchemaSpace } from './schema-fixture.js';

const fields = (lines: string) => `version: 1\nfields:\n  Contact:\n${lines}`;

describe.each(oneDatabase)('on %s', (database) => {
  let place: SchemaFixture;
  let space: SchemaSpace;
  let before: string;

  beforeAll(async () => {
    place = await SchemaFixture.open(database);
    space = await place.newSpace();
    await space.apply(
      fields(`    cf_old: { name: Old, type_id: input }
    cf_a: { name: A, type_id: dropdown, data_set: [{ option_name: One, calc_value: 1 }] }
    cf_b: { name: B, type_id: dropdown, data_set: Contact.cf_a }
    cf_c: { name: C, type_id: dropdown, data_set: [{ option_name: Two, calc_value: 2 }] }
    cf_to: { name: To, type_id: lookup, lookup: { entity_name: Account } }
`),
    );
    before = await space.export();
  });
  afterAll(() => place.close());

  it.each([
    ['kinds: { Type: { name_singular: T, name_plural: T } }', '2:10: kinds.Type: must not end in "Type"'],
    ['kinds: { Account: { name_singular: T, name_plural: T } }', '2:19: kinds.Account.entity_api_name: '],
    [
      'types: { AcountType: [Standard] }',
      '2:10: types.AcountType: there are no such types. Did you mean "AccountType"?',
    ],
    [
      'types: { AccountType: [{ name: A, isreadonly: true }] }',
      '2:35: types.AccountType[0].isreadonly: is not known here. Did you mean "is_readonly"?',
    ],
    ['types: { AccountType: [{ name: A, is_readonly: maybe }] }', '2:48: types.AccountType[0].is_readonly: '],
    [
      'types: { OpportunityType: [{ name: A, pipeline: Sails }] }',
      '2:49: types.OpportunityType[0].pipeline: the space has no Pipeline "Sails"',
    ],
    [
      'types: { OpportunityType: [{ name: A, pipeline: 5 }] }',
      '2:49: types.OpportunityType[0].pipeline: must be the name of one of the Pipelines',
    ],
    [
      'data_sets: { Account.industri_id: [] }',
      '2:14: data_sets.Account.industri_id: is not a built-in field with options. Did you mean "Account.industry_id"?',
    ],
    [
      'data_sets: { Lead.lead_source_id: [A], Opportunity.lead_source_id: [B] }',
      '2:40: data_sets.Opportunity.lead_source_id: is the same set as Lead.lead_source_id',
    ],
    [
      'fields: { Contat: { cf_x: { name: X, type_id: input } } }',
      '2:11: fields.Contat: cannot have custom fields. Did you mean "Contact"?',
    ],
    [
      'fields: { Client: { cf_x: { name: X, type_id: input } } }',
      '2:11: fields.Client: cannot have custom fields. Those that can: Account',
    ],
  ])('of other sections: %s', async (line, message) => {
    expect(await space.give('apply', `version: 1\n${line}\n`)).toMatchObject({
      code: 2,
      out: '',
      error: expect.stringContaining(`schema.yaml:${message}`),
    });
  });

  it.each([
    [
      'type_id: integer',
      /^4:35: fields\.Contact\.cf_old\.type_id: the field is of type input, which cannot become integer/,
    ],
  ])('changes of fixed members: %s', async (member, message) => {
    const said = await space.give(
      'diff',
      fields(`    cf_old: { name: Old, default_value: 5, ${member} }\n`).replace('default_value: 5, ', ''),
    );
    expect(said).toMatchObject({ code: 2, out: '' });
    expect(said.error.replace(/^schema\.yaml:/, '')).toMatch(message);
  });

  it.each([
    [
      'cf_to: { name: To, type_id: lookup, lookup: { entity_name: Project } }',
      'cf_to.lookup: of the field in the space is {"entity_name":"Account"}',
    ],
    [
      'cf_b: { name: B, type_id: dropdown, data_set: Contact.cf_c }',
      'cf_b.data_set: the field in the space takes its options from Contact.cf_a',
    ],
    [
      'cf_b: { name: B, type_id: dropdown, data_set: [{ option_name: One, calc_value: 1 }] }\n    cf_a: { name: A, type_id: dropdown, data_set: [{ option_name: One, calc_value: 1 }] }',
      'the field shares its options with Contact.cf_b in the space',
    ],
    [
      'cf_c: { name: C, type_id: dropdown, data_set: Contact.cf_a }\n    cf_a: { name: A, type_id: dropdown, data_set: [{ option_name: One, calc_value: 1 }] }',
      'share their options here, but not in the space',
    ],
    [
      'cf_x: { name: X, type_id: lookup, lookup: { entity_name: Acount } }',
      'cf_x.lookup.entity_name: there is no entity type "Acount". Did you mean "Account"?',
    ],
    [
      'cf_x: { name: X, type_id: lookup, lookup: { entity_name: Account, relation: Account.cf_no } }',
      'cf_x.lookup.relation: there is no lookup Account.cf_no.',
    ],
    [
      'cf_x: { name: X, type_id: dropdown, data_set: Account.cf_none }',
      'cf_x.data_set: no field Account.cf_none offers options',
    ],
    [
      'cf_x: { name: X, type_id: dropdown, data_set: Contact.cf_a, default_value: Onn }',
      'cf_x.default_value: "Onn" is not a valid option. Did you mean "One"?',
    ],
    [
      'cf_x: { name: X, type_id: dropdown, data_set: Contact.cf_a, parent_options_field: cf_old }',
      'cf_x.parent_options_field: Contact has no field "cf_old" that offers options',
    ],
    [
      'cf_x: { name: X, type_id: dropdown, data_set: [{ option_name: A, calc_value: 1, allowed_by: [One] }] }',
      'cf_x.data_set[0].allowed_by[0]: needs a field with these options that names its parent_options_field',
    ],
    [
      'cf_x: { name: X, type_id: dropdown, parent_options_field: cf_a, data_set: [{ option_name: A, calc_value: 1, allowed_by: [Onn] }] }',
      'cf_x.data_set[0].allowed_by[0]: "Onn" is not an option of Contact.cf_a. Did you mean "One"?',
    ],
    [
      'cf_x: { name: X, type_id: input, shared_with_field: Lead.cf_y }',
      'cf_x.shared_with_field: there is no field Lead.cf_y',
    ],
    ['cf_x: { name: X, type_id: dropdown, default_value: B, data_set: [{ option_name: A }] }', 'cf_x'],
    ['cf_x: { name: X, type_id: input, calc_formula: "1 +" }', 'cf_x.calc_formula: '],
    ['cf_x: { name: X, type_id: integer, calc_formula: "#cf_x + 1" }', 'cf_x.calc_formula: '],
    ['cf_x: { name: X, type_id: integer, default_value: many }', 'cf_x.default_value: '],
    ['cf_x: { name: X, type_id: sequence, sequence_pattern: none }', 'cf_x.sequence_pattern: '],
    ['cf_x: { name: X, type_id: rollup, rollup: { relation: name, function: COUNT } }', 'cf_x.rollup: '],
    ['cf_x: { name: X, type_id: checkbox, is_unique: true }', 'cf_x.is_unique: '],
  ])('of fields: %s', async (line, message) => {
    const said = await space.give('apply', fields(`    ${line}\n`));
    expect(said).toMatchObject({ code: 2, out: '' });
    expect(said.error).toMatch(/^schema\.yaml:\d+:\d+: fields\.Contact\./);
    expect(said.error).toContain(message);
  });

  it('tells what the rules have against each field, and does none of the rest', async () => {
    const text = fields(`    cf_fine: { name: Fine, type_id: input }
    cf_p: { name: P, type_id: sequence, sequence_pattern: none }
    cf_q: { name: Q, type_id: integer, calc_formula: "#cf_p + 1" }
    cf_r: { name: R, type_id: integer, default_value: many }
    cf_s: { name: S, type_id: integer, calc_formula: "#cf_t + 1" }
    cf_t: { name: T, type_id: integer, calc_formula: "#cf_s + 1" }
`);
    const { code, error } = await space.give('apply', text);
    expect(code).toBe(2);
    // Of what needs a rejected field nothing is said.
    expect(linesOf(error).map((line) => line.split(': ').slice(0, 2).join(': '))).toEqual([
      'schema.yaml:5:59: fields.Contact.cf_p.sequence_pattern',
      'schema.yaml:7:55: fields.Contact.cf_r.default_value',
      'schema.yaml:8:54: fields.Contact.cf_s.calc_formula',
      'schema.yaml:9:54: fields.Contact.cf_t.calc_formula',
    ]);
    expect(error).toContain('is circular: Contact.cf_s needs Contact.cf_t needs Contact.cf_s.');
    expect(error).toContain('is circular: Contact.cf_t needs Contact.cf_s needs Contact.cf_t.');
    expect(await space.export()).toBe(before);
  });

  it('reports wrong names, impossible changes and what the rules reject together', async () => {
    const text = fields(`    cf_old: { name: Old, type_id: integer }
    cf_needs_old: { name: Needs old, type_id: integer, calc_formula: "#cf_old + #cf_none" }
    cf_to: { name: To, type_id: lookup, lookup: { entity_name: Acount } }
    cf_d: { name: D, type_id: dropdown, data_set: Contact.cf_a, default_value: Onn }
    cf_a: { name: A, type_id: dropdown, data_set: [{ option_name: One, calc_value: 1 }] }
    cf_q: { name: Q, type_id: integer, calc_formula: "#cf_none + 1" }
    cf_u: { name: U, type_id: checkbox, is_unique: true }
`);
    const places = async (command: 'apply' | 'diff') => {
      const { code, out, error } = await space.give(command, text);
      expect([code, out]).toEqual([2, '']);
      return linesOf(error).map((line) => line.split(': ')[1]);
    };
    const shown = ['cf_old.type_id', 'cf_to.lookup.entity_name', 'cf_d.default_value'];
    const rejected = ['cf_q.calc_formula', 'cf_u.is_unique'];
    // Of what needs a field that is wrong nothing is said.
    expect(await places('apply')).toEqual([...shown, ...rejected].map((name) => `fields.Contact.${name}`));
    expect(await places('diff')).toEqual(shown.map((name) => `fields.Contact.${name}`));
    expect(await space.export()).toBe(before);
  });

  it('reports errors of form together with all others, without follow-on errors', async () => {
    const text = `version: 1
kinds:
  Van: { name_singular: Van }
  Ship: { name_singular: Ship, name_plural: Ships }
types:
  VanType: [{ name: Small, wheels: 4 }]
  ShipType: [{ name: Large, masts: 3 }]
  AcountType: [A]
  AccountType: [{ is_readonly: true }, { name: B, isreadonly: true }]
data_sets:
  Account.industry_id: [{ option_name: New, calc_value: one }]
  Account.industri_id: [A]
fields:
  Van:
    cf_wheels: { name: Wheels, type_id: integer, default_value: many }
  Ship:
    cf_masts: { name: Masts, type_id: integer, default_value: many }
    cf_in: { name: In, type_id: lookup, lookup: { entity_name: Van } }
    cf_own: { name: Own, type_id: lookup, lookup: { entity_name: Acount } }
  Contact:
    cf_old: { name: Old, type_id: integer }
    cf_to: { name: [To], type_id: lookup, lookup: { entity_name: Acount } }
    cf_a: { name: A, type_id: dropdown, data_set: [{ option_name: One, calc_value: one }] }
    cf_b: { name: B, type_id: dropdown, data_set: Contact.cf_a, default_value: Onn }
    cf_c: { name: C, type_id: dropdown, data_set: [{ option_name: Two, calc_value: 2 }], default_value: Onn }
    cf_d: { name: D, type_id: dropdown, data_set: Account.industry_id, default_value: New }
    cf_e: { name: E, type_id: dropdown, parent_options_field: cf_a, data_set: [{ option_name: A, allowed_by: [X] }] }
    cf_n: { type_id: integer }
    cf_o: { name: O, type_id: integer, calc_formula: "#cf_n + #cf_none" }
    cf_p: { name: P, type_id: integer, calc_formula: "#cf_o + 1", default_value: many }
    cf_q: { name: Q, type_id: integer, calc_formula: "#cf_none + 1" }
    cf_u: { name: U, type_id: checkbox, is_unique: true }
  Account:
    cf_back: { name: Back, type_id: lookup, lookup: { entity_name: Contact, relation: Contact.cf_to } }
    cf_sum: { name: Sum, type_id: rollup, rollup: { relation: cf_back, function: SUM, field: cf_none } }
    cf_wrong: { name: Wrong, type_id: rollup, rollup: { relation: cf_none, function: COUNT } }
`;
    const places = async (command: 'apply' | 'diff', ...options: string[]) => {
      const { code, out, error } = await space.give(command, text, ...options);
      expect([code, out]).toEqual([2, '']);
      return linesOf(error).map((line) => line.split(': ')[1]);
    };
    const ofForm = [
      ...['kinds.Van.name_plural', 'types.AccountType[0].name', 'data_sets.Account.industry_id[0].calc_value'],
      ...['fields.Contact.cf_to.name', 'fields.Contact.cf_a.data_set[0].calc_value', 'fields.Contact.cf_n.name'],
    ];
    const shown = [
      ...['types.ShipType[0].masts', 'types.AcountType', 'data_sets.Account.industri_id'],
      ...[
        'fields.Ship.cf_own.lookup.entity_name',
        'fields.Contact.cf_old.type_id',
        'fields.Contact.cf_c.default_value',
      ],
    ];
    const rejected = [
      ...['fields.Ship.cf_masts.default_value', 'fields.Contact.cf_q.calc_formula', 'fields.Contact.cf_u.is_unique'],
      'fields.Account.cf_wrong.rollup',
    ];
    expect((await places('diff')).sort()).toEqual([...ofForm, ...shown].sort());
    expect((await places('apply')).sort()).toEqual([...ofForm, ...shown, ...rejected].sort());
    expect((await places('apply', '--delete')).sort()).toEqual([...ofForm, ...shown, ...rejected].sort());
    expect(await space.export()).toBe(before);
  });

  it('reports an error of form alone when it is the only one, also where the space has what cannot be read', async () => {
    const text = fields(`    cf_old: { name: Old, type_id: input, colour: red }
    cf_new: { name: New, type_id: input }
`);
    for (const options of [[], ['--dry-run'], ['--delete']]) {
      expect(await space.give('apply', text, ...options)).toEqual({
        code: 2,
        out: '',
        error: 'schema.yaml:4:42: fields.Contact.cf_old.colour: is not known here.\n',
      });
    }
    expect(await space.export()).toBe(before);
  });

  it('says when there is no file, no space or no database', async () => {
    const missing = await place.run('diff', 'nowhere.yaml', '--space', space.id);
    expect(missing).toMatchObject({ code: 2, error: expect.stringContaining('cannot read the schema nowhere.yaml') });
    const nowhere = await place.run('export', '--space', 'nowhere');
    expect(nowhere).toMatchObject({ code: 2, out: '', error: expect.stringContaining('there is no space "nowhere"') });
    const folder = await place.run('export', '--space', space.id, '--out', '/nowhere/schema.yaml');
    expect(folder).toMatchObject({ code: 2, out: '', error: expect.stringContaining('cannot write the schema') });
    const file = place.place.write('fine.yaml', 'version: 1\n');
    const env = { HEADWATER_DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/x' };
    const unreachable = await headwater(['schema', 'diff', file, '--space', 'x'], { env });
    const trouble = 'database unreachable (connect ECONNREFUSED 127.0.0.1:1)';
    const error = `the database cannot be used: ${trouble}\n`;
    expect(unreachable).toEqual({ code: 2, out: '', error });
  });

  it('tells programs what would change', async () => {
    const { code, out } = await space.give(
      'diff',
      `version: 1\ntypes: { AccountType: [Standard, Partner] }\n`,
      '--json',
    );
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual([{ action: 'add', what: 'type', of: 'AccountType', name: 'Partner', members: {} }]);
  });

  it('has changed nothing by all that', async () => {
    expect(await space.export()).toBe(before);
  });
});
