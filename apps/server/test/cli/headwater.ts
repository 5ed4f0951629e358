/**
 * Runs the command line in this process and catches what it says.
 */
import { runCommandLine } from '../../src/main/command-line.js';
import type { ExitCode } from '../../src/main/terminal.js';

export interface Said {
  readonly code: ExitCode;
  readonly out: string;
  readonly error: string;
}

export interface HeadwaterOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly stop?: AbortSignal;
  readonly isInteractive?: boolean;
  /** What the person types when asked; undefined: there is nobody to ask. */
  readonly answer?: string;
  /** Called with every piece of output as it comes. */
  readonly onOutput?: (text: string) => void;
}

export async function headwater(args: readonly string[], options: HeadwaterOptions): Promise<Said> {
  let out = '';
  let error = '';
  const code = await runCommandLine(args, {
    out: (text) => {
      out += text;
      options.onOutput?.(text);
    },
    error: (text) => {
      error += text;
      options.onOutput?.(text);
    },
    ...(options.answer !== undefined && { ask: async () => options.answer ?? '' }),
    isInteractive: options.isInteractive ?? false,
    env: { HEADWATER_LOG_LEVEL: 'silent', ...options.env },
    stop: options.stop ?? new AbortController().signal,
  });
  return { code, out, error };
}
