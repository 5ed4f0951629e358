/**
 * The folder that tools/deploy.mjs makes, read-only, and its program as a user who may write to none of it: commands, and servers. Where
 * the tests do not run as root they may not take another user, and it is theirs, who has taken the right to write from the folder.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { deployServer } from '../../../../tools/deploy.mjs';
import { unprivilegedUser } from '../failover/programs.js';

export const root = fileURLToPath(new URL('../../../../', import.meta.url));

const user = unprivilegedUser();

/** Who runs the program, in words. */
export const who = user === undefined ? `${userInfo().username}, as only root may take another user` : 'nobody';

type Settings = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

export interface DeployedServer {
  readonly url: string;
  readonly pid: number;
  /** What it said until it listened, line by line. */
  readonly said: readonly string[];
  stop(): Promise<void>;
}

export class DeployedFolder {
  /** Holds the folder of the server, and those that it writes to. */
  readonly place = mkdtempSync(join(tmpdir(), 'headwater-deployed-'));
  readonly app = join(this.place, 'app');
  private readonly program = join(this.app, 'bin/headwater.cjs');
  /** What the commands make in the checkout, and was not there before. */
  private readonly made = ['guides', 'console']
    .map((name) => join(root, 'apps/server', name))
    .filter((path) => !existsSync(path));

  async make(): Promise<void> {
    await deployServer(this.app);
    execFileSync('chmod', ['-R', 'a-w,a+rX', this.app]);
    chmodSync(this.place, 0o755);
  }

  /** @returns the settings of an installation with a data folder of its own, which the user may write to */
  newInstallation(name: string): Settings & { readonly HEADWATER_DATA_DIR: string } {
    const dataDir = join(this.place, name);
    mkdirSync(dataDir);
    if (user !== undefined) chownSync(dataDir, user.uid, user.gid);
    return {
      ...{ PATH: process.env.PATH ?? '', HOME: dataDir, TMPDIR: dataDir },
      ...{ HEADWATER_DATA_DIR: dataDir, HEADWATER_PORT: '0', HEADWATER_LOG_LEVEL: 'error' },
    };
  }

  /** Runs a command to its end. */
  end(env: Settings, ...args: readonly string[]): Promise<Ended> {
    return new Promise((resolve) => {
      execFile(process.execPath, [this.program, ...args], { ...user, cwd: '/', env }, (failure, out, error) =>
        resolve({ code: failure === null ? 0 : Number(failure.code), out, error }),
      );
    });
  }

  /** @returns what the command prints @throws Error unless it ends with 0 */
  async run(env: Settings, ...args: readonly string[]): Promise<string> {
    const { code, out, error } = await this.end(env, ...args);
    if (code !== 0) throw new Error(`headwater ${args.join(' ')} ended with ${code}: ${out}${error}`);
    return out;
  }

  /** @param options of `headwater serve` @throws Error when it ends before it listens */
  async serve(env: Settings, ...options: readonly string[]): Promise<DeployedServer> {
    const child = spawn(process.execPath, [this.program, 'serve', ...options], {
      ...{ ...user, cwd: '/', env },
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    const said: string[] = [];
    const url = await addressOf(child, said);
    return {
      ...{ url, said, pid: child.pid ?? 0 },
      stop: async () => {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      },
    };
  }

  remove(): void {
    execFileSync('chmod', ['-R', 'u+w', this.place]);
    for (const path of [this.place, ...this.made]) rmSync(path, { recursive: true, force: true });
  }
}

function addressOf(child: ChildProcess, said: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stderr === null) throw new Error('the server says nothing');
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      const [, url] = /listens on (\S+)/.exec(line) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('close', (code) => reject(new Error(`the server has ended with ${code}: ${said.join('\n')}`)));
  });
}
