/**
 * Builds schemas in short steps, between which other requests run: at once, some two thousand types would hold the event loop for half a
 * second. What is built is valid, as the generator has checked it; checking it again would take longer than the rest. Knows no catalog.
 */
import {
  type DefinitionNode,
  type DocumentNode,
  GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  Kind,
  parse,
  specifiedDirectives,
} from 'graphql';
// `extendSchema` is this and then the fields of all types at once.
import { extendSchemaImpl } from 'graphql/utilities/extendSchema.js';
import type { Yielder } from '../../../records/yielder.js';
import { scalars } from './scalars.js';

/** Characters that are parsed in one step: some milliseconds. */
const partLength = 32_768;

/** Where a definition with members ends. */
const definitionEnd = '\n}\n';

const roots = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;

type SchemaConfig = ReturnType<GraphQLSchema['toConfig']>;

const nothing: SchemaConfig = {
  ...{ description: undefined, query: undefined, mutation: undefined, subscription: undefined, astNode: undefined },
  ...{ types: [], directives: [], extensions: {}, extensionASTNodes: [], assumeValid: true },
};

/** @param sdl as GraphQL prints schemas; its root types have the names that they have without a word on it */
export async function buildSchema(sdl: string, yielder: Yielder): Promise<GraphQLSchema> {
  const config = extendSchemaImpl(nothing, await parseSdl(sdl, yielder), { assumeValid: true });
  // Without the rest of a scalar: what the SDL says of it stays. Fields read their defaults by it.
  for (const type of config.types) {
    const scalar = isScalarType(type) ? scalars[type.name as keyof typeof scalars] : undefined;
    if (scalar === undefined) continue;
    const { serialize, parseValue, parseLiteral } = scalar;
    Object.assign(type, { serialize, parseValue, parseLiteral });
  }
  const objects = new Map(config.types.filter(isObjectType).map((type) => [type.name, type]));
  return makeSchema(
    {
      ...config,
      query: objects.get(roots.query),
      mutation: objects.get(roots.mutation),
      subscription: objects.get(roots.subscription),
      directives: [...config.directives, ...specifiedDirectives],
    },
    yielder,
  );
}

/** @param sdl definitions, and additions to those of the schema, as `printBlock` prints them */
export async function extendSchema(base: GraphQLSchema, sdl: string, yielder: Yielder): Promise<GraphQLSchema> {
  const document = await parseSdl(sdl, yielder);
  await yielder.pause();
  return makeSchema(extendSchemaImpl(base.toConfig(), document, { assumeValid: true }), yielder);
}

/** The fields of a type are made when somebody asks for them first, which a schema does for all of them. */
async function makeSchema(config: SchemaConfig, yielder: Yielder): Promise<GraphQLSchema> {
  await yielder.each(config.types, (type) => {
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) type.getFields();
  });
  await yielder.pause();
  return new GraphQLSchema(config);
}

/** @returns the definitions, without where each word is, which would take longer than the rest */
async function parseSdl(sdl: string, yielder: Yielder): Promise<DocumentNode> {
  const parts = await yielder.each(partsOf(sdl), (part) => parse(part, { noLocation: true }).definitions);
  return { kind: Kind.DOCUMENT, definitions: parts.flat() satisfies DefinitionNode[] };
}

/** @returns the text in parts of whole definitions */
function partsOf(sdl: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < sdl.length; ) {
    const end = sdl.indexOf(definitionEnd, start + partLength);
    const next = end === -1 ? sdl.length : end + definitionEnd.length;
    const part = sdl.slice(start, next);
    if (part.trim() !== '') parts.push(part);
    start = next;
  }
  return parts;
}
