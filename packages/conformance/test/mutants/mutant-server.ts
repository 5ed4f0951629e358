/**
 * Starts and kills servers of an instrumented copy.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sqliteFile, type Template } from '../test-server.js';

const program = fileURLToPath(new URL('mutant-process.mjs', import.meta.url));
const longestStartMs = 60_000;

export interface MutantServer {
  readonly url: string;
  /** Aborted once the process has ended. */
  readonly ended: AbortSignal;
  /** Ends a server that runs without a mutant. @returns what was run, as `mutant-process.mjs` says */
  readCoverage(): Promise<unknown>;
  /** Ends it at once, and removes its data. */
  kill(): Promise<void>;
}

/**
 * @param folder the instrumented copy
 * @param mutant that is active; undefined: none, and what is run is counted
 * @throws Error when the server does not start
 */
export async function startMutantServer(
  folder: string,
  template: Template,
  mutant: string | undefined,
): Promise<MutantServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-mutant-'));
  writeFileSync(sqliteFile(dataDir), template.file);
  const child = fork(program, [folder, dataDir, ...(mutant === undefined ? [] : [mutant])], {
    execArgv: ['--max-semi-space-size=64', '--max-old-space-size=1500'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const killWithMe = () => child.kill('SIGKILL');
  process.once('exit', killWithMe);
  const ended = new AbortController();
  child.once('exit', () => ended.abort());
  const kill = async () => {
    process.removeListener('exit', killWithMe);
    if (!ended.signal.aborted) {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return { url: await urlOf(child), ended: ended.signal, readCoverage: () => readCoverage(child), kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr?.on('data', (text) => {
      said = `${said}${text}`.slice(0, 1000);
    });
    const give = (reason: string) => reject(new Error(`the server has not started: ${reason}`));
    const limit = setTimeout(() => give('it took too long'), longestStartMs);
    child.once('message', (message: { url: string }) => {
      clearTimeout(limit);
      resolve(message.url);
    });
    child.once('exit', () => {
      clearTimeout(limit);
      give(/\w*Error.*/.exec(said)?.[0] ?? said);
    });
  });
}

async function readCoverage(child: ChildProcess): Promise<unknown> {
  const answered = once(child, 'message');
  child.send('coverage');
  const [coverage] = await answered;
  return coverage;
}
