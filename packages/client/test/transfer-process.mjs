/**
 * Moves many records from one space into another by `headwater-client export` and `import`: once undisturbed, for its time and memory, and
 * once killed again and again. Fails unless both copies are equal to the source. Linux: it reads the memory of processes in /proc.
 *
 * node packages/client/test/transfer-process.mjs --records 100000 --kills 5 --seed 1 --database sqlite
 */
import { deepStrictEqual } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createSpaceWithKey, startServer } from '@headwater/server';
import { startTestPostgres } from '../../../tools/test-postgres.mjs';
import { createClient, unwrap } from '../dist/index.js';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'sqlite' },
  },
});
if (!['sqlite', 'postgres'].includes(values.database)) throw new Error('--database must be sqlite or postgres');
const [records, kills, seed] = [Number(values.records), Number(values.kills), Number(values.seed)];
const program = fileURLToPath(new URL('../bin/headwater-client.mjs', import.meta.url));
const accounts = Math.max(1, Math.ceil(records / 100));
const texts = [
  'a,b;c',
  '"quoted"',
  'two\nlines',
  '\u2028 separator',
  'Žižek 東京 😀',
  ' blanks ',
  '=1+1',
  '0012',
  'null',
  '{}',
];

const load = loadavg()[0];
const folder = await mkdtemp(join(tmpdir(), 'headwater-transfer-'));
const postgres = values.database === 'postgres' ? await startTestPostgres({ onDisk: true }) : undefined;
const databaseUrl = await postgres?.createDatabase();
const server = await startServer({ dataDir: join(folder, 'data'), port: 0, logLevel: 'silent', databaseUrl });
try {
  const source = await newSpace('source');
  await fill(source);
  console.log(
    `${values.database}, load before ${load.toFixed(1)}, seed ${seed}, ${records} contacts with a row each, ${accounts} accounts`,
  );
  await transfer(source, await newSpace('undisturbed'), 0);
  await transfer(source, await newSpace('killed'), kills);
} finally {
  await server.close();
  await postgres?.stop();
  await rm(folder, { recursive: true });
}

async function newSpace(space) {
  const credentials = await createSpaceWithKey(server, space);
  const client = createClient({ baseUrl: server.url, space, ...credentials });
  const { data: users } = await unwrap(client.GET('/entities/Clients'));
  const env = {
    HEADWATER_URL: server.url,
    HEADWATER_SPACE: space,
    HEADWATER_TOKEN: credentials.token,
    HEADWATER_PASSWORD: credentials.password,
  };
  return { space, client, env, ownerId: users[0].id };
}

async function fill({ client, ownerId }) {
  const write = async (path, count, recordOf) => {
    const ids = [];
    for (let start = 0; start < count; start += 500) {
      const body = Array.from({ length: Math.min(500, count - start) }, (_, at) => recordOf(start + at));
      ids.push(...(await unwrap(client.POST(`/entities/${path}/batch-modify`, { body }))).data);
    }
    return ids;
  };
  const ids = await write('Accounts', accounts, (at) => ({ name: `Account ${at}`, owner_id: ownerId }));
  await write('Contacts', records, (at) => ({
    owner_id: ownerId,
    first_name: `First ${at}`,
    last_name: `Last ${at}`,
    email1: `contact.${at}@example.com`,
    comments: texts[at % texts.length],
    gender: at % 3,
    is_unsubscribed: at % 2 === 0,
    account_relations: [{ account_id: ids[at % ids.length], is_primary: true }],
  }));
}

/** @param killed how often each of the commands that move contacts is killed */
async function transfer(source, target, killed) {
  const file = (collection) => join(folder, `${target.space}-${collection}.ndjson`);
  const set = ['--set', `owner_id=${target.ownerId}`, '--omit'];
  await run(source.env, ['export', 'Accounts', '--out', file('Accounts')]);
  await run(target.env, ['import', 'Accounts', file('Accounts'), ...set, 'unit_id,account_type_id']);
  const out = ['export', 'Contacts', '--out', file('Contacts'), '--expand', 'account_relations'];
  report(target, 'export', await untilDone(source.env, out, killed));
  const megabytes = (await stat(file('Contacts'))).size / 1e6;
  const into = ['import', 'Contacts', file('Contacts'), ...set, 'unit_id,contact_type_id'];
  report(target, 'import', await untilDone(target.env, into, killed));
  const compared = {
    Accounts: await compare(source, target, 'Accounts'),
    Contacts: await compare(source, target, 'Contacts'),
  };
  deepStrictEqual(compared, { Accounts: accounts, Contacts: records });
  console.log(
    `${target.space}: ${records} contacts (${megabytes.toFixed(1)} MB) and ${accounts} accounts are equal by content`,
  );
}

function report({ space }, command, { seconds, kills: count, early, late, most }) {
  const rate = Math.round(records / seconds);
  const memory = `memory ${early} MB in the first half, ${late} MB in the second, at most ${most} MB`;
  console.log(`${space}: ${command} ${seconds.toFixed(1)} s, ${rate} a second, ${count} kills, ${memory}`);
}

/** Runs a command until it has ended by itself; what it is killed at are equal shares of the time that a second needs for 3,000 records. */
async function untilDone(env, args, most) {
  let [seconds, count] = [0, 0];
  for (;;) {
    const killAfterMs = count < most ? 700 + (random() * ((records / 3_000) * 1_000)) / most : undefined;
    const ended = await run(env, args, killAfterMs);
    seconds += ended.seconds;
    if (!ended.isKilled) return { ...ended, seconds, kills: count };
    count += 1;
  }
}

async function run(env, args, killAfterMs) {
  const start = performance.now();
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let error = '';
  child.stderr.on('data', (chunk) => {
    error += chunk;
  });
  const samples = [];
  const sampling = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
    if (kilobytes) samples.push(Math.round(Number(kilobytes) / 1_000));
  }, 100);
  const killing = killAfterMs && setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [code, signal] = await once(child, 'close');
  clearInterval(sampling);
  clearTimeout(killing);
  if (signal !== 'SIGKILL') deepStrictEqual({ code, error }, { code: 0, error: '' });
  const half = Math.ceil(samples.length / 2);
  return {
    isKilled: signal === 'SIGKILL',
    seconds: (performance.now() - start) / 1_000,
    early: Math.max(...samples.slice(0, half)),
    late: Math.max(...samples.slice(half)),
    most: Math.max(...samples),
  };
}

/** Reads both side by side, in the order of ids. @returns how many records are equal */
async function compare(source, target, collection) {
  const list = ({ client }) =>
    client.records(`/entities/${collection}`, {
      params: { query: collection === 'Contacts' ? { expand: 'account_relations' } : {} },
    });
  const others = list(target);
  let count = 0;
  for await (const record of list(source)) {
    const other = await others.next();
    deepStrictEqual(other.done ? undefined : contentOf(other.value), contentOf(record));
    count += 1;
  }
  deepStrictEqual((await others.next()).done, true, 'the target has more records');
  return count;
}

/** Without what each space gives its records itself: revisions, addresses, ids of rows, owners, units and types. */
function contentOf({ revision: _, account_relations: rows, ...members }) {
  const isOwn = ([name, value]) => !/^(owner|unit|contact_type|account_type)/.test(name) && !isAddress(value);
  return {
    ...Object.fromEntries(Object.entries(members).filter(isOwn)),
    rows: rows?.map(({ account_id, is_primary }) => ({ account_id, is_primary })),
  };
}

function isAddress(value) {
  return Array.isArray(value) ? value.length > 0 && value.every(isAddress) : /^https?:/.test(String(value));
}

/** From 0 to below 1, the same for the same seed (a linear congruential generator). */
function random() {
  random.state = ((random.state ?? seed) * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return random.state / 4_294_967_296;
}
