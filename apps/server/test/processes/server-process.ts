/**
 * `headwater serve` as a process of its own: started, killed, started again. `npm test` starts it from a bundle, because most of what a
 * start costs is the loading of modules; `npm run test:all` starts it as it was built.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundleServer } from './bundle-server.js';

const built = fileURLToPath(new URL('../../bin/headwater.cjs', import.meta.url));

export class ServerProcess {
  private running: { readonly child: ChildProcess; readonly url: string } | undefined;
  /** What the server has logged as failures. */
  readonly failures: string[] = [];
  /** What it has printed for people, line by line. */
  said: readonly string[] = [];

  /**
   * @param env where the records are kept
   * @param isBundled whether it is started from a bundle
   * @param options of `headwater serve`
   * @param program that is started when it is not: that of this checkout, or of another version
   */
  constructor(
    private readonly env: Readonly<Record<string, string>>,
    private readonly isBundled = process.env.HEADWATER_TEST_ALL !== '1',
    private readonly options: readonly string[] = [],
    private readonly program = built,
  ) {}

  get pid(): number | undefined {
    return this.running?.child.pid;
  }

  /** Where it listens; undefined while it is dead. */
  get url(): string | undefined {
    return this.running?.url;
  }

  async start(): Promise<void> {
    const program = this.isBundled ? await bundleServer() : this.program;
    const child = spawn(process.execPath, [program, 'serve', ...this.options], {
      // As the program sets it, which a bundle leaves out.
      env: {
        UV_THREADPOOL_SIZE: this.isBundled ? '16' : '',
        ...process.env,
        HEADWATER_PORT: '0',
        HEADWATER_LOG_LEVEL: 'error',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    createInterface({ input: child.stdout }).on('line', (line) => this.failures.push(line));
    const said: string[] = [];
    this.said = said;
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        said.push(line);
        const [, found] = /listens on (\S+)/.exec(line) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(`the server has not started: ${said.join('\n')}`)));
    });
    this.running = { child, url };
  }

  /** Asks it to end. @returns the process, which emits `exit` */
  stop(): ChildProcess {
    const child = this.running?.child;
    if (!child) throw new Error('the server is not running');
    this.running = undefined;
    child.kill('SIGTERM');
    return child;
  }

  /** Ends it at once, in the middle of whatever it does. */
  async kill(): Promise<void> {
    const child = this.running?.child;
    this.running = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
}
