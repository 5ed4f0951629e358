/**
 * Runs `headwater-client`: finds the command, and says what went wrong in the words of the library and the server.
 */
import { AuthenticationError } from '../errors/api-errors.js';
import { HeadwaterError } from '../errors/headwater-error.js';
import {
  type Command,
  CommandError,
  exitCodes,
  helpOf,
  parseGiven,
  plainLine,
  type Surroundings,
  table,
  UsageError,
} from './command.js';
import { completions } from './completions.js';
import { exportCommand } from './export.js';
import { generate } from './generate.js';
import { get } from './get.js';
import { importCommand } from './import.js';
import { list } from './list.js';
import { login } from './login.js';
import { watch } from './watch.js';

export const commands: readonly Command[] = [get, list, exportCommand, importCommand, watch, generate, login];

const all: readonly Command[] = [...commands, completions(commands)];

const overview = `Usage: headwater-client <command> [options]

Commands:
${table(all.map(({ name, summary }) => [name, summary] as const))}
headwater-client <command> --help explains a command and has examples.
`;

/** @returns the exit code; unexpected failures are thrown */
export async function runCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { out, error } = surroundings;
  const [name, ...more] = args;
  if (name === undefined || name === '--help' || name === '-h') {
    await out(overview);
    return exitCodes.done;
  }
  const command = all.find((one) => one.name === name);
  try {
    if (!command)
      throw new UsageError(`There is no command "${name}". They are ${all.map((one) => one.name).join(', ')}.`);
    const given = parseGiven(command, more);
    if (given === undefined) {
      await out(helpOf(command));
      return exitCodes.done;
    }
    return await command.run(given, surroundings);
  } catch (problem) {
    if (problem instanceof UsageError) {
      error(
        `${problem.message}\nheadwater-client ${command?.name ?? ''}${command ? ' ' : ''}--help explains the options.\n`,
      );
      return exitCodes.wrongUsage;
    }
    if (problem !== undefined && problem === surroundings.signal.reason) return exitCodes.failed;
    const message = explained(problem);
    if (message === undefined) throw problem;
    error(`${message.split('\n').map(plainLine).join('\n')}\n`);
    return exitCodes.failed;
  }
}

/** What a person can do something about; undefined for all else. */
function explained(problem: unknown): string | undefined {
  if (problem instanceof AuthenticationError) {
    return `${problem.message}\nCheck --space, --token and --password, or log in again: headwater-client login.`;
  }
  if (problem instanceof HeadwaterError || problem instanceof CommandError) return problem.message;
  // Of a file: no permission, a folder in its place.
  return problem instanceof Error && 'syscall' in problem ? problem.message : undefined;
}
