/**
 * A server process that is asked for a long time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../fixture.js';
import { basic, TestSpace } from '../test-space.js';

/** What the process holds: bytes and counts. */
export interface Sample {
  readonly rss: number;
  /** Without files that are mapped into memory. */
  readonly anonymous: number;
  readonly heapUsed: number;
  readonly external: number;
  /** Open files and connections. */
  readonly descriptors: number;
  /** Statements that SQLite keeps prepared. */
  readonly prepared: number;
}

export class SoakedServer {
  /** What it has logged as failures. */
  readonly failures: string[] = [];

  private constructor(
    private readonly child: ChildProcess,
    readonly space: TestSpace,
  ) {}

  static async start(location: TestDatabase['location']): Promise<SoakedServer> {
    const program = fileURLToPath(new URL('soaked-server.mjs', import.meta.url));
    const child = fork(program, [JSON.stringify(location)], {
      execArgv: ['--expose-gc', '--no-warnings'],
      stdio: [0, 'pipe', 2, 'ipc'],
    });
    const [{ url, ...key }] = (await once(child, 'message')) as [{ url: string; token: string; password: string }];
    const space = new TestSpace(url, 'acme', basic(key), '');
    await space.readSeedRecords();
    const server = new SoakedServer(child, space);
    child.stdout?.on('data', (line) => server.failures.push(String(line)));
    return server;
  }

  async sample(): Promise<Sample> {
    const answer = once(this.child, 'message');
    this.child.send('sample');
    const [sample] = (await answer) as [Sample];
    return sample;
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }
}
