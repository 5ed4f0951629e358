/**
 * What a command may use of the process that it runs in, and the tables that it prints.
 */
export interface Terminal {
  /** Results. */
  out(text: string): void;
  /** Progress, hints and errors. */
  error(text: string): void;
  /** Whether what `error` writes is read by a person as it comes. */
  readonly isInteractive: boolean;
  /** Asks the person a question; absent where nobody can answer. @returns what was typed, up to the end of the line */
  readonly ask?: (question: string) => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user asks to stop (Ctrl-C, SIGTERM). */
  readonly stop: AbortSignal;
}

/** What a command ends with. */
export const exitCodes = {
  ok: 0,
  /** Something went wrong while it ran. */
  failed: 1,
  /** A comparison came to its end and found differences. */
  differs: 1,
  /** Arguments, configuration or a file make no sense. */
  usage: 2,
  /** An import came to its end but rejected lines. */
  rejectedLines: 3,
  /** Stopped by the user. */
  stopped: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command called in a way that cannot work; the message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

// Lays out rows for people to read. Pure.

/** @returns one line for the heads and one for each row, columns wide enough for their longest text */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => width(line[column] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((text, column) => text + ' '.repeat((widths[column] ?? 0) - width(text)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function width(text: string): number {
  return [...text].length;
}
