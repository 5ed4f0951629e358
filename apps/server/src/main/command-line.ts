/**
 * The command line `headwater`: all commands, and what their failures end with. Knows no process.
 */
import { Command, CommanderError } from 'commander';
import { type Swept, sweepFiles } from '../records/content/sweep-files.js';
import { addBackupCommands } from './backup-commands.js';
import { configVariables } from './config-variables.js';
import { addDoctorCommand } from './doctor/doctor-command.js';
import { addImportCommand } from './import-command.js';
import { addKeyCommands } from './key-commands.js';
import { withDeps } from './open-store.js';
import { packageVersion } from './package-version.js';
import { addSchemaCommands } from './schema-commands.js';
import { addServeCommands } from './serve-commands.js';
import { addSpaceCommands } from './space-commands.js';
import { type ExitCode, exitCodes, type Terminal, table } from './terminal.js';
import { failureText, isUsageError } from './usage-errors.js';

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

Exit codes: 0 done, 1 failed or different, 2 wrong arguments or settings, 3 lines rejected, 130 stopped.

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
  addBackupCommands(program, terminal, exit);
  addSchemaCommands(program, terminal, exit);
  addFilesCommands(program, terminal);
  addDoctorCommand(program, terminal, exit);
  return program;
}

function environment(): string {
  const rows = configVariables.map(({ name, fallback, meaning }) => [`  ${name}`, fallback ?? '', meaning]);
  return table(['  NAME', 'DEFAULT', 'MEANING'], rows);
}

function explain(error: unknown, terminal: Terminal): ExitCode {
  // Commander has said what is wrong already; asking for help is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (isUsageError(error)) {
    terminal.error(`${error.message}\n`);
    return exitCodes.usage;
  }
  if (terminal.stop.aborted && error === terminal.stop.reason) return exitCodes.stopped;
  terminal.error(`${failureText(error)}\n`);
  return exitCodes.failed;
}

/**
 * `headwater files`: looks after the files that records name.
 */
function addFilesCommands(program: Command, terminal: Terminal): void {
  const files = program.command('files').description('look after uploaded files');
  files
    .command('sweep')
    .description('remove files that no record names, once they are a day old; serve does it every hour')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
Files of deleted records stay, as records can be restored. It may run beside servers and beside itself.

Examples:
  headwater files sweep
  HEADWATER_FILES_S3_BUCKET=crm-files headwater files sweep --json`,
    )
    .action((options: { readonly json?: true }) => sweep(terminal, options.json === true));
}

async function sweep(terminal: Terminal, asJson: boolean): Promise<void> {
  const swept = await withDeps(terminal, (deps) => sweepFiles(deps, new Date(), terminal.stop));
  terminal.out(asJson ? `${JSON.stringify(swept)}\n` : `${sweptInWords(swept)}\n`);
}

function sweptInWords({ files, unfinished }: Swept): string {
  const removed = files === 1 ? '1 file' : `${files} files`;
  const cutOff = unfinished === 1 ? '1 upload' : `${unfinished} uploads`;
  return `Removed ${removed} that no record names and ${cutOff} that had been cut off.`;
}
