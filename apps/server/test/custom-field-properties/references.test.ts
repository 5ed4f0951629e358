/**
 * For every type of custom field that points at other records, and for money, over REST: what its members are, what bodies may say, what
 * clears it, what is rejected by name and changes nothing, and which settings such fields cannot have.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import type { Answer, Json, TestRecord, TestSpace } from '../test-space.js';
import { makeOwner, ownersOn } from './owners.js';
import type { Owner } from './property-fixture.js';

/** Ids of what values can be. */
interface Targets {
  /** Of the field's own set. */
  readonly options: readonly string[];
  /** Of another field's set. */
  readonly foreignOption: string;
  readonly accounts: readonly string[];
  readonly deletedAccount: string;
  readonly currencies: { readonly base: string; readonly foreign: string };
}

interface ReferenceProperty {
  readonly type: string;
  readonly settings: Json;
  /** The member that bodies set. */
  readonly member: string;
  /** What clears it leaves. */
  readonly none: unknown;
  /** Bodies of the member, and what the record must then have. */
  readonly bodies: (targets: Targets) => readonly (readonly [Json, Json])[];
  readonly wrong: (targets: Targets) => readonly (readonly [unknown, RegExp])[];
  /** A default as a Field record has it, and what records then have; undefined where there can be none. */
  readonly default?: (targets: Targets) => readonly [string, Json];
  readonly wrongDefault?: string;
}

const nobody = '0190cccc-0000-7000-8000-000000000000';
const data_set = [
  { option_name: 'Red', calc_value: 1 },
  { option_name: 'Blue', calc_value: 2 },
];

function oneOption(type: string): ReferenceProperty {
  const member = `cf_${type}_id`;
  return {
    type,
    settings: { data_set },
    member,
    none: null,
    bodies: ({ options: [red = '', blue = ''] }) => [
      [
        { [member]: red },
        { [member]: red, [`cf_${type}`]: expect.stringMatching(new RegExp(`/entities/Data/${red}$`)) },
      ],
      [{ [`cf_${type}`]: { id: blue } }, { [member]: blue }],
      [{ [member]: red.toUpperCase() }, { [member]: red }],
    ],
    wrong: ({ foreignOption }) => [
      ['Red', /must be a uuid/],
      [7, /must be a uuid/],
      [nobody, /doesn't exist/],
      [foreignOption, /option/],
    ],
    default: ({ options: [, blue = ''] }) => ['Blue', { [member]: blue }],
    wrongDefault: 'Green',
  };
}

const properties: readonly ReferenceProperty[] = [
  oneOption('dropdown'),
  oneOption('radio'),
  {
    type: 'multiselect_checkbox',
    settings: { data_set },
    member: 'cf_multiselect_checkbox',
    none: [],
    bodies: ({ options: [red = '', blue = ''] }) => {
      const chosen = (...ids: string[]) => ({
        cf_multiselect_checkbox: expect.objectContaining({ length: ids.length }),
        'cf_multiselect_checkbox.data_id': ids,
      });
      return [
        [{ cf_multiselect_checkbox: [{ id: red }] }, chosen(red)],
        [{ cf_multiselect_checkbox: [{ data_id: blue }, { id: red }] }, chosen(blue, red)],
      ];
    },
    wrong: ({ foreignOption }) => [
      ['Red', /must be an array/],
      [['Green'], /nor the name of an option/],
      [[{ id: nobody }], /doesn't exist|no /],
      [[{ id: foreignOption }], /option/],
    ],
  },
  {
    type: 'currency_foreign',
    settings: {},
    member: 'cf_currency_foreign',
    none: null,
    bodies: ({ currencies: { base, foreign } }) => [
      [
        { cf_currency_foreign: { base_value: 12.5 } },
        { cf_currency_foreign: { base_value: 12.5, value_foreign: 12.5, currency_id: base } },
      ],
      [
        { cf_currency_foreign: { base_value: 10, value_foreign: 20, currency_id: foreign } },
        { cf_currency_foreign: { base_value: 10, value_foreign: 20, currency_id: foreign } },
      ],
    ],
    wrong: () => [
      [12, /must be an object with base_value or value_foreign/],
      [{ amount: 12 }, /has no part "amount"/],
      [{ base_value: 'much' }, /base_value must be a number/],
      [{ base_value: 1, currency_id: 'EUR' }, /currency_id must be a uuid/],
      [{ base_value: 1, currency_id: nobody }, /doesn't exist/],
    ],
    default: ({ currencies: { base } }) => [
      '7.50',
      { cf_currency_foreign: { base_value: 7.5, value_foreign: 7.5, currency_id: base } },
    ],
    wrongDefault: 'much',
  },
  {
    type: 'lookup',
    settings: { lookup: { entity_name: 'Account' } },
    member: 'cf_lookup_id',
    none: null,
    bodies: ({ accounts: [first = '', second = ''] }) => [
      [
        { cf_lookup_id: first },
        { cf_lookup_id: first, cf_lookup: expect.stringMatching(`/entities/Accounts/${first}$`) },
      ],
      [{ cf_lookup: { id: second } }, { cf_lookup_id: second }],
    ],
    wrong: ({ deletedAccount }) => [
      ['Harbourline', /must be a uuid/],
      [nobody, /doesn't exist/],
      [deletedAccount, /is deleted/],
    ],
  },
  {
    type: 'lookup',
    settings: { lookup: { entity_name: 'Account', many: true }, name: 'lookups' },
    member: 'cf_lookups',
    none: [],
    bodies: ({ accounts: [first = '', second = ''] }) => {
      const linked = (...ids: string[]) => ({ 'cf_lookups.record_2_id': ids });
      return [
        [{ cf_lookups: [{ id: first }] }, linked(first)],
        [{ cf_lookups: [{ record_2_id: second }, { id: first }] }, linked(second, first)],
      ];
    },
    wrong: ({ deletedAccount }) => [
      ['Harbourline', /must be an array/],
      [[{ id: nobody }], /doesn't exist|no /],
      [[{ record_2_id: nobody }], /doesn't exist/],
      [[{ record_2_id: deletedAccount }], /is deleted/],
    ],
  },
];

const nameOf = ({ type, settings }: ReferenceProperty) => String(settings.name ?? type);

onBothDatabases((running, database) => {
  describe.each(ownersOn(database))('%s', (ownerName) => {
    let space: TestSpace;
    let owner: Owner;
    let accounts: readonly string[];
    let deletedAccount: string;

    beforeAll(async () => {
      space = await running.server.newSpace(`references-of-${ownerName.toLowerCase()}`);
      owner = await makeOwner(space, ownerName);
      accounts = [(await space.newAccount()).id, (await space.newAccount()).id];
      deletedAccount = (await space.newAccount()).id;
      await space.delete('Accounts', deletedAccount);
    });

    const post = (members: Json) => space.send('POST', owner.collection, { body: { ...owner.required, ...members } });
    const patch = (id: string, body: Json) => space.send('PATCH', `${owner.collection}/${id}`, { body });
    const create = (members: Json) => space.create(owner.collection, { ...owner.required, ...members });
    const newField = (name: string, type_id: string, settings: Json) => {
      const body = { entity_name: owner.entityType, name, type_id, ...settings };
      return space.send('POST', 'Fields', { body });
    };

    describe.each(properties.map((property) => [nameOf(property), property] as const))('%s', (name, property) => {
      let targets: Targets;

      beforeAll(async () => {
        const made = await newField(name, property.type, property.settings);
        expect(made.status, made.text).toBe(201);
        const other = await newField(`${name} other`, 'dropdown', { data_set });
        targets = {
          options: await optionIds(made),
          foreignOption: (await optionIds(other))[0] ?? '',
          accounts,
          deletedAccount,
          currencies: { base: space.ids.baseCurrencyId, foreign: space.ids.foreignCurrencyId },
        };
      });

      const optionIds = async (field: Answer): Promise<string[]> => {
        const { id } = field.body.data as TestRecord;
        const { data_set: options } = await space.get('Fields', id, { expand: 'data_set' });
        return (options as readonly TestRecord[]).map((option) => option.id);
      };

      /** @param wanted members, those of rows dotted */
      const expectShown = async (id: string, wanted: Json) => {
        const plain = await space.get(owner.collection, id);
        for (const [member, value] of Object.entries(wanted)) {
          const [rows = '', inside] = member.split('.');
          if (inside === undefined) expect(plain).toMatchObject({ [member]: value });
          else {
            const expanded = await space.get(owner.collection, id, { expand: rows });
            const found = (expanded[rows] as readonly Json[]).map((row) => row[inside]);
            expect(found.sort()).toEqual([...(value as readonly string[])].sort());
          }
        }
      };

      it('takes what bodies may say, on create and on update', async () => {
        const changed = await create({});
        expect(changed).toMatchObject({ [property.member]: property.none });
        for (const [body, wanted] of property.bodies(targets)) {
          await expectShown((await create(body)).id, wanted);
          await space.update(owner.collection, changed.id, body);
          await expectShown(changed.id, wanted);
        }
      });

      it('is cleared by null, and kept where a body says nothing', async () => {
        for (const [body, wanted] of property.bodies(targets)) {
          const { id } = await create(body);
          await space.update(owner.collection, id, { share_mode: 1 });
          await expectShown(id, wanted);
          const cleared = await space.update(owner.collection, id, { [property.member]: null });
          expect(cleared).toMatchObject({ [property.member]: property.none });
        }
      });

      it('rejects a wrong value and keeps the record as it was', async () => {
        const [[body]] = property.bodies(targets) as [readonly [Json, Json]];
        const record = await create(body);
        for (const [wrong, problem] of property.wrong(targets)) {
          const sent = { [property.member]: wrong };
          for (const answer of [await post(sent), await patch(record.id, { ...sent, share_mode: 1 })]) {
            expect(answer.status, `${JSON.stringify(wrong)}: ${answer.text}`).toBe(422);
            expect(answer.body.message, JSON.stringify(wrong)).toMatch(problem);
            expect(answer.body.message).toContain(name);
          }
        }
        expect(await space.get(owner.collection, record.id)).toEqual(record);
      });

      it('cannot be unique', async () => {
        const { status, body } = await newField('Wrong', property.type, {
          ...property.settings,
          name: 'Wrong',
          is_unique: true,
        });
        expect(status).toBe(422);
        expect(body.message).toContain(`[is_unique] is not for fields of type ${property.type}`);
      });

      it(property.default ? 'has its default where a body says nothing' : 'has no default', async () => {
        if (!property.default) {
          const { status, body } = await newField('Wrong', property.type, {
            ...property.settings,
            name: 'Wrong',
            default_value: '1',
          });
          expect(status).toBe(422);
          expect(body.message).toContain(`[default_value] is not for fields of type ${property.type}`);
          return;
        }
        const [default_value, wanted] = property.default(targets);
        const { data } = await space.list('Fields', {
          'filter[entity_name]': owner.entityType,
          'filter[api_name]': `cf_${name}`,
        });
        const id = data[0]?.id ?? '';
        await space.update('Fields', id, { default_value });
        await expectShown((await create({})).id, wanted);
        const rejected = await space.send('PATCH', `Fields/${id}`, { body: { default_value: property.wrongDefault } });
        expect(rejected.status).toBe(422);
        expect(rejected.body.message).toContain('[default_value] ');
        await space.update('Fields', id, { default_value: null });
        expect(await create({})).toMatchObject({ [property.member]: property.none });
      });
    });
  });
});
