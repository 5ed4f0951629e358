/**
 * Runs `headwater-client`: fetches what a space says of itself, and writes or compares the files made of it.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AuthenticationError } from '../errors/api-errors.js';
import { HeadwaterError } from '../errors/headwater-error.js';
import { type Environment, type GenerateCommand, help, parseCommandLine, UsageError } from './command-line.js';
import { fetchDocument, fetchSchema, NoDocumentError } from './fetch-document.js';
import { MissingGeneratorError, typeModule } from './type-module.js';

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
  { settings, out: module, schema, check }: GenerateCommand,
  out: Surroundings['out'],
  error: Surroundings['error'],
): Promise<number> {
  // Everything is fetched before anything is written, so that the files belong together.
  const files: WantedFile[] = [];
  if (module) {
    const document = await fetchDocument(settings);
    files.push({ path: module, content: 'types', makeText: () => typeModule(document) });
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
