/**
 * The spec's schema, and an index of what its names mean in the catalog. Knows no request and no database.
 */
import type { Catalog } from '@headwater/catalog';
import { typeDefs } from '@headwater/graphql-types/sdl';
import { type GraphQLObjectType, type GraphQLSchema, isObjectType, type OperationTypeNode } from 'graphql';
import { Yielder } from '../../../records/yielder.js';
import { addedParts } from '../../contract/added-parts.js';
import { extensionSdl, spaceBlocks } from '../../contract/space-schemas.js';
import { specialFields } from '../special-fields.js';
import { buildSchema, extendSchema } from './build-schema.js';
import { indexMembers, type MemberIndex, memberOf } from './member-index.js';
import { indexRootFields, type RootFields } from './root-fields.js';

export interface SchemaIndex {
  readonly schema: GraphQLSchema;
  readonly members: MemberIndex;
  readonly roots: RootFields;
  /** The one that the schema was made from. */
  readonly catalog: Catalog;
}

/**
 * @param catalog the one that the schema was generated from
 * @param yielder lets others go on between the steps
 * @throws Error when the two name different things, which is a fault of the build and shows when the first operation comes
 */
export async function buildSchemaIndex(catalog: Catalog, yielder = new Yielder()): Promise<SchemaIndex> {
  return schemaIndexOf(await buildSchema(typeDefs, yielder), catalog, yielder);
}

/**
 * @param base of the service
 * @param catalog of a space that has defined fields or entity types of its own
 * @throws Error as above
 */
export async function extendSchemaIndex(
  base: SchemaIndex,
  catalog: Catalog,
  yielder = new Yielder(),
): Promise<SchemaIndex> {
  const added = extensionSdl(spaceBlocks(catalog, addedParts(catalog)));
  await yielder.pause();
  return schemaIndexOf(await extendSchema(base.schema, added, yielder), catalog, yielder);
}

/** @param schema of a space, without what a key does not see @param catalog as the key has it */
export function maskedSchemaIndex(schema: GraphQLSchema, catalog: Catalog): SchemaIndex {
  return { schema, members: indexMembers(catalog), roots: indexRootFields(catalog), catalog };
}

async function schemaIndexOf(schema: GraphQLSchema, catalog: Catalog, yielder: Yielder): Promise<SchemaIndex> {
  await yielder.pause();
  const members = indexMembers(catalog);
  await yielder.pause();
  const roots = indexRootFields(catalog);
  await yielder.pause();
  for (const operation of ['query', 'mutation', 'subscription'] as const) {
    const names = [...roots[operation].keys(), ...specialFields[operation].keys()];
    checkRoot(schema.getRootType(operation as OperationTypeNode), names);
  }
  await yielder.each(catalog.entityTypes, ({ name }) => checkRecordType(schema, members, name));
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
