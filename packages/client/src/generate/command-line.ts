/**
 * Reads the command line into what to do. Does nothing itself; must never put the password into a message.
 */
import { parseArgs } from 'node:util';
import { type CheckedSettings, checkSettings } from '../client-settings.js';

export interface GenerateCommand {
  readonly settings: CheckedSettings;
  /** Path of the module of entity types, relative to the working directory; undefined when none is wanted. */
  readonly out: string | undefined;
  /** Path of the module of paths, likewise. */
  readonly paths: string | undefined;
  /** Path of the GraphQL schema, likewise. At least one of the three is there. */
  readonly schema: string | undefined;
  /** The files are compared, not written. */
  readonly check: boolean;
}

/** The command line cannot be understood; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Values of the environment by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

const options = {
  'base-url': { type: 'string' },
  space: { type: 'string' },
  token: { type: 'string' },
  password: { type: 'string' },
  out: { type: 'string' },
  paths: { type: 'string' },
  schema: { type: 'string' },
  check: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

export const help = `Usage: headwater-client generate --base-url <url> --space <space> [--out <file>] [--paths <file>]
       [--schema <file>] [options]

Writes what a space has, its own fields and entity types among it: its entity types for createClient<Space>(); its paths for
createClient<Space & paths>(), if you call operations by path; and the GraphQL schema, from which graphql-codegen makes typed
documents for client.graphql(). At least one of the files must be named.

Options:
  --base-url <url>       Address of the server, such as https://crm.example.com.
  --space <space>        Slug or id of the space.
  --token <token>        API token of the space; HEADWATER_TOKEN of the environment when left out.
  --password <password>  API password of the space; HEADWATER_PASSWORD of the environment when left out.
  --out <file>           The module of entity types to write, such as src/space.ts.
  --paths <file>         The module of paths to write, such as src/paths.ts. openapi-typescript makes it.
  --schema <file>        The schema to write, such as schema.graphql.
  --check                Write nothing; exit with 1 when a file is missing or out of date.
  -h, --help             Show this.

Exit codes: 0 done or up to date, 1 out of date or not to be had, 2 a wrong command line.
`;

/**
 * @param args what is behind the program's name
 * @returns undefined when help is requested
 * @throws UsageError
 */
export function parseCommandLine(args: readonly string[], env: Environment): GenerateCommand | undefined {
  const { values, positionals } = parse(args);
  if (values.help || (args.length === 0 && positionals.length === 0)) return undefined;
  const [command, ...others] = positionals;
  if (command !== 'generate') {
    throw new UsageError(command === undefined ? 'Name the command: generate.' : `There is no command "${command}".`);
  }
  if (others.length > 0) throw new UsageError(`"${others.join(' ')}" belongs to no option.`);
  const given = {
    'base-url': values['base-url'],
    space: values.space,
    token: values.token ?? env.HEADWATER_TOKEN,
    password: values.password ?? env.HEADWATER_PASSWORD,
  };
  const { out, paths, schema } = values;
  const missing = Object.entries(given).flatMap(([name, value]) => (value ? [] : [`--${name}`]));
  if (!out && !paths && !schema) missing.push('--out, --paths or --schema');
  if (missing.length > 0) throw new UsageError(`${missing.join(', ')} must be given.`);
  const { 'base-url': baseUrl = '', space = '', token = '', password = '' } = given;
  return { settings: check({ baseUrl, space, token, password }), out, paths, schema, check: values.check };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function check(settings: Parameters<typeof checkSettings>[0]): CheckedSettings {
  try {
    return checkSettings(settings);
  } catch (error) {
    throw new UsageError(messageOf(error).replace('"baseUrl"', '--base-url'));
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
