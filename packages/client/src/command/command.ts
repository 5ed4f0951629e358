/**
 * What a command of `headwater-client` is: its options as data, from which its help, its completions and its command line follow.
 */
import { parseArgs } from 'node:util';

/** Values of the environment by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command sees of the process. */
export interface Surroundings {
  /** Results. Resolves when more can be taken. */
  readonly out: (text: string) => void | Promise<void>;
  /** Errors, and what is not a result. */
  readonly error: (text: string) => void;
  readonly env: Environment;
  /** Asks for a text that is not shown; the first line of the standard input where nobody can be asked. */
  readonly readSecret: (question: string) => Promise<string>;
  /** Columns of the terminal; undefined: the output goes elsewhere. */
  readonly columns: number | undefined;
  /** Whether somebody reads `error` on a terminal while the command runs. */
  readonly showsProgress: boolean;
  /** Aborted when the process is asked to end. */
  readonly signal: AbortSignal;
}

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
  /** How the value is written in the help. */
  readonly value?: string;
  readonly help: string;
  readonly choices?: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

export interface Command {
  readonly name: string;
  /** Names of what is given without an option, all of them required. */
  readonly operands: readonly string[];
  /** One line. */
  readonly summary: string;
  readonly description: string;
  readonly options: Options;
  readonly examples: readonly string[];
  /** @returns the exit code */
  run(given: Given, surroundings: Surroundings): Promise<number>;
}

export const exitCodes = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** The command line cannot be understood; the message says why. Must never hold a password. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command could not do all that was asked, and the message says why: no stack is shown. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** What was given to a command. */
export class Given {
  constructor(
    readonly operands: readonly string[],
    private readonly values: Readonly<Record<string, unknown>>,
  ) {}

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === 'string' ? value : undefined;
  }

  texts(name: string): readonly string[] {
    const value = this.values[name];
    return Array.isArray(value) ? (value as string[]) : [];
  }

  flag(name: string): boolean {
    return this.values[name] === true;
  }

  /** @throws UsageError */
  wholeNumber(name: string, least: number, most: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`);
  }
}

export const helpOption: Options = { help: { type: 'boolean', short: 'h', help: 'Show this.' } };

/**
 * Reads what is behind the name of a command.
 * @returns undefined when help is requested
 * @throws UsageError
 */
export function parseGiven(command: Command, args: readonly string[]): Given | undefined {
  const { values, positionals } = parse(args, { ...command.options, ...helpOption });
  if (values.help === true) return undefined;
  for (const [name, { choices }] of Object.entries(command.options)) {
    const value = values[name];
    if (choices && typeof value === 'string' && !choices.includes(value))
      throw new UsageError(`--${name} must be one of ${choices.join(', ')}.`);
  }
  const missing = command.operands.slice(positionals.length);
  if (missing.length > 0) throw new UsageError(`${missing.map((name) => `<${name}>`).join(' ')} must be given.`);
  const more = positionals.slice(command.operands.length);
  if (more.length > 0) throw new UsageError(`"${more.join(' ')}" belongs to no option.`);
  return new Given(positionals, values);
}

function parse(args: readonly string[], options: Options) {
  const forms = Object.entries(options).map(([name, { type, multiple = false, short }]) => {
    return [name, { type, multiple, ...(short !== undefined && { short }) }] as const;
  });
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(forms), allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export function helpOf(command: Command): string {
  const { name, operands, description, examples } = command;
  const options = { ...command.options, ...helpOption };
  const usage = ['headwater-client', name, ...operands.map((operand) => `<${operand}>`), '[options]'].join(' ');
  const rows = Object.entries(options).map(([option, { short, value, help, multiple, choices }]) => {
    const form = `${short ? `-${short}, ` : ''}--${option}${value === undefined ? '' : ` ${value}`}`;
    const more = `${choices ? ` One of ${choices.join(', ')}.` : ''}${multiple ? ' May be repeated.' : ''}`;
    return [form, `${help}${more}`] as const;
  });
  return `Usage: ${usage}

${description}

Options:
${table(rows)}
Examples:
${examples.map((example) => `  ${example}\n`).join('')}
Exit codes: 0 done, 1 not done or not whole, 2 a wrong command line.
`;
}

/** Two columns. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('');
}

/** What a record or a server says, on one line and without what a terminal would obey. */
export function plainLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal would obey
  return text.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ');
}
