/**
 * The program `headwater-client` as a user runs it: in a process of its own, with an environment and settings of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RealServer } from './real-server.js';

const program = fileURLToPath(new URL('../bin/headwater-client.mjs', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

export interface Run {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  printed(): string;
  readonly ended: Promise<Ended>;
}

/** @param folder where it runs, and where its settings are @param input what it reads */
export function startClient(args: readonly string[], folder: string, env: object = {}, input = ''): Run {
  // Nothing of the environment of the tests but what finds programs.
  const own = { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, ...env };
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env: own });
  child.stdin.end(input);
  let [out, error] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    error += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, out, error }));
  return { child, printed: () => out, ended };
}

/** The environment that opens a space. */
export function environmentOf({ url, space, credentials }: Pick<RealServer, 'url' | 'space' | 'credentials'>): object {
  return {
    HEADWATER_URL: url,
    HEADWATER_SPACE: space,
    HEADWATER_TOKEN: credentials.token,
    HEADWATER_PASSWORD: credentials.password,
  };
}
