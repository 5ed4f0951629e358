/**
 * The spec's schema, and an index of what its names mean in the catalog. Knows no request and no database.
 */
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { Catalog } from '@headwater/catalog';
import { typeDefs } from '@headwater/graphql-types/sdl';
import {
  type DocumentNode,
  extendSchema,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  type OperationTypeNode,
  parse,
} from 'graphql';
import { addedParts } from '../../contract/added-parts.js';
import { extensionSdl, spaceBlocks } from '../../contract/space-schemas.js';
import { specialFields } from '../special-fields.js';
import { indexMembers, type MemberIndex, memberOf } from './member-index.js';
import { indexRootFields, type RootFields } from './root-fields.js';
import { scalars } from './scalars.js';

export interface SchemaIndex {
  readonly schema: GraphQLSchema;
  readonly members: MemberIndex;
  readonly roots: RootFields;
  /** The one that the schema was made from. */
  readonly catalog: Catalog;
}

/** Without the rest of a scalar: what the SDL says of it stays. */
const scalarConfigs = Object.fromEntries(
  Object.values(scalars).map(({ name, serialize, parseValue, parseLiteral }) => [
    name,
    { serialize, parseValue, parseLiteral },
  ]),
);

/** @returns the definitions of the spec, without where each word is, which would take longer than the rest */
export function parseTypeDefs(): DocumentNode {
  return parse(typeDefs, { noLocation: true });
}

/**
 * @param catalog the one that the schema was generated from
 * @throws Error when the two name different things, which is a fault of the build and shows when the first operation comes
 */
export function buildSchemaIndex(catalog: Catalog, definitions = parseTypeDefs()): SchemaIndex {
  // The generator has checked its SDL; checking all of it again would take longer than the rest.
  const schema = makeExecutableSchema({
    typeDefs: definitions,
    resolvers: scalarConfigs,
    updateResolversInPlace: true,
    assumeValidSDL: true,
    assumeValid: true,
  });
  return schemaIndexOf(schema, catalog);
}

/**
 * @param base of the service
 * @param catalog of a space that has defined fields or entity types of its own
 * @throws Error as above
 */
export function extendSchemaIndex(base: SchemaIndex, catalog: Catalog): SchemaIndex {
  const document = parse(extensionSdl(spaceBlocks(catalog, addedParts(catalog))), { noLocation: true });
  // The generator's SDL is valid; checking all of it again would take longer than extending it.
  return schemaIndexOf(extendSchema(base.schema, document, { assumeValid: true }), catalog);
}

function schemaIndexOf(schema: GraphQLSchema, catalog: Catalog): SchemaIndex {
  const members = indexMembers(catalog);
  const roots = indexRootFields(catalog);
  for (const operation of ['query', 'mutation', 'subscription'] as const) {
    const names = [...roots[operation].keys(), ...specialFields[operation].keys()];
    checkRoot(schema.getRootType(operation as OperationTypeNode), names);
  }
  for (const { name } of catalog.entityTypes) checkRecordType(schema, members, name);
  return { schema, members, roots, catalog };
}

/** @param names of the fields that somebody answers: those of the type, neither more nor fewer */
function checkRoot(type: GraphQLObjectType | null | undefined, names: readonly string[]): void {
  const fields = type?.getFields() ?? {};
  const missing = names.find((name) => fields[name] === undefined);
  if (missing !== undefined) throw new Error(`The schema has no root field "${missing}"`);
  const answered = new Set(names);
  const idle = Object.keys(fields).find((name) => !answered.has(name));
  if (idle !== undefined) throw new Error(`Nothing answers the root field "${idle}"`);
}

function checkRecordType(schema: GraphQLSchema, members: MemberIndex, name: string): void {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`The schema has no record type "${name}"`);
  for (const field of Object.keys(type.getFields())) memberOf(members, name, field);
}
