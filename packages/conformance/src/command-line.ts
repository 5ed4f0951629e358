/**
 * Reads the command line into what to run. Runs nothing itself.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Level } from './check.js';
import type { Credentials } from './http/http.js';
import { type PartName, partNames } from './parts.js';
import { isReportFormat, type ReportFormat, reportFormats } from './reports/report-formats.js';
import { levels } from './result.js';
import { defaultConcurrency, type SpaceAccess } from './run-checks.js';

export interface ReportTarget {
  readonly format: ReportFormat;
  /** File path, relative to the working directory. */
  readonly path: string;
}

/** The server to check and a key to the space to work in. */
export interface Target extends SpaceAccess {
  readonly baseUrl: string;
}

const documentChoices = ['interface', 'space'] as const;
export type DocumentChoice = (typeof documentChoices)[number];

/** Where the run gets what webhooks send. */
export interface ReceiverPlace {
  /** To listen on; 0 takes a free one. */
  readonly port: number;
  /** At which the server reaches the port; undefined: it runs on the same machine. */
  readonly url: string | undefined;
}

export interface CommandLine {
  /** Prefixes of check ids; none: all checks. */
  readonly only: readonly string[];
  /** The part of the interface that is tried; undefined: all of it. */
  readonly part: PartName | undefined;
  /** The lowest level that is tried. */
  readonly level: Level;
  /** Milliseconds after which no further check begins; undefined: no bound. */
  readonly budgetMs: number | undefined;
  /** Nothing that may write is sent. */
  readonly isReadOnly: boolean;
  /** Every check gets a line, not only what does not hold. */
  readonly isVerbose: boolean;
  readonly reports: readonly ReportTarget[];
  readonly seed: string | undefined;
  readonly timeoutMs: number;
  /** How many checks run at the same time. */
  readonly concurrency: number;
  /** The checks are to be listed, not run. */
  readonly list: boolean;
  /** Undefined where no server is asked. */
  readonly target: Target | undefined;
  /** Checks are made of what every space has, or also of what this one has defined. */
  readonly document: DocumentChoice;
  readonly second: SpaceAccess | undefined;
  readonly scoped: Credentials | undefined;
  readonly receiver: ReceiverPlace | undefined;
}

interface ParsedOptions {
  readonly baseUrl?: string;
  readonly space?: string;
  readonly token?: string;
  readonly password?: string;
  readonly secondSpace?: string;
  readonly secondToken?: string;
  readonly secondPassword?: string;
  readonly scopedToken?: string;
  readonly scopedPassword?: string;
  readonly receiverPort?: number;
  readonly receiverUrl?: string;
  readonly only: readonly string[];
  readonly part?: PartName;
  readonly level: Level;
  readonly budget?: number;
  readonly readOnly: boolean;
  readonly verbose: boolean;
  readonly report: readonly ReportTarget[];
  readonly seed?: string;
  readonly timeout: number;
  readonly concurrency: number;
  readonly spec: DocumentChoice;
  readonly list: boolean;
}

/**
 * @param args the arguments after the program's name
 * @throws CommanderError for `--help` and for what can't be understood; its `exitCode` says which
 */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const program = describeProgram();
  const options = program.parse(args, { from: 'user' }).opts<ParsedOptions>();
  return {
    only: options.only,
    part: options.part,
    level: options.level,
    budgetMs: options.budget === undefined ? undefined : options.budget * 1000,
    isReadOnly: options.readOnly,
    isVerbose: options.verbose,
    reports: options.report,
    seed: options.seed,
    timeoutMs: options.timeout,
    concurrency: options.concurrency,
    list: options.list,
    target: options.list && options.spec === 'interface' ? undefined : targetOf(program, options),
    document: options.spec,
    second: secondOf(program, options),
    scoped: scopedOf(program, options),
    receiver: receiverOf(program, options),
  };
}

function describeProgram(): Command {
  return new Command('headwater-conformance')
    .description('Checks a running server against the interface: REST v100, GraphQL and legacy REST v1.')
    .exitOverride()
    .option('--base-url <url>', 'scheme, host and port of the server', parseBaseUrl)
    .option('--space <id>', 'the space to work in; records are made there and deleted again')
    .addOption(new Option('--token <token>', 'API token of the space').env('HEADWATER_CONFORMANCE_TOKEN'))
    .addOption(new Option('--password <password>', 'API password of the space').env('HEADWATER_CONFORMANCE_PASSWORD'))
    .addOption(
      new Option('--spec <which>', "what to check: the interface, or also what the space's own document adds to it")
        .choices(documentChoices)
        .default('interface'),
    )
    .option('--second-space <id>', 'a second space, to check that nothing leaks between spaces')
    .addOption(
      new Option('--second-token <token>', 'API token of the second space').env('HEADWATER_CONFORMANCE_SECOND_TOKEN'),
    )
    .addOption(
      new Option('--second-password <password>', 'API password of the second space').env(
        'HEADWATER_CONFORMANCE_SECOND_PASSWORD',
      ),
    )
    .addOption(
      new Option(
        '--scoped-token <token>',
        'API token of a key that may read Accounts and do nothing else, to check rights',
      ).env('HEADWATER_CONFORMANCE_SCOPED_TOKEN'),
    )
    .addOption(
      new Option('--scoped-password <password>', 'API password of that key').env(
        'HEADWATER_CONFORMANCE_SCOPED_PASSWORD',
      ),
    )
    .option(
      '--receiver-port <port>',
      'listen here for what webhooks send, to check deliveries; 0 takes a free port',
      parsePort,
    )
    .option('--receiver-url <url>', 'where the server reaches that port, when it runs on another machine', parseBaseUrl)
    .option('--only <prefix>', 'run only checks whose id begins so (may be repeated)', append, [])
    .addOption(
      new Option(
        '--part <name>',
        'run only checks of this part of the interface, which a server can have alone',
      ).choices(partNames),
    )
    .addOption(
      new Option('--level <level>', 'the lowest level to try: MUST leaves out what is only advised')
        .choices(levels)
        .default('MAY'),
    )
    .option(
      '--budget <seconds>',
      'begin no further check after this time; what comes first is of every area',
      parseCount,
    )
    .option('--read-only', 'send nothing that may write, and skip the checks that would', false)
    .option(
      '--report <format=path>',
      `write a report: ${Object.keys(reportFormats).join(', ')} (may be repeated)`,
      (value, before: readonly ReportTarget[]) => [...before, parseReport(value)],
      [],
    )
    .option('--seed <text>', 'repeat the random choices of an earlier run')
    .option('--timeout <ms>', 'milliseconds that one request may take', parseCount, 10_000)
    .option('--concurrency <n>', 'how many checks run at the same time', parseCount, defaultConcurrency)
    .option('--verbose', 'print every check, not only what does not hold', false)
    .option('--list', 'print the checks instead of running them', false)
    .addHelpText(
      'after',
      [
        '\nExit codes: 0 no MUST failed, 1 some MUST failed or a check could not be carried through, 2 wrong usage,',
        '3 the run cannot begin: no server at the address, or a key that it rejects.',
      ].join('\n'),
    );
}

function targetOf(program: Command, { baseUrl, space, token, password }: ParsedOptions): Target {
  if (baseUrl === undefined || space === undefined || token === undefined || password === undefined) {
    program.error('error: --base-url, --space, --token and --password say which server to check (see --help)');
  }
  return { baseUrl, space, token, password };
}

function secondOf(
  program: Command,
  { secondSpace, secondToken, secondPassword }: ParsedOptions,
): SpaceAccess | undefined {
  const given = [secondSpace, secondToken, secondPassword].filter((option) => option !== undefined);
  if (given.length === 0) return undefined;
  if (secondSpace === undefined || secondToken === undefined || secondPassword === undefined) {
    program.error('error: --second-space, --second-token and --second-password belong together');
  }
  return { space: secondSpace, token: secondToken, password: secondPassword };
}

function scopedOf(
  program: Command,
  { scopedToken: token, scopedPassword: password }: ParsedOptions,
): Credentials | undefined {
  if (token === undefined && password === undefined) return undefined;
  if (token === undefined || password === undefined) {
    program.error('error: --scoped-token and --scoped-password belong together');
  }
  return { token, password };
}

function receiverOf(
  program: Command,
  { receiverPort: port, receiverUrl: url }: ParsedOptions,
): ReceiverPlace | undefined {
  if (port === undefined && url !== undefined) program.error('error: --receiver-url needs --receiver-port');
  return port === undefined ? undefined : { port, url };
}

function append(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function parseBaseUrl(value: string): string {
  if (!/^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')) {
    throw new InvalidArgumentError('It should be like http://127.0.0.1:8080.');
  }
  return value;
}

function parseCount(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It should be a whole number above 0.');
  return count;
}

function parsePort(value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port <= 65_535) return port;
  throw new InvalidArgumentError('It should be a whole number from 0 to 65535.');
}

function parseReport(value: string): ReportTarget {
  const cut = value.indexOf('=');
  const [format, path] = [value.slice(0, cut), value.slice(cut + 1)];
  if (cut < 1 || path === '' || !isReportFormat(format)) {
    throw new InvalidArgumentError(
      `It should be like html=report.html; formats: ${Object.keys(reportFormats).join(', ')}.`,
    );
  }
  return { format, path };
}
