/**
 * Debian's PgBouncer before a PostgreSQL, pooling transactions: each may go over another connection.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** What the program needs besides what a machine has. */
const packages = ['pgbouncer', 'libevent-2.1-7', 'libc-ares2'];

/** Connections to a database that callers share; fewer than a server has. Servers that start at once need two each. */
export const poolSize = 10;

interface Program {
  readonly path: string;
  readonly libraries: string;
}

export interface PgBouncer extends Program {
  readonly version: string;
  /** Whether it keeps statements with names apart, as it does since 1.21. */
  readonly isPrepared: boolean;
}

export interface Pooler {
  /** @returns the address over the pooler */
  through(url: string): string;
  stop(): Promise<void>;
}

/**
 * @param path of the program, unless it is to be found
 * @returns PgBouncer as it is installed; in CI one that is fetched from the machine's Debian mirror; undefined where there is none, which
 *   is said on standard error
 */
export function findPgBouncer(path?: string): PgBouncer | undefined {
  const program = path === undefined ? findProgram() : { path, libraries: '' };
  if (program === undefined) return undefined;
  const said = execFileSync(program.path, ['--version'], {
    env: { ...process.env, LD_LIBRARY_PATH: program.libraries },
    encoding: 'utf8',
  });
  const [, version = '', major, minor] = /^PgBouncer ((\d+)\.(\d+)\S*)/.exec(said) ?? [];
  return { ...program, version, isPrepared: Number(major) * 100 + Number(minor) >= 121 };
}

function findProgram(): Program | undefined {
  const installed = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync);
  if (installed !== undefined) return { path: installed, libraries: '' };
  try {
    if (!process.env.CI) throw new Error('it is not installed, and fetched in CI only');
    return fetchProgram();
  } catch (error) {
    console.warn(`SKIPPED: the tests behind PgBouncer: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

function fetchProgram(): Program {
  const folder = join(tmpdir(), 'headwater-pgbouncer');
  const program = { path: join(folder, 'usr/sbin/pgbouncer'), libraries: librariesOf(folder) };
  if (existsSync(program.path)) return program;
  const fetched = mkdtempSync(`${folder}-`);
  chmodSync(fetched, 0o755);
  execFileSync('apt-get', ['download', ...packages], { cwd: fetched, stdio: 'ignore' });
  for (const file of readdirSync(fetched)) execFileSync('dpkg', ['-x', file, '.'], { cwd: fetched });
  return { path: join(fetched, 'usr/sbin/pgbouncer'), libraries: librariesOf(fetched) };
}

function librariesOf(folder: string): string {
  const architecture = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  return join(folder, 'usr/lib', `${architecture}-linux-gnu`);
}

/** @param url of a PostgreSQL; the pooler leads to all of its databases */
export async function startPgBouncer(program: PgBouncer, url: string): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'headwater-pooler-'));
  const listenPort = await freePort();
  const target = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const settings = [
    '[databases]',
    `* = ${target}`,
    '[pgbouncer]',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 500',
    'listen_addr = 127.0.0.1',
    `listen_port = ${listenPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...(program.isPrepared ? ['max_prepared_statements = 500'] : []),
  ];
  writeFileSync(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  chmodSync(folder, 0o755);
  const idOf = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  const child = spawn(program.path, [join(folder, 'pgbouncer.ini')], {
    // It does not run as root.
    ...(process.getuid?.() === 0 && { uid: idOf('-u'), gid: idOf('-g') }),
    env: { ...process.env, LD_LIBRARY_PATH: program.libraries },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PgBouncer did not start: ${said.join('\n')}`)));
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line);
      if (line.includes('process up')) resolve();
    });
  });
  return {
    through: (database) => {
      const through = new URL(database);
      through.host = `127.0.0.1:${listenPort}`;
      return through.href;
    },
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns a port that nobody listens on */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await new Promise((closed) => probe.close(closed));
  return port;
}
