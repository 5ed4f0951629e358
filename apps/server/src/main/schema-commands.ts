/**
 * `headwater schema`: what a space has defined itself, as a file: exported, compared, applied.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { systemCall } from '../records/call.js';
import { applySchema } from '../schema-file/apply/apply-schema.js';
import { type Change, changeText } from '../schema-file/compare/change.js';
import { compareValidSchema } from '../schema-file/compare/compare-schema.js';
import { parseSchema, type SchemaFile } from '../schema-file/file/parse-schema.js';
import { renderSchema } from '../schema-file/file/render-schema.js';
import { readSpaceSchema, readUnchanged } from '../schema-file/space/space-schema.js';
import { requireSpace, withDeps, withReadDeps } from './open-store.js';
import { type ExitCode, exitCodes, type Terminal, UsageError } from './terminal.js';
import { failureText, isUsageError } from './usage-errors.js';

interface SpaceOptions {
  readonly space: string;
}

interface ExportOptions extends SpaceOptions {
  readonly out?: string;
}

interface DiffOptions extends SpaceOptions {
  readonly json?: true;
}

interface ApplyOptions extends DiffOptions {
  readonly dryRun?: true;
  readonly delete?: true;
}

/** @param exit called with the exit code when it is not `ok` */
export function addSchemaCommands(program: Command, terminal: Terminal, exit: (code: ExitCode) => void): void {
  const schema = program
    .command('schema')
    .description('move custom entity types, types, options and fields between spaces as one file');
  schema
    .command('export')
    .description('write what a space has defined as YAML')
    .requiredOption('--space <id>', 'space to look into')
    .option('--out <file>', 'file to write (default: standard output)')
    .addHelpText('after', '\nExample:\n  headwater schema export --space acme --out schema.yaml')
    .action((options: ExportOptions) => exportSchema(terminal, options));
  schema
    .command('diff <file>')
    .description('show what applying a file would change')
    .requiredOption('--space <id>', 'space to compare with')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
Lines begin with + for what would be made, ~ for what would be changed, - for what apply removes with --delete only.
The exit code is 0 when file and space say the same, 1 when they differ, 2 when they could not be compared.

Example:
  headwater schema diff schema.yaml --space acme`,
    )
    .action(async (file: string, options: DiffOptions) => exit(await diff(terminal, file, options)));
  schema
    .command('apply <file>')
    .description('make a space be as a file says; all of it, or nothing when a part is rejected')
    .requiredOption('--space <id>', 'space to change')
    .option('--dry-run', 'find every error, change nothing; other writes wait meanwhile')
    .option('--delete', 'also remove what the file does not have')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
Types of fields never change, and what is in use is not removed. Fields and custom entity types that are removed keep their values and
records; a file that has them again brings them back.

Examples:
  headwater schema apply schema.yaml --space acme --dry-run
  headwater schema apply schema.yaml --space acme`,
    )
    .action((file: string, options: ApplyOptions) => apply(terminal, file, options));
}

async function exportSchema(terminal: Terminal, { space, out }: ExportOptions): Promise<void> {
  const text = await withReadDeps(terminal, async (deps) => {
    await requireSpace(deps, space);
    return readUnchanged(deps.stores, space, async (store) =>
      renderSchema(await readSpaceSchema(store, systemCall(space))),
    );
  });
  if (out === undefined) return terminal.out(text);
  try {
    await writeFile(out, text);
  } catch (cause) {
    throw new UsageError(`cannot write the schema: ${(cause as Error).message}`, { cause });
  }
}

async function diff(terminal: Terminal, path: string, { space, json }: DiffOptions): Promise<ExitCode> {
  const { changes } = await comparison(terminal, path, space).catch((error: unknown): never => {
    // With --exit-code a failure must not look like a difference.
    throw isUsageError(error) ? error : new UsageError(failureText(error), { cause: error });
  });
  say(terminal, changes, json);
  if (changes.length === 0) terminal.error('The space is as the file says.\n');
  if (changes.some(({ action }) => action === 'remove'))
    terminal.error('What begins with - happens with --delete only.\n');
  return changes.length === 0 ? exitCodes.ok : exitCodes.differs;
}

async function comparison(terminal: Terminal, path: string, space: string) {
  const file = await readSchema(path);
  return withReadDeps(terminal, async (deps) => {
    await requireSpace(deps, space);
    return readUnchanged(deps.stores, space, (store) => compareValidSchema(store, systemCall(space), file));
  });
}

async function apply(terminal: Terminal, path: string, options: ApplyOptions): Promise<void> {
  const { space, json, dryRun: isTrial = false, delete: removes = false } = options;
  const file = await readSchema(path);
  const { changes, stays } = await withDeps(terminal, async (deps) => {
    await requireSpace(deps, space);
    return applySchema(deps, systemCall(space), file, { isTrial, removes });
  });
  say(terminal, changes, json, stays);
  if (stays.length > 0) {
    terminal.error(`What the file does not have stays; --delete removes it:\n${changeLines(stays)}`);
  }
  if (isTrial) terminal.error('This was a dry run: nothing was changed.\n');
  else if (changes.length === 0) terminal.error('Nothing had to be changed.\n');
}

async function readSchema(path: string): Promise<SchemaFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new UsageError(`cannot read the schema ${path}: ${(cause as Error).message}`, { cause });
  }
  return parseSchema(text, path);
}

/** @param stays listed in JSON only, behind the changes and marked */
function say(
  terminal: Terminal,
  changes: readonly Change[],
  json: true | undefined,
  stays: readonly Change[] = [],
): void {
  if (!json) {
    terminal.out(changeLines(changes));
    return;
  }
  const listed = [...changes.map(plainChange), ...stays.map((change) => ({ ...plainChange(change), action: 'stay' }))];
  terminal.out(`${JSON.stringify(listed, null, 2)}\n`);
}

function changeLines(changes: readonly Change[]): string {
  return changes.map((change) => `${changeText(change)}\n`).join('');
}

/** @returns a change as programs read it: without ids, as files are */
function plainChange({ action, what, of, name, members }: Change) {
  return { action, what, ...(of === null ? {} : { of }), name, members };
}
