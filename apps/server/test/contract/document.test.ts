/** The OpenAPI document of a space: that of the service with what the space has defined, and nothing else changed. */
import { buildCatalog, type Catalog, entityTypes } from '@headwater/catalog';
import type { OpenApiDocument } from '@headwater/openapi-types';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { describe, expect, it } from 'vitest';
import { SpaceContracts } from '../../src/api/contract/space-contracts.js';
import { lintDocument } from './lint-document.js';
import { anotherField, ownCatalog } from './own-catalog.js';

interface Schema {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly enum?: readonly string[];
  readonly examples?: readonly Readonly<Record<string, unknown>>[];
}

const server = { url: 'https://crm.fleet.test/api/v100/rest/spaces/fleet', description: 'The space fleet.' };
const system = buildCatalog(entityTypes);
const own = ownCatalog();
const contracts = new SpaceContracts(v100Document, system);

async function documentOf(catalog: Catalog): Promise<OpenApiDocument> {
  return JSON.parse((await contracts.of('fleet', catalog)).render(server));
}

const document = await documentOf(own);
const schemas = document.components.schemas as Readonly<Record<string, Schema>>;
const contact = (suffix = '') => schemas[`Contact${suffix}`] as Schema;
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('the document of a space that has defined nothing', () => {
  it('is that of the service', async () => {
    const contract = await contracts.of('plain', system);
    expect(contract.render(server)).toBe(JSON.stringify({ ...v100Document, servers: [server] }));
  });
});

describe('the document of a space', () => {
  it('is valid by the rules of our own documents', async () => {
    expect(await lintDocument(document)).toBe('');
  });

  it('changes nothing but what the space has defined', () => {
    const changed = ['Contact', 'ContactCreate', 'ContactUpdate', 'ContactKey'];
    const line = ['OpptyProductRelation', 'OpptyProductRelationCreate', 'OpptyProductRelationUpdate'];
    const rowSchemas = Object.keys(v100Document.components.schemas ?? {}).filter((name) =>
      /^(Contact|OpptyProductRelation)Row$/.test(name),
    );
    const kept = (from: OpenApiDocument) => {
      const names = Object.keys(v100Document.components.schemas ?? {});
      const same = names.filter((name) => ![...changed, ...line, ...rowSchemas].includes(name));
      return {
        schemas: same.map((name) => [name, from.components.schemas?.[name]]),
        paths: Object.keys(v100Document.paths).map((path) => from.paths[path]),
        others: { ...from, servers: [], paths: {}, tags: [], components: { ...from.components, schemas: {} } },
      };
    };
    expect(kept(document)).toEqual(kept(v100Document));
    const withoutCustom = (schema: Schema) =>
      Object.fromEntries(Object.entries(schema.properties).filter(([name]) => !name.startsWith('cf_')));
    for (const name of [...changed, ...line].filter((one) => !one.endsWith('Key'))) {
      const before = (v100Document.components.schemas as Readonly<Record<string, Schema>>)[name] as Schema;
      expect(withoutCustom(schemas[name] as Schema), name).toEqual(before.properties);
      expect(
        Object.keys(schemas[name]?.properties ?? {}).some((member) => member.startsWith('cf_')),
        name,
      ).toBe(true);
    }
  });

  it('has the members of every entity type in the order of answers', () => {
    for (const { name } of own.entityTypes) {
      const members = own.members(name).map((member) => member.name);
      expect(Object.keys(schemas[name]?.properties ?? {}), name).toEqual(members);
      expect(schemas[name]?.required, name).toEqual(members);
    }
  });

  it('says of each type of field what answers show', () => {
    const choice = {
      description:
        'What people call cf_colour. Its options are the `Data` records whose `data_set_id` is 018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a20.',
    };
    expect(contact().properties).toMatchObject({
      cf_code: {
        type: ['string', 'null'],
        maxLength: 255,
        description:
          'What people call cf_code. Of two values, letter case and blanks count; an empty text is no value.',
      },
      cf_2nd_line: { type: ['string', 'null'], maxLength: 1_000_000 },
      cf_seats: { type: ['integer', 'null'], format: 'int32' },
      cf_weight: { type: ['number', 'null'], format: 'double' },
      cf_price: { type: ['number', 'null'] },
      cf_is_fast: { type: ['boolean', 'null'] },
      cf_born: { type: ['string', 'null'], format: 'date' },
      cf_seen_at: { oneOf: [ref('DateTime'), { type: 'null' }] },
      cf_home: { type: ['string', 'null'], format: 'uri', maxLength: 500 },
      cf_mail: { type: ['string', 'null'], format: 'email' },
      cf_number: { type: ['string', 'null'], readOnly: true },
      cf_total: { type: ['number', 'null'], readOnly: true },
      cf_fee: { oneOf: [ref('Money'), { type: 'null' }] },
      cf_colour_id: { type: ['string', 'null'], format: 'uuid', ...choice },
      cf_colour: { oneOf: [ref('Link'), ref('Data'), { type: 'null' }], readOnly: true },
      cf_car: { oneOf: [ref('Link'), ref('Vehicle'), { type: 'null' }] },
      cf_marks: { type: 'array', items: { oneOf: [ref('Link'), ref('Contact_cf_marks')] } },
    });
  });

  it('shows the members in the example of a record', () => {
    expect(contact().examples?.[0]).toMatchObject({ first_name: expect.anything(), cf_code: null, cf_marks: [] });
  });

  it('takes in bodies what can be written', () => {
    for (const suffix of ['Create', 'Update']) {
      const { properties } = contact(suffix);
      expect(properties).toMatchObject({
        cf_fee: { oneOf: [ref('MoneyInput'), { type: 'null' }] },
        cf_seen_at: { oneOf: [ref('DateTimeInput'), { type: 'null' }] },
        cf_colour: ref('RelatedRecord'),
        cf_marks: { items: { anyOf: [ref('Contact_cf_marksRow'), ref('RowReference')] } },
      });
      expect(properties).not.toHaveProperty('cf_number');
      expect(properties).not.toHaveProperty('cf_total');
    }
    expect(contact('Create').properties.cf_seats).toHaveProperty('default', 4);
    expect(contact('Update').properties.cf_seats).not.toHaveProperty('default');
    expect(contact('Key').enum).toContain('cf_code');
  });

  it('takes them where the record is written inside another one', () => {
    expect(schemas.OpptyProductRelationRow?.properties.cf_discount).toMatchObject({ type: ['number', 'null'] });
  });

  it('has every operation of an entity type of the space', () => {
    const operations = (collection: string) =>
      Object.entries(document.paths).flatMap(([path, item]) =>
        path === `/entities/${collection}` || path.startsWith(`/entities/${collection}/`)
          ? Object.keys(item).map((method) => `${method} ${path.slice('/entities/'.length)}`)
          : [],
      );
    const renamed = operations('CustomEntities').map((operation) => operation.replace('CustomEntities', 'Vehicle'));
    expect(operations('Vehicle')).toEqual(renamed);
    expect(operations('Contact_cf_marks')).toEqual(['get Contact_cf_marks', 'get Contact_cf_marks/{id}']);
    expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(['Vehicle', 'VehicleType']));
  });

  it('gives the default type without an id, any other by its id', () => {
    const answered = (path: string) => JSON.stringify(document.paths[path]?.get);
    const wanted = '"data":{"$ref":"#/components/schemas/VehicleType"}';
    expect(answered('/entities/VehicleType')).toContain(wanted);
    expect(answered('/entities/VehicleType')).not.toContain('parameters/Id');
    expect(answered('/entities/VehicleType/{id}')).toContain(wanted);
    expect(answered('/entities/VehicleType/{id}')).toContain('parameters/Id');
  });
});

describe('the tag of the document', () => {
  const tagOf = async (catalog: Catalog, space = 'fleet') => (await contracts.of(space, catalog)).tagOf(server);

  it('stays while the space has the same fields and entity types', async () => {
    expect(await tagOf(own)).toBe(await tagOf(own));
    expect(await tagOf(own)).toBe((await new SpaceContracts(v100Document, system).of('fleet', own)).tagOf(server));
  });

  it('changes with them', async () => {
    expect(await tagOf(ownCatalog([anotherField()]))).not.toBe(await tagOf(own));
    expect(await tagOf(own)).not.toBe(await tagOf(system));
  });

  it('is never that of another space', async () => {
    expect([await tagOf(own, 'a'), await tagOf(system, 'b'), await tagOf(own, 'a')]).toEqual([
      await tagOf(own),
      await tagOf(system),
      await tagOf(own),
    ]);
  });
});
