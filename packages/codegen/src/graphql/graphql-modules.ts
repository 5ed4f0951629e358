/** The TypeScript modules made from the GraphQL type system: the SDL as a text and the types of its resolvers. */
import { generate } from '@graphql-codegen/cli';
import { buildSchema, type GraphQLObjectType } from 'graphql';
import { generatedHeader } from '../generated-header.js';
import type { Spec } from '../spec/load-spec.js';
import { graphqlSdl } from './graphql-sdl.js';

const header = generatedHeader('spec/graphql and spec/openapi/entities');

/** What each scalar is in TypeScript, as arguments and as results. An amount comes in as text, which keeps all its digits. */
const scalars = {
  UUID: 'string',
  Date: 'string',
  DateTime: 'string',
  Decimal: { input: 'string', output: 'number' },
  JSON: 'unknown',
};

/** @returns texts by file name */
export async function graphqlModules(spec: Spec): Promise<Record<string, string>> {
  const sdl = graphqlSdl(spec);
  return {
    'sdl.ts': `${header}\n\nexport const typeDefs: string = ${JSON.stringify(sdl)};\n`,
    'names.ts': namesModule(sdl),
    'resolvers.ts': `${header}\n\n${await resolverTypes(sdl)}`,
  };
}

/** What a program looks up in the type system at its start: the text is long, and loaded by those only who show or run it. */
function namesModule(sdl: string): string {
  const schema = buildSchema(sdl, { noLocation: true });
  const typeNames = Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith('__'));
  const fieldsOf = (type: GraphQLObjectType | null | undefined) => Object.keys(type?.getFields() ?? {});
  const constants = {
    typeNames,
    queryNames: fieldsOf(schema.getQueryType()),
    mutationNames: fieldsOf(schema.getMutationType()),
  };
  const lines = Object.entries(constants).map(
    ([name, value]) => `export const ${name}: readonly string[] = ${JSON.stringify(value, null, 2)};`,
  );
  return `${[header, ...lines].join('\n\n')}\n`;
}

async function resolverTypes(sdl: string): Promise<string> {
  const plugins = ['typescript', 'typescript-resolvers'];
  const config = { scalars, strictScalars: true, enumsAsTypes: true, useTypeImports: true, immutableTypes: true };
  const files: { content: string }[] = await generate(
    {
      schema: sdl,
      silent: true,
      // Plugins are dependencies of this package, not of the folder the command runs in.
      pluginLoader: (name: string) => import(name),
      generates: { 'resolvers.ts': { plugins, config } },
    },
    false,
  );
  return files.map((file) => file.content).join('\n');
}
