/**
 * Runs one empty PostgreSQL: prints its address as a line, and stops and leaves nothing behind when its standard input ends.
 * A process of its own, because the process that started it may be killed at any moment. It knows nothing of tests.
 * With `--survives` it keeps what it has committed when its processes are killed, and is started again at the same address then.
 * Its data is in memory where there is room for it, unless `--on-disk` is given: a database is more than a thousand files, and a disk
 * takes several times as long to make and remove them. `HEADWATER_TEST_POSTGRES` names an older major version.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryFolder } from './memory-folder.mjs';
import { postgresBinaries, postgresVersion } from './postgres-binaries.mjs';

const user = 'headwater';
/** Another process may take the port between our finding it and PostgreSQL's listening on it. */
const maxAttempts = 3;

/** Text is sorted by a language unless a column says otherwise, as on most servers. */
const clusterOptions = [
  ...['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US', '--no-sync'],
  // The password is random; thousands of connections prove that they know it. PostgreSQL 15 cannot set it.
  ...(postgresVersion === '15' ? [] : ['--set=scram_iterations=1']),
];
const serverSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Nothing is replicated, and no database lives long enough to be vacuumed.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  jit: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // Rejected statements are what tests provoke; only the server's own life is of interest.
  log_min_messages: 'log',
};

const settingsInMemory = { max_wal_size: '512MB' };

/** The machine goes on when processes are killed: what was written to the system is not lost, only what was not. */
const survivesKills = { synchronous_commit: 'on', full_page_writes: 'on' };
const survives = process.argv.includes('--survives');
/** Processes that were killed may be there for a moment still. */
const pauseMs = 200;

/** PostgreSQL does not run as root. @returns the user that runs it instead; undefined: the current one */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' })) | 0;
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** @returns a folder for temporary files that everybody can enter, also when root's own is closed to others */
function openFolder() {
  const isOpen = (folder) =>
    (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || isOpen(dirname(folder)));
  return [tmpdir(), '/tmp', '/var/tmp'].find((folder) => existsSync(folder) && isOpen(folder)) ?? tmpdir();
}

/**
 * An unprivileged user may not reach the checkout (it can lie below a folder that only root can enter): it gets a copy.
 * @returns the folder of binaries that the user of the server can run
 */
function placeBinaries(folder, owner) {
  const installed = postgresBinaries();
  const binaries = owner ? join(folder, 'native') : installed;
  if (owner) cpSync(installed, binaries, { recursive: true, verbatimSymlinks: true });
  for (const name of ['initdb', 'postgres']) {
    const file = join(binaries, 'bin', name);
    if (existsSync(file) && (statSync(file).mode & 0o100) === 0) chmodSync(file, 0o755);
  }
  return binaries;
}

/** For the log, some databases of 25 MB at a time, and some with many records. */
const neededMemory = 2 * 1024 ** 3;

const inMemory = process.argv.includes('--on-disk') ? undefined : memoryFolder(neededMemory);

/** @param folder for everything else @returns the folder of the data */
function placeData(folder) {
  if (inMemory !== undefined) return mkdtempSync(join(inMemory, 'headwater-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  return data;
}

function makeCluster(folder, data, binaries, owner, password) {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, folder, data]);
  const options = [`--pgdata=${data}`, `--username=${user}`, `--pwfile=${passwordFile}`];
  execFileSync(join(binaries, 'bin', 'initdb'), [...options, '--auth=scram-sha-256', ...clusterOptions], {
    ...owner,
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** @param knownPort where it was before @returns the server's process and port, once it takes connections */
async function startServer(data, binaries, owner, knownPort) {
  for (let attempt = 1; ; attempt++) {
    const port = knownPort ?? (await freePort());
    const values = {
      ...serverSettings,
      ...(inMemory !== undefined && settingsInMemory),
      ...(survives && survivesKills),
      port,
    };
    const settings = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(join(binaries, 'bin', 'postgres'), ['-D', data, ...settings], {
      ...owner,
      cwd: data,
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const log = await readUntilReady(server);
    if (log === undefined) return { server, port };
    if (attempt === maxAttempts) throw new Error(`PostgreSQL did not start:\n${log}`);
    await sleep(pauseMs);
  }
}

/** @returns undefined when the server takes connections; what it said when it gave up instead */
function readUntilReady(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    server.once('error', reject);
    server.once('exit', () => resolve(log));
    server.stderr.on('data', (chunk) => {
      if (log.includes('ready to accept connections')) return;
      log += chunk;
      if (log.includes('ready to accept connections')) resolve(undefined);
    });
  });
}

/** @returns a promise of the moment at which the starter has no more use for the server, or is gone */
function untilUnwanted() {
  return new Promise((resolve) => {
    process.stdin.on('end', resolve).on('error', resolve).resume();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
  });
}

async function main() {
  const unwanted = untilUnwanted();
  const folder = mkdtempSync(join(openFolder(), 'headwater-postgres-'));
  const data = placeData(folder);
  try {
    const owner = unprivilegedUser();
    const binaries = placeBinaries(folder, owner);
    const password = randomBytes(12).toString('hex');
    makeCluster(folder, data, binaries, owner, password);
    let { server, port } = await startServer(data, binaries, owner);
    process.stdout.on('error', () => {});
    process.stdout.write(`postgres://${user}:${password}@127.0.0.1:${port}/postgres\n`);
    for (;;) {
      const exited = new Promise((resolve) => server.once('exit', () => resolve('exited')));
      const end = await Promise.race([unwanted, exited]);
      if (end === 'exited' && survives) {
        await sleep(pauseMs);
        ({ server, port } = await startServer(data, binaries, owner, port));
        continue;
      }
      // Not waiting for connections to end: nobody who could use them is left.
      server.kill('SIGINT');
      await exited;
      break;
    }
  } finally {
    for (const made of [data, folder]) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
  }
}

await main();
process.exit();
