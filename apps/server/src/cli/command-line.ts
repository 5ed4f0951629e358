/**
 * The command line `headwater`: all commands, and what their failures end with. Knows no process.
 */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { z } from 'zod';
import { ConfigError, configVariables } from '../config.js';
import { ApiError } from '../errors/api-error.js';
import { MappingError } from '../import/load-mapping.js';
import { CsvFileError } from '../import/read-lines.js';
import { SpaceError } from '../spaces/create-space.js';
import { addFilesCommands } from './files-commands.js';
import { addImportCommand } from './import-command.js';
import { addKeyCommands } from './key-commands.js';
import { addServeCommands } from './serve-commands.js';
import { addSpaceCommands } from './space-commands.js';
import { table } from './table.js';
import { type ExitCode, exitCodes, type Terminal, UsageError } from './terminal.js';

/**
 * @param args without the names of the program
 * @returns the exit code; never throws
 */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok;
  const program = createProgram(terminal, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    return explain(error, terminal);
  }
}

function createProgram(terminal: Terminal, exit: (code: ExitCode) => void): Command {
  const program = new Command('headwater')
    .description('A sales CRM service: REST v100, GraphQL and REST v1 over one core.')
    .version(packageVersion(), '--version', 'print the version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.error(text) })
    .addHelpText(
      'after',
      `
Environment:
${environment()}

Exit codes: 0 done, 1 failed, 2 wrong arguments or settings, 3 lines rejected, 130 stopped.

Examples:
  headwater serve --demo
  headwater space create acme
  headwater key create --space acme --label "first key"
  headwater import examples/crm-sales/mapping.yaml --space acme --csv-dir ~/crm-sales`,
    );
  addServeCommands(program, terminal);
  addSpaceCommands(program, terminal);
  addKeyCommands(program, terminal);
  addImportCommand(program, terminal, exit);
  addFilesCommands(program, terminal);
  return program;
}

function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}

function environment(): string {
  const rows = configVariables.map(({ name, fallback, meaning }) => [`  ${name}`, fallback ?? '', meaning]);
  return table(['  NAME', 'DEFAULT', 'MEANING'], rows);
}

const usageErrors = [UsageError, ConfigError, MappingError, SpaceError, CsvFileError];

function explain(error: unknown, terminal: Terminal): ExitCode {
  // Commander has said what is wrong already; asking for help is no mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (usageErrors.some((kind) => error instanceof kind)) {
    terminal.error(`${(error as Error).message}\n`);
    return exitCodes.usage;
  }
  terminal.error(`${failureText(error)}\n`);
  return exitCodes.failed;
}

/**
 * What the system or the database says is told as it is; a failure of our own is shown with its stack: whoever runs the
 * command has the machine.
 */
function failureText(error: unknown): string {
  if (error instanceof ApiError) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return `${error.message}${cause}`;
  }
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return `${error.message || 'failed'} (${error.code})`;
  return error.stack ?? error.message;
}
