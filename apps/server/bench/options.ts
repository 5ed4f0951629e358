/**
 * Reads the benchmark's command line.
 */
import { parseArgs } from 'node:util';
import { benchCases } from './cases/all-cases.js';
import { type DatabaseName, databaseNames, type Synchronous, synchronousModes } from './databases.js';

export interface BenchOptions {
  /** Of load, for each case, shared by all contestants. */
  readonly secondsPerCase: number;
  /** Names; all when empty. */
  readonly cases: readonly string[];
  /** Contacts of the space; several: one run after the other. */
  readonly records: readonly number[];
  readonly databases: readonly DatabaseName[];
  /** An administrative database of a PostgreSQL; undefined: one is started. */
  readonly databaseUrl: string | undefined;
  /** Folder of another checkout, whose build is measured as well. */
  readonly server: string | undefined;
  readonly hasPeers: boolean;
  readonly synchronous: Synchronous;
  /** File for the results. */
  readonly json: string | undefined;
}

/** A command line that makes no sense; the message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const defaultSeconds = 20;
const quickSeconds = 5;
const defaultRecords = 100_000;

export const usage = `Measures the server beside floors that are written by hand, on SQLite and on a PostgreSQL that is started for the run.
  --quick               ${quickSeconds} seconds for each case instead of ${defaultSeconds}
  --seconds <n>         seconds of load for each case, shared by all contestants
  --case <name>         only this case; may be repeated: ${benchCases.map(({ name }) => name).join(', ')}
  --records <n,n,…>     contacts in the space, ${defaultRecords} when left out; several numbers show the growth
  --database <name>     only on this one: ${databaseNames.join(', ')}
  --database-url <url>  on this PostgreSQL instead, as a user who may make databases; its CPU time is seen if it runs on this machine
  --server <folder>     measure the build of another checkout as well, in the same rounds: before and after a change
  --peers               measure PostGraphile as well (npm run bench:peers); it is installed below the folder for temporary files
  --synchronous <mode>  of SQLite, the server's and the floors': ${synchronousModes.join(' or ')}; ${synchronousModes[0]} when left out
  --json <file>         write the results to a file as well
  --help                show this`;

/**
 * @param args what follows the program's name
 * @returns undefined when help is asked for
 * @throws UsageError
 */
export function parseOptions(args: readonly string[]): BenchOptions | undefined {
  const given = parse(args);
  if (given.help) return undefined;
  const databases = given.database === undefined ? databaseNames : [oneOf('database', given.database, databaseNames)];
  if (given.peers && !databases.includes('postgres')) throw new UsageError('--peers are on PostgreSQL');
  return {
    secondsPerCase: wholeNumber('seconds', given.seconds ?? String(given.quick ? quickSeconds : defaultSeconds)),
    cases: (given.case ?? []).map((name) =>
      oneOf(
        'case',
        name,
        benchCases.map((one) => one.name),
      ),
    ),
    records: (given.records ?? String(defaultRecords)).split(',').map((text) => wholeNumber('records', text)),
    databases,
    databaseUrl: given['database-url'],
    server: given.server,
    hasPeers: given.peers ?? false,
    synchronous: oneOf('synchronous', given.synchronous ?? synchronousModes[0], synchronousModes),
    json: given.json,
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
        database: { type: 'string' },
        'database-url': { type: 'string' },
        server: { type: 'string' },
        peers: { type: 'boolean' },
        synchronous: { type: 'string' },
        json: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function oneOf<T extends string>(name: string, given: string, names: readonly T[]): T {
  const found = names.find((one) => one === given);
  if (found === undefined) throw new UsageError(`--${name} is one of ${names.join(', ')}, not "${given}"`);
  return found;
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new UsageError(`--${name} must be a whole number from 1, not "${text}"`);
  return Number(text);
}
