/**
 * The command of the benchmark of spaces: `npm run bench:spaces`. Many spaces with many custom fields each are asked in turn, over REST and
 * over GraphQL; it reports how much memory the process of the server holds on the way.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createKeyOf, createSpaceWithKey, type RunningServer, startServer } from '@headwater/server';
import { SpaceClient } from '../data/space-client.js';
import { folderOfThisRun } from '../data/temporary.js';
import { describeMachine } from '../machine/describe-machine.js';

const usage = `Measures the memory of a server that is asked for many spaces in turn, on SQLite. Options:
  --spaces <n>  1000 when left out
  --fields <n>  custom fields of contacts in each; 500 when left out
  --rounds <n>  how often each is asked; 2 when left out
  --help        show this`;

/** Fields are made by so many in a batch. */
const batchLength = 100;
const types = ['input', 'integer', 'currency', 'checkbox', 'date'] as const;

interface Asked {
  readonly space: string;
  readonly credentials: { readonly token: string; readonly password: string };
}

/** @returns spaces that have the same fields: those of the first one, copied by the database, as making all of them would take an hour */
async function makeSpaces(dataDir: string, spaceCount: number, fieldCount: number): Promise<Asked[]> {
  const server = await startServer({ dataDir, port: 0, logLevel: 'fatal' });
  try {
    const first: Asked = { space: 'space-0', credentials: await createSpaceWithKey(server, 'space-0') };
    const client = new SpaceClient(server.url, first.space, first.credentials);
    for (let made = 0; made < fieldCount; made += batchLength) {
      const length = Math.min(batchLength, fieldCount - made);
      const fields = Array.from({ length }, (_, index) => fieldAt(made + index));
      await client.ask('POST', 'Fields/batch-modify', fields);
    }
    const { id: owner_id } = await client.first('Clients');
    await client.ask('POST', 'Contacts', { owner_id, last_name: 'Ames', cf_trait_0: 'tall' });
    const spaces = [first];
    const tables = await tablesOf(server, first.space);
    for (let index = 1; index < spaceCount; index++) {
      const space = `space-${index}`;
      await copySpace(server, tables, first.space, space);
      spaces.push({ space, credentials: await createKeyOf(server, space) });
    }
    return spaces;
  } finally {
    await server.close();
  }
}

function fieldAt(index: number): object {
  return { entity_name: 'Contact', name: `Trait ${index}`, type_id: types[index % types.length] };
}

type Table = readonly [name: string, columns: readonly string[]];

/** @returns the tables in which the space has rows, those of its keys left out: each space gets one of its own */
async function tablesOf({ deps: { db } }: RunningServer, space: string): Promise<Table[]> {
  const names: { name: string }[] = await db.knex('sqlite_master').where({ type: 'table' }).select('name');
  const tables: Table[] = [];
  for (const { name } of names) {
    const columns = Object.keys(await db.knex(name).columnInfo());
    if (!columns.includes('space_id') || name === 'api_keys' || name === 'api_accesses') continue;
    const [row] = await db.knex(name).where({ space_id: space }).limit(1);
    if (row !== undefined) tables.push([name, columns.filter((column) => column !== 'space_id')]);
  }
  return tables;
}

async function copySpace(server: RunningServer, tables: readonly Table[], from: string, to: string): Promise<void> {
  const { knex } = server.deps.db;
  await knex.transaction(async (transaction) => {
    await transaction.raw('PRAGMA defer_foreign_keys = ON');
    for (const [name, columns] of tables) {
      const listed = columns.map((column) => `"${column}"`).join(', ');
      await transaction.raw(
        `INSERT INTO "${name}" ("space_id", ${listed}) SELECT ?, ${listed} FROM "${name}" WHERE "space_id" = ?`,
        [to, from],
      );
    }
  });
}

async function startMeasured(dataDir: string): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const program = fileURLToPath(new URL('../../../bin/headwater.cjs', import.meta.url));
  const env = { ...process.env, HEADWATER_DATA_DIR: dataDir, HEADWATER_PORT: '0', HEADWATER_LOG_LEVEL: 'fatal' };
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'inherit', 'pipe'] });
  for await (const line of createInterface({ input: child.stderr })) {
    const [, url] = /listens on (\S+)/.exec(line) ?? [];
    if (url !== undefined) return { url, child };
    console.error(line);
  }
  throw new Error('the server has not started');
}

async function residentMegabytes({ pid }: ChildProcess): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1_000);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      spaces: { type: 'string', default: '1000' },
      fields: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '2' },
      help: { type: 'boolean' },
    },
  });
  const [spaceCount, fieldCount, rounds] = [Number(values.spaces), Number(values.fields), Number(values.rounds)];
  const isUsable = [spaceCount, fieldCount, rounds].every((value) => Number.isInteger(value) && value > 0);
  if (values.help || !isUsable) {
    (isUsable ? console.log : console.error)(usage);
    if (!isUsable) process.exitCode = 2;
    return;
  }
  const { cpu, cores, loadAverage } = describeMachine();
  console.log(`${cores} × ${cpu}, load ${loadAverage.toFixed(1)} before the run`);
  const dataDir = folderOfThisRun('spaces');
  const start = performance.now();
  const spaces = await makeSpaces(dataDir, spaceCount, fieldCount);
  console.log(`made ${spaceCount} spaces of ${fieldCount} fields in ${seconds(start)} s`);
  const { url, child } = await startMeasured(dataDir);
  try {
    console.log(`started: ${await residentMegabytes(child)} MB`);
    let most = 0;
    for (let round = 1; round <= rounds; round++) {
      const begun = performance.now();
      for (const [index, { space, credentials }] of spaces.entries()) {
        const client = new SpaceClient(url, space, credentials);
        await client.ask('GET', 'Contacts?filter[cf_trait_0]=tall');
        await client.query('{ contacts(first: 1) { nodes { lastName cf_trait_0 } } }');
        most = Math.max(most, await residentMegabytes(child));
        if ((index + 1) % Math.ceil(spaceCount / 10) === 0) {
          console.log(`round ${round}, ${index + 1} spaces: ${await residentMegabytes(child)} MB, ${seconds(begun)} s`);
        }
      }
    }
    console.log(`${most} MB at most`);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
