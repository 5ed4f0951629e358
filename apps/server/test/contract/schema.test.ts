/** The GraphQL type system of a space: that of the service with what the space has defined, and an engine that knows it. */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { typeDefs } from '@headwater/graphql-types/sdl';
import {
  buildSchema,
  extendSchema,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  lexicographicSortSchema,
  parse,
  printSchema,
  validateSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { addedParts } from '../../src/api/contract/added-parts.js';
import { extensionSdl, SdlText, spaceBlocks } from '../../src/api/contract/space-schemas.js';
import { buildSchemaIndex, extendSchemaIndex } from '../../src/api/graphql/schema/schema-index.js';
import { undescribed } from '../spec/undescribed.js';
import { ownCatalog } from './own-catalog.js';

const own = ownCatalog();
const base = await buildSchemaIndex(buildCatalog(entityTypes));
const { schema } = await extendSchemaIndex(base, own);
const blocks = spaceBlocks(own, addedParts(own));
const text = new SdlText(typeDefs).with(blocks);

function members(name: string): Readonly<Record<string, string>> {
  const type = schema.getType(name) as GraphQLObjectType | GraphQLInputObjectType;
  return Object.fromEntries(Object.entries(type.getFields()).map(([field, { type: of }]) => [field, String(of)]));
}

describe('the type system of a space', () => {
  it('is valid', () => {
    expect(validateSchema(buildSchema(text))).toEqual([]);
  });

  it('says as text what operations are validated against', () => {
    const extended = extendSchema(buildSchema(typeDefs), parse(extensionSdl(blocks)));
    const print = (from: GraphQLSchema) => printSchema(lexicographicSortSchema(from));
    expect(print(buildSchema(text))).toBe(print(extended));
  });

  it('says of everything what it is, to who reads it and to who introspects it', () => {
    expect(undescribed(buildSchema(text))).toEqual([]);
    expect(undescribed(schema)).toEqual([]);
  });

  it('keeps all that the service has', () => {
    const lines = new Set(text.split('\n'));
    expect(typeDefs.split('\n').filter((line) => !lines.has(line))).toEqual([]);
  });

  it('shows custom fields under their api names', () => {
    expect(members('Contact')).toMatchObject({
      firstName: 'String',
      cf_code: 'String',
      cf_2nd_line: 'String',
      cf_seats: 'Int',
      cf_weight: 'Float',
      cf_price: 'Decimal',
      cf_is_fast: 'Boolean',
      cf_born: 'Date',
      cf_seen_at: 'DateTime',
      cf_total: 'Float',
      cf_fee: 'Money',
      cf_colour_id: 'UUID',
      cf_colour: 'Data',
      cf_car: 'Vehicle',
      cf_marks: 'Contact_cf_marksConnection!',
    });
    expect(schema.getType('Contact')).toHaveProperty('description', base.schema.getType('Contact')?.description);
    expect((schema.getType('Contact') as GraphQLObjectType).getFields().cf_code?.description).toBe(
      'What people call cf_code. Of two values, letter case and blanks count; an empty text is no value.',
    );
  });

  it('filters and orders by them', () => {
    expect(members('ContactFilter')).toMatchObject({
      cf_code: 'StringCondition',
      cf_fee: 'MoneyFilter',
      cf_colour_id: 'UUIDCondition',
      cf_colour: 'DataFilter',
      cf_car: 'VehicleFilter',
      cf_marks: 'Contact_cf_marksFilter',
    });
    const orders = (schema.getType('ContactOrderField') as GraphQLEnumType).getValues().map(({ name }) => name);
    expect(orders).toEqual(expect.arrayContaining(['FIRST_NAME', 'CF_CODE', 'CF_2ND_LINE', 'CF_FEE', 'CF_COLOUR_ID']));
    expect(orders).not.toContain('CF_MARKS');
  });

  it('writes those that can be written', () => {
    for (const name of ['ContactCreateInput', 'ContactUpdateInput']) {
      expect(members(name)).toMatchObject({
        cf_code: 'String',
        cf_fee: 'MoneyInput',
        cf_colour_id: 'UUID',
        cf_marks: '[Contact_cf_marksRowInput!]',
      });
      expect(members(name)).not.toHaveProperty('cf_number');
      expect(members(name)).not.toHaveProperty('cf_total');
      expect(members(name)).not.toHaveProperty('cf_colour');
    }
    expect(members('OpptyProductRelationRowInput')).toHaveProperty('cf_discount', 'Float');
  });

  it('has the entity types of the space, read and written like others', () => {
    expect(members('Query')).toMatchObject({
      vehicles: 'VehicleConnection!',
      vehicle: 'Vehicle',
      vehicleType: 'VehicleType',
    });
    expect(members('Mutation')).toMatchObject({
      createVehicle: 'Vehicle!',
      updateVehicle: 'Vehicle!',
      deleteVehicle: 'UUID!',
    });
    expect(members('Mutation')).not.toHaveProperty('createVehicleType');
    expect(members('Vehicle')).toMatchObject({
      name: 'String!',
      type: 'VehicleType',
      cf_plate: 'String',
      cf_driver: 'Contact',
    });
  });

  it('leaves that of the service as it is', () => {
    expect(printSchema(base.schema)).not.toMatch(/^ +cf_/m);
  });
});

it('no member of the service is named like a custom field', () => {
  const named = entityTypes.flatMap(({ fields }) => fields.filter(({ name }) => name.startsWith('cf_')));
  expect(named).toEqual([]);
});
