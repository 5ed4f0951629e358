/**
 * Reads the benchmark's command line.
 */
import { parseArgs } from 'node:util';
import { benchCases } from './cases.js';

export interface BenchOptions {
  /** Of load, for each case, shared by all contestants. */
  readonly secondsPerCase: number;
  /** Names; all when empty. */
  readonly cases: readonly string[];
  readonly records: number;
  /** File for the results. */
  readonly json: string | undefined;
  /** The server is measured on this PostgreSQL as well. */
  readonly databaseUrl: string | undefined;
}

/** A command line that makes no sense; the message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const defaultSeconds = 20;
const quickSeconds = 4;
const defaultRecords = 100_000;

export const usage = `Measures the server beside two floors. Options:
  --quick               ${quickSeconds} seconds for each case instead of ${defaultSeconds}
  --seconds <n>         seconds of load for each case, shared by all contestants
  --case <name>         only this case; may be repeated: ${benchCases.map(({ name }) => name).join(', ')}
  --records <n>         contacts in the space; ${defaultRecords} when left out
  --json <file>         write the results to a file as well
  --database-url <url>  measure the server on this PostgreSQL database as well
  --help                show this`;

/**
 * @param args what follows the program's name
 * @returns undefined when help is asked for
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): BenchOptions | undefined {
  const given = parse(args);
  if (given.help) return undefined;
  const cases = given.case ?? [];
  const unknown = cases.find((name) => !benchCases.some((one) => one.name === name));
  if (unknown !== undefined) throw new UsageError(`there is no case "${unknown}"`);
  return {
    secondsPerCase: wholeNumber('seconds', given.seconds, given.quick ? quickSeconds : defaultSeconds),
    cases,
    records: wholeNumber('records', given.records, defaultRecords),
    json: given.json,
    databaseUrl: given['database-url'],
  };
}

function parse(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean' },
        seconds: { type: 'string' },
        case: { type: 'string', multiple: true },
        records: { type: 'string' },
        json: { type: 'string' },
        'database-url': { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new UsageError(`--${name} must be a whole number from 1, not "${text}"`);
  return Number(text);
}
