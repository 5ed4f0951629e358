/**
 * Runs the command line of a build in a process of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Build } from '../data/build.js';

export interface CommandRun {
  /** From the start of the process to its end. */
  readonly seconds: number;
  readonly cpuMs: number;
  /** Its standard output. */
  readonly output: string;
}

const reporter = new URL('counted-process.js', import.meta.url).href;

/**
 * @param environment beside that of this process
 * @throws Error (rejects) when the command does not succeed
 */
export async function runCommand(
  { file }: Build,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandRun> {
  const command = join(dirname(dirname(file)), 'bin/headwater.cjs');
  const begin = performance.now();
  const child = spawn(process.execPath, ['--import', reporter, command, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const [, out, errors, cpu] = child.stdio as unknown as NodeJS.ReadableStream[];
  const texts = Promise.all([out, errors, cpu].map((stream) => text(stream as NodeJS.ReadableStream)));
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = (performance.now() - begin) / 1_000;
  const [output = '', errorText = '', cpuMs = ''] = await texts;
  if (code !== 0) throw new Error(`headwater ${args.join(' ')} ended with ${code}: ${errorText}${output}`);
  return { seconds, cpuMs: Number(cpuMs), output };
}
