/**
 * Runs `headwater-client`: fetches what a space says of itself, and writes or compares the files made of it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { CheckedSettings } from '../client-settings.js';
import { createClient } from '../create-client.js';
import { AuthenticationError } from '../errors/api-errors.js';
import { HeadwaterError } from '../errors/headwater-error.js';
import { unwrap } from '../unwrap.js';
import { type SpaceDocument, spaceTypes } from '../writer/space-types.js';
import { type Environment, type GenerateCommand, help, parseCommandLine, UsageError } from './command-line.js';

export interface Surroundings {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly env: Environment;
}

const exitCodes = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** @returns the exit code; unexpected failures are thrown */
export async function runCommand(args: readonly string[], { out, error, env }: Surroundings): Promise<number> {
  try {
    const command = parseCommandLine(args, env);
    if (command === undefined) {
      out(help);
      return exitCodes.done;
    }
    return await generate(command, out, error);
  } catch (problem) {
    if (problem instanceof UsageError) {
      error(`${problem.message}\nheadwater-client --help explains the options.\n`);
      return exitCodes.wrongUsage;
    }
    const message = explained(problem);
    if (message === undefined) throw problem;
    error(`${message}\n`);
    return exitCodes.failed;
  }
}

interface WantedFile {
  readonly path: string;
  /** What it holds, in words. */
  readonly content: string;
  /** Making types takes seconds. */
  makeText(): Promise<string> | string;
}

async function generate(
  { settings, out: module, paths, schema, check }: GenerateCommand,
  out: Surroundings['out'],
  error: Surroundings['error'],
): Promise<number> {
  // Everything is fetched before anything is written, so that the files belong together.
  const files: WantedFile[] = [];
  if (module || paths) {
    const document = await fetchDocument(settings);
    if (module) files.push({ path: module, content: 'entity types', makeText: () => spaceModule(document) });
    if (paths) files.push({ path: paths, content: 'paths', makeText: () => pathsModule(document) });
  }
  if (schema) {
    const text = await fetchSchema(settings);
    files.push({ path: schema, content: 'GraphQL schema', makeText: () => text });
  }
  let isOutOfDate = false;
  for (const { path, content, makeText } of files) {
    const known = await readIfThere(path);
    const text = known === undefined && check ? undefined : await makeText();
    if (text !== undefined && known === text) out(`${path} is up to date.\n`);
    else if (text === undefined || check) {
      isOutOfDate = true;
      const state = known === undefined ? 'is not there' : 'is out of date: the space has changed';
      error(`${path} ${state}. Run the command without --check to write it.\n`);
    } else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      out(`${path} written: the ${content} of the space ${settings.space}.\n`);
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

/** What a person can do something about; undefined for all else. */
function explained(problem: unknown): string | undefined {
  if (problem instanceof AuthenticationError) return `${problem.message}\nCheck --space, --token and --password.`;
  if (problem instanceof HeadwaterError || problem instanceof NoDocumentError) return problem.message;
  if (problem instanceof MissingGeneratorError) return problem.message;
  // Of the file: no permission, a folder in its place.
  return problem instanceof Error && 'syscall' in problem ? problem.message : undefined;
}

// The OpenAPI document and the GraphQL schema of a space, as the space describes itself.

/** The addresses that no document knows. */
interface ContractPaths {
  '/openapi.json': {
    get: { parameters: Record<never, never>; responses: { 200: { content: { 'application/json': unknown } } } };
  };
  '/schema.graphql': {
    get: { parameters: Record<never, never>; responses: { 200: { content: { 'application/graphql': string } } } };
  };
}

/** The space did not answer with an OpenAPI document or with a schema. */
class NoDocumentError extends Error {
  override name = 'NoDocumentError';
}

/**
 * @throws ApiError, NetworkError, TimeoutError as every call of a client
 * @throws NoDocumentError the answer is something else
 */
async function fetchDocument(settings: CheckedSettings): Promise<SpaceDocument> {
  const client = createClient<ContractPaths>(settings);
  const document: unknown = await unwrap(client.GET('/openapi.json'));
  const isDocument = typeof document === 'object' && document !== null && 'openapi' in document && 'paths' in document;
  if (!isDocument || !String(document.openapi).startsWith('3.')) {
    throw new NoDocumentError(`${client} did not answer with an OpenAPI document of version 3`);
  }
  return document as SpaceDocument;
}

/**
 * @returns the schema in the schema language of GraphQL
 * @throws ApiError, NetworkError, TimeoutError as every call of a client
 * @throws NoDocumentError the answer is something else
 */
async function fetchSchema(settings: CheckedSettings): Promise<string> {
  const client = createClient<ContractPaths>(settings);
  const { baseUrl, space } = settings;
  const graphqlUrl = `${baseUrl}/api/v100/graphql/spaces/${encodeURIComponent(space)}`;
  const schema = await unwrap(client.GET('/schema.graphql', { baseUrl: graphqlUrl, parseAs: 'text' }));
  if (!/^type Query\b/m.test(schema)) throw new NoDocumentError(`${graphqlUrl} did not answer with a GraphQL schema`);
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
class MissingGeneratorError extends Error {
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
