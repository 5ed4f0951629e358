/**
 * `generate`: fetches what a space says of itself, and writes or compares the files made of it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CheckedSettings } from '../client-settings.js';
import { createClient } from '../create-client.js';
import { unwrap } from '../unwrap.js';
import { type Command, CommandError, exitCodes, UsageError } from './command.js';
import { connectionOptions, readConnection } from './connection.js';
import { fetchDocument } from './space-document.js';
import { type SpaceDocument, spaceTypes } from './space-types.js';

export const generate: Command = {
  name: 'generate',
  operands: [],
  summary: 'Write TypeScript types and the GraphQL schema of a space.',
  description: `Writes what a space has, its own fields and entity types among it: its entity types for createClient<Space>(); its paths for
createClient<Space & paths>(), if you call operations by path; and the GraphQL schema, from which graphql-codegen makes typed
documents for client.graphql(). At least one of the files must be named. With --check the exit code is 1 when a file is missing or out of date.`,
  options: {
    out: { type: 'string', value: '<file>', help: 'The module of entity types to write, such as src/space.ts.' },
    paths: {
      type: 'string',
      value: '<file>',
      help: 'The module of paths to write, such as src/paths.ts. openapi-typescript makes it.',
    },
    schema: { type: 'string', value: '<file>', help: 'The schema to write, such as schema.graphql.' },
    check: { type: 'boolean', help: 'Write nothing; compare.' },
    ...connectionOptions,
  },
  examples: [
    'headwater-client generate --out src/space.ts',
    'headwater-client generate --schema schema.graphql --base-url https://crm.example.com --space fleet',
    'headwater-client generate --out src/space.ts --check',
  ],
  async run(given, { out, error, env }) {
    const names = { module: given.text('out'), paths: given.text('paths'), schema: given.text('schema') };
    if (!names.module && !names.paths && !names.schema) {
      throw new UsageError('--out, --paths or --schema must be given.');
    }
    const files = await wantedFiles(await readConnection(given, env), names);
    return writeFiles(files, given.flag('check'), out, error);
  },
};

interface FileNames {
  readonly module: string | undefined;
  readonly paths: string | undefined;
  readonly schema: string | undefined;
}

interface WantedFile {
  readonly path: string;
  /** What it holds, in words. */
  readonly content: string;
  /** Making types takes seconds. */
  makeText(): Promise<string> | string;
}

/** Everything is fetched before anything is written, so that the files belong together. */
async function wantedFiles(settings: CheckedSettings, { module, paths, schema }: FileNames): Promise<WantedFile[]> {
  const files: WantedFile[] = [];
  const ofSpace = `of the space ${settings.space}`;
  if (module || paths) {
    const document = (await fetchDocument(createClient(settings))) as SpaceDocument;
    if (module) files.push({ path: module, content: `entity types ${ofSpace}`, makeText: () => spaceModule(document) });
    if (paths) files.push({ path: paths, content: `paths ${ofSpace}`, makeText: () => pathsModule(document) });
  }
  if (schema) {
    const text = await fetchSchema(settings);
    files.push({ path: schema, content: `GraphQL schema of the space ${settings.space}`, makeText: () => text });
  }
  return files;
}

async function writeFiles(
  files: readonly WantedFile[],
  check: boolean,
  out: (text: string) => void | Promise<void>,
  error: (text: string) => void,
): Promise<number> {
  let isOutOfDate = false;
  for (const { path, content, makeText } of files) {
    const known = await readIfThere(path);
    const text = known === undefined && check ? undefined : await makeText();
    if (text !== undefined && known === text) await out(`${path} is up to date.\n`);
    else if (text === undefined || check) {
      isOutOfDate = true;
      const state = known === undefined ? 'is not there' : 'is out of date: the space has changed';
      error(`${path} ${state}. Run the command without --check to write it.\n`);
    } else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      await out(`${path} written: the ${content}.\n`);
    }
  }
  return isOutOfDate ? exitCodes.failed : exitCodes.done;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

// The GraphQL schema of a space, as the space describes itself.

/** The address that no document knows. */
interface ContractPaths {
  '/schema.graphql': {
    get: { parameters: Record<never, never>; responses: { 200: { content: { 'application/graphql': string } } } };
  };
}

/**
 * @returns the schema in the schema language of GraphQL
 * @throws ApiError, NetworkError, TimeoutError as every call of a client
 * @throws CommandError the answer is something else
 */
async function fetchSchema(settings: CheckedSettings): Promise<string> {
  const client = createClient<ContractPaths>(settings);
  const { baseUrl, space } = settings;
  const graphqlUrl = `${baseUrl}/api/v100/graphql/spaces/${encodeURIComponent(space)}`;
  const schema = await unwrap(client.GET('/schema.graphql', { baseUrl: graphqlUrl, parseAs: 'text' }));
  if (!/^type Query\b/m.test(schema)) throw new CommandError(`${graphqlUrl} did not answer with a GraphQL schema`);
  return schema.endsWith('\n') ? schema : `${schema}\n`;
}

// The TypeScript modules of a space's types. They know no server and no file.

const header = `/**
 * The types of a space, made from its own OpenAPI document by headwater-client generate.
 * Do not edit: run the command again.
 */
`;

/** @returns the module of entity types: the same text for the same document */
export function spaceModule(document: SpaceDocument): string {
  return `${header}\n${spaceTypes(document, '@headwater/client/field-types', 'Space')}`;
}

/** openapi-typescript is not installed. */
class MissingGeneratorError extends CommandError {
  override name = 'MissingGeneratorError';

  constructor() {
    super('openapi-typescript makes the paths: npm install --save-dev openapi-typescript typescript');
  }
}

/**
 * @param document valid OpenAPI 3; stays as it is
 * @returns the module: the same text for the same document
 * @throws MissingGeneratorError
 */
export async function pathsModule(document: object): Promise<string> {
  const { default: openapiTS, astToString } = await loadGenerator();
  const nodes = await openapiTS(structuredClone(document) as never, {
    // A member with a default may still be left out of a body.
    defaultNonNullable: false,
    transform: withoutAlternatives,
  });
  return `${header}\n${astToString(nodes)}`;
}

async function loadGenerator(): Promise<typeof import('openapi-typescript')> {
  try {
    return await import('openapi-typescript');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new MissingGeneratorError();
    }
    throw error;
  }
}

/**
 * "At least one of these members" has no type of its own: openapi-typescript makes it `unknown`, and with it the whole body.
 * The types leave it to the server.
 */
function withoutAlternatives(schema: { anyOf?: readonly object[] }): undefined {
  const onlyRequires = (part: object) => Object.keys(part).join() === 'required';
  if (schema.anyOf?.every(onlyRequires)) delete schema.anyOf;
  return undefined;
}
