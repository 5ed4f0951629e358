/** The contracts of a space over HTTP: they follow what the space defines, at once. */
import { createHash } from 'node:crypto';
import type { OpenApiDocument } from '@headwater/openapi-types';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { lintDocument } from './lint-document.js';

const options = [
  { option_name: 'Red', calc_value: '1' },
  { option_name: 'Blue', calc_value: '2' },
];

/** What a field of each type needs besides its name. */
const types: Readonly<Record<string, object>> = {
  input: { is_unique: true },
  text_area: {},
  integer: {},
  float: {},
  currency: {},
  checkbox: {},
  date: {},
  datetime: {},
  url: {},
  email: {},
  phone: {},
  dropdown: { data_set: options },
  radio: { data_set: options },
  multiselect_checkbox: { data_set: options },
  sequence: { sequence_pattern: 'N-{00001}' },
  lookup: { lookup: { entity_name: 'Vehicle', many: false } },
};

/** The default of a field of each type that takes one, and what a body would say instead. */
const defaults: Readonly<Record<string, readonly [text: string, value: unknown]>> = {
  input: ['B', 'B'],
  text_area: ['Two\nlines', 'Two\nlines'],
  integer: ['4', 4],
  float: ['2.50', 2.5],
  currency: ['0.30', 0.3],
  currency_foreign: ['5', { base_value: 5 }],
  checkbox: ['1', true],
  date: ['2026-03-09', '2026-03-09'],
  datetime: ['2026-03-09 14:05', '2026-03-09T14:05:00.000000'],
  url: ['https://example.com', 'https://example.com'],
  email: ['ann@example.com', 'ann@example.com'],
  phone: ['+1 555 0100', '+1 555 0100'],
};

interface OwnSchema {
  readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
  readonly examples: readonly Readonly<Record<string, unknown>>[];
}

interface Fetched {
  readonly status: number;
  readonly tag: string;
  readonly text: string;
}

async function fetchContract(space: TestSpace, path: string, known = ''): Promise<Fetched> {
  const answer = await fetch(`${space.origin}/api/v100/${path}`, {
    headers: { authorization: space.authorization, 'if-none-match': known, 'accept-encoding': 'identity' },
  });
  return { status: answer.status, tag: answer.headers.get('etag') ?? '', text: await answer.text() };
}

const document = ({ id }: TestSpace) => `rest/spaces/${id}/openapi.json`;
const schema = ({ id }: TestSpace) => `graphql/spaces/${id}/schema.graphql`;

onOneDatabase((running) => {
  describe('the contracts of a space', () => {
    let space: TestSpace;
    let before: readonly [Fetched, Fetched];

    const both = async (of = space): Promise<readonly [Fetched, Fetched]> => [
      await fetchContract(of, document(of)),
      await fetchContract(of, schema(of)),
    ];

    beforeAll(async () => {
      space = await running.server.newSpace('fleet');
      before = await both();
      // The document does not speak of itself.
      running.server.expectUndeclared(/^GET \/openapi\.json /);
    });

    it('are those of the service until the space defines something', async () => {
      expect(JSON.parse(before[0].text).paths).not.toHaveProperty('/entities/Vehicle');
      const shared = await fetch(`${space.origin}/graphql/schema.graphql`);
      expect(before[1].text).toBe(await shared.text());
    });

    it('know what it defines with the next request, under another tag', async () => {
      await space.create('Entities', { name_singular: 'Vehicle', name_plural: 'Vehicles' });
      const after = await both();
      expect(Object.keys(JSON.parse(after[0].text).paths)).toEqual(
        expect.arrayContaining(['/entities/Vehicle', '/entities/Vehicle/{id}', '/entities/VehicleType']),
      );
      expect(after[1].text).toContain('\ntype Vehicle implements Node {\n');
      for (const [index, { tag, text }] of after.entries()) {
        expect(tag).not.toBe(before[index]?.tag);
        expect(text).not.toBe(before[index]?.text);
        const path = index === 0 ? document(space) : schema(space);
        expect(await fetchContract(space, path, before[index]?.tag)).toMatchObject({ status: 200, tag });
        expect(await fetchContract(space, path, tag)).toMatchObject({ status: 304, text: '' });
      }
    });

    it('describe records as they are answered, fields of every type among their members', async () => {
      const sets = new Map<string, unknown>();
      for (const [type_id, more] of Object.entries(types)) {
        const body = { entity_name: 'Contact', name: `Own ${type_id}`, type_id, ...more };
        sets.set(type_id, (await space.create('Fields', body)).data_set_id);
      }
      await space.create('Fields', { entity_name: 'Contact', name: 'Own money', type_id: 'currency_foreign' });
      const optionOf = async (type: string) =>
        (await space.list('Data', { 'filter[data_set_id]': String(sets.get(type)) })).data[0]?.id;
      const { text } = await fetchContract(space, document(space));
      const { components } = JSON.parse(text) as { components: { schemas: Record<string, { properties: object }> } };
      const unset = await space.create('Contacts', { owner_id: space.ids.ownerId, last_name: 'Okafor' });
      const set = await space.create('Contacts', {
        owner_id: space.ids.ownerId,
        last_name: 'Byrd',
        cf_own_input: 'B',
        cf_own_integer: 7,
        cf_own_money: { base_value: 12.5 },
        cf_own_checkbox: true,
        cf_own_datetime: '2026-03-09T14:05:31',
        cf_own_dropdown_id: await optionOf('dropdown'),
        cf_own_multiselect_checkbox: [{ data_id: await optionOf('multiselect_checkbox') }],
      });
      const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ $id: 'space', components });
      for (const record of [unset, set]) {
        const isDeclared = ajv.validate({ $ref: 'space#/components/schemas/Contact' }, record);
        expect(isDeclared, ajv.errorsText()).toBe(true);
        const declared = Object.keys(components.schemas.Contact?.properties ?? {});
        expect(Object.keys(record).sort()).toEqual(declared.sort());
      }
    });

    it('write the defaults of fields of every type as bodies do', async () => {
      const other = await running.server.newSpace('usual');
      for (const [type_id, [default_value]] of Object.entries(defaults)) {
        await other.create('Fields', { entity_name: 'Contact', name: `Own ${type_id}`, type_id, default_value });
      }
      for (const type_id of ['dropdown', 'radio']) {
        const body = {
          entity_name: 'Contact',
          name: `Own ${type_id}`,
          type_id,
          data_set: options,
          default_value: 'Red',
        };
        await other.create('Fields', body);
      }
      const text = (await fetchContract(other, document(other))).text;
      const own = JSON.parse(text) as OpenApiDocument;
      expect(await lintDocument(own)).toBe('');
      const { ContactCreate, Contact } = own.components.schemas as Readonly<Record<string, OwnSchema>>;
      const { id } = await other.create('Contacts', { owner_id: other.ids.ownerId, last_name: 'Byrd' });
      const made = await other.get('Contacts', String(id));
      for (const [type_id, [, value]] of Object.entries(defaults)) {
        const member = `cf_own_${type_id}`;
        expect(ContactCreate?.properties[member]?.default, member).toEqual(value);
        if (type_id !== 'currency_foreign') expect(made[member], member).toEqual(value);
        expect(Contact?.examples[0]?.[member], member).toEqual(
          type_id === 'currency_foreign' ? { ...(made[member] as object), currency_id: expect.any(String) } : value,
        );
      }
      for (const type_id of ['dropdown', 'radio']) {
        const member = `cf_own_${type_id}_id`;
        expect(ContactCreate?.properties[member]?.default, member).toBe(made[member]);
      }
    });

    it('are not those of other spaces', async () => {
      const other = await running.server.newSpace('harbour');
      const [theirs, ours] = [await both(other), await both()];
      expect(theirs[0].text).not.toContain('"/entities/Vehicle"');
      expect(theirs[1].tag).toBe(before[1].tag);
      expect(new Set([...theirs, ...ours].map(({ text }) => createHash('sha1').update(text).digest('hex'))).size).toBe(
        4,
      );
    });

    it('are what its GraphQL operations go by', async () => {
      const operate = async (of: TestSpace, query: string) => {
        const answer = await fetch(`${of.origin}/api/v100/graphql/spaces/${of.id}`, {
          method: 'POST',
          headers: { authorization: of.authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ query }),
        });
        return (await answer.json()) as {
          readonly data?: unknown;
          readonly errors?: readonly { readonly message: string }[];
        };
      };
      const types = await space.send('GET', 'VehicleType');
      const { id: typeId } = types.body.data as { readonly id: string };
      const { ownerId } = space.ids;
      const input = `{ name: "Van 7", ownerId: "${ownerId}", typeId: "${typeId}" }`;
      const create = `mutation { createVehicle(input: ${input}) { name type { name } owner { id } } }`;
      expect(await operate(space, create)).toEqual({
        data: { createVehicle: { name: 'Van 7', type: { name: 'Vehicle' }, owner: { id: ownerId } } },
      });
      const list =
        '{ vehicles(filter: { name: { starts: "Van" } }, orderBy: [{ field: NAME }]) { nodes { name } totalCount } }';
      expect(await operate(space, list)).toEqual({ data: { vehicles: { nodes: [{ name: 'Van 7' }], totalCount: 1 } } });
      const contacts = `{
        contacts(filter: { cf_own_integer: { gt: 5 } }, orderBy: [{ field: CF_OWN_INTEGER, direction: DESC }]) {
          nodes { lastName cf_own_integer cf_own_money { baseValue } cf_own_dropdown { optionName } cf_own_lookup { name } }
        }
      }`;
      expect(await operate(space, contacts)).toEqual({
        data: {
          contacts: {
            nodes: [
              {
                lastName: 'Byrd',
                cf_own_integer: 7,
                cf_own_money: { baseValue: 12.5 },
                cf_own_dropdown: { optionName: 'Red' },
                cf_own_lookup: null,
              },
            ],
          },
        },
      });
      const { errors } = await operate(running.space, list);
      expect(errors?.[0]?.message).toContain('Cannot query field "vehicles"');
    });
  });
});
