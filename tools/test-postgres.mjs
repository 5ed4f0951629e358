/**
 * A real PostgreSQL for tests: one server a run, any number of databases on it. It runs as root too, and below folders that only
 * root can enter. Knows nothing of what is tested.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const { Client } = createRequire(new URL('../apps/server/package.json', import.meta.url))('pg');

const serverScript = fileURLToPath(new URL('test-postgres.server.mjs', import.meta.url));

/**
 * Starts a PostgreSQL, or takes the one that `HEADWATER_TEST_DATABASE_URL` names.
 * It goes away with all its data when `stop` is called and, at the latest, when this process ends, however it ends.
 * @param {{ onDisk?: boolean }} options `onDisk`: for more records than memory is used for
 * @throws Error when the server does not start; what it said is on standard error
 */
export async function startTestPostgres({ onDisk = false } = {}) {
  const given = process.env.HEADWATER_TEST_DATABASE_URL;
  const options = onDisk ? ['--on-disk'] : [];
  const server = given ? { url: given, stop: async () => {} } : await startOwnServer(...options);
  const made = [];
  return {
    url: server.url,
    createDatabase: async (template) => {
      const url = await createTestDatabase(server.url, template);
      made.push(url);
      return url;
    },
    stop: async () => {
      for (const url of made) await dropTestDatabase(server.url, url);
      await server.stop();
    },
  };
}

/**
 * Starts a PostgreSQL whose processes may be killed: it keeps what it has committed, and is started again at the same address.
 * It goes away as that of `startTestPostgres` does.
 */
export function startLastingPostgres() {
  return startOwnServer('--survives');
}

async function startOwnServer(...options) {
  // In a process group of its own: an interrupt from the terminal reaches us first, and it still has to clean up.
  const child = spawn(process.execPath, [serverScript, ...options], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const exited = once(child, 'exit');
  const firstLine = once(createInterface({ input: child.stdout }), 'line');
  const url = await Promise.race([firstLine.then(([line]) => line), exited.then(() => undefined)]);
  if (url === undefined) throw new Error('the PostgreSQL for tests did not start');
  // A test run that forgets to stop it can end all the same.
  for (const handle of [child, child.stdin, child.stdout]) handle.unref();
  return {
    url,
    stop: async () => {
      child.ref();
      child.stdin.end();
      await exited;
    },
  };
}

/**
 * @param {string} serverUrl the `url` of a started server
 * @param {string} [template] the address of a database to copy, which nobody may be connected to
 * @returns {Promise<string>} the address of a new database, empty without a template
 */
export async function createTestDatabase(serverUrl, template) {
  const name = `headwater_test_${randomUUID().replaceAll('-', '')}`;
  // Nobody connects to template0, and template1 can't be copied while somebody does. Copying files takes a third of the time that
  // copying blocks through the log takes.
  const source = template ? `${databaseName(template)} STRATEGY file_copy` : 'template0';
  await query(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${source}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * Connections to the database are cut; nothing happens when it is gone already.
 * @param {string} serverUrl the `url` of a started server
 * @param {string} url what `createTestDatabase` gave
 */
export async function dropTestDatabase(serverUrl, url) {
  await query(serverUrl, `DROP DATABASE IF EXISTS ${databaseName(url)} WITH (FORCE)`);
}

function databaseName(url) {
  return new URL(url).pathname.slice(1);
}

async function query(url, text) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
