/**
 * `npm run rolling-upgrade`: replaces the servers of a released version by those of this checkout, one after another, while clients
 * write through all of them.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startTestPostgres } from '../../../../tools/test-postgres.mjs';
import { fillSpace } from '../backup/backup-fixture.js';
import { Writers } from '../failover/writers.js';
import { ServerProcess } from '../processes/server-process.js';
import { TestSpace } from '../test-space.js';
import { makeSpace, openRelease, type Release } from '../upgrades/installed-release.js';
import { recordedSpace } from '../upgrades/recorded-release.js';

const usage = `Replaces the servers of a released version by those of this checkout while clients write. Options:
  --from <folder>     a checkout of that version, installed and built
  --seconds <number>  between one step and the next; 10 when left out
  --contacts <number> that are there before, for the time that a change of large tables takes; 0 when left out
  --help              show this
Exit codes: 0 every write is there once, no request failed and none waited for more than a second, 1 not so, 2 wrong usage.`;

const writersOfServer = 4;

/** A change of a table may keep others waiting for so long, however many rows it has. */
const longestLockMs = 1_000;

interface Options {
  readonly release: Release;
  readonly pauseMs: number;
  readonly contactCount: number;
}

function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      seconds: { type: 'string', default: '10' },
      contacts: { type: 'string', default: '0' },
      help: { type: 'boolean' },
    },
  });
  const [seconds, contactCount] = [Number(values.seconds), Number(values.contacts)];
  const isUsable = seconds > 0 && Number.isInteger(contactCount) && contactCount >= 0;
  if (values.help || values.from === undefined || !isUsable) {
    (values.help ? console.log : console.error)(usage);
    process.exitCode = values.help ? 0 : 2;
    return undefined;
  }
  const release = openRelease(values.from, usage);
  return release && { release, pauseMs: seconds * 1_000, contactCount };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) return;
  const postgres = await startTestPostgres({ onDisk: options.contactCount > 0 });
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-rolling-'));
  const env = { HEADWATER_DATA_DIR: dataDir, HEADWATER_DATABASE_URL: await postgres.createDatabase() };
  console.log(`from ${options.release.version}, load ${loadavg()[0]?.toFixed(1)} before the run`);
  try {
    const problems = await upgrade(options, env);
    for (const problem of problems) console.log(problem);
    console.log(problems.length === 0 ? 'ok' : 'FAILED');
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @returns what went wrong */
async function upgrade(
  { release: { program }, pauseMs, contactCount }: Options,
  env: Readonly<Record<string, string>> & { readonly HEADWATER_DATABASE_URL: string },
): Promise<readonly string[]> {
  const authorization = makeSpace(program, env);
  const before = [new ServerProcess(env, false, [], program), new ServerProcess(env, false, [], program)];
  const after = [new ServerProcess(env, false), new ServerProcess(env, false)];
  const all = [...before, ...after];
  const writers: Writers[] = [];
  const old: Writers[] = [];
  const readers: Reader[] = [];
  const problems: string[] = [];
  const open = async (server: ServerProcess) => {
    await server.start();
    const space = new TestSpace(server.url ?? '', recordedSpace, authorization, authorization);
    await space.readSeedRecords();
    return space;
  };
  const write = (space: TestSpace) => {
    const begun = new Writers(space, writersOfServer);
    writers.push(begun);
    readers.push(new Reader(space));
    return begun;
  };
  /** @returns for how long, in milliseconds, one of them has written nothing since the last call */
  const longestGap = (of: readonly Writers[]) => Math.round(Math.max(...of.map((each) => each.takeGap())));
  try {
    const first = await open(before[0] as ServerProcess);
    await fillSpace(first);
    if (contactCount > 0) await copyContacts(env.HEADWATER_DATABASE_URL, contactCount);
    let last: TestSpace | undefined;
    old.push(write(first), write(await open(before[1] as ServerProcess)));
    await sleep(pauseMs);
    longestGap(old);
    for (const reader of readers) reader.takeLongest();
    for (const [index, server] of after.entries()) {
      const begun = performance.now();
      last = await open(server);
      const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
      const longestRead = Math.round(Math.max(...readers.slice(index).map((reader) => reader.takeLongest())));
      const gap = longestGap(old.slice(index));
      console.log(
        `server ${index + 1} of this version has started after ${seconds} s; the others wrote nothing for ` +
          `${gap} ms at most, a page of contacts took ${longestRead} ms at most`,
      );
      if (Math.max(gap, longestRead) > longestLockMs)
        problems.push(`somebody waited for more than ${longestLockMs} ms`);
      write(last);
      await sleep(pauseMs);
      await old[index]?.stop();
      await readers[index]?.stop();
      await once((before[index] as ServerProcess).stop(), 'exit');
      await sleep(pauseMs);
    }
    for (const each of [...writers, ...readers]) await each.stop();
    for (const each of writers) for (const [answer, times] of each.others) problems.push(`${times} × ${answer}`);
    for (const { failures } of readers) problems.push(...failures);
    if (last !== undefined) problems.push(...(await wronglyStored(last, writers)));
  } finally {
    for (const server of all) await server.kill();
  }
  for (const server of all) problems.push(...server.failures.map((failure) => `logged: ${failure}`));
  return problems;
}

/** Copies are older. */
const sinceThen = { 'filter[modified]': '2021-01-01', 'filter-op[modified]': 'gte' };

/** Fills the table of contacts, faster than a server would: copies of one, without the rows that belong to it. */
async function copyContacts(connectionString: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  // The copies refer to what the original refers to, and filling one index after another takes a fraction of the time.
  await client.query("SET session_replication_role = 'replica'");
  const { rows } = await client.query(
    "SELECT indexname AS name, indexdef AS text FROM pg_indexes WHERE tablename = 'contacts' AND indexname <> 'contacts_pkey'",
  );
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`);
  const changed =
    "jsonb_build_object('id', gen_random_uuid(), 'created', '2020-01-01', 'modified', '2020-01-01', 'position', 'Copy ' || n)";
  await client.query(
    `INSERT INTO contacts SELECT (copied).* FROM (SELECT jsonb_populate_record(one, ${changed}) AS copied ` +
      `FROM (SELECT c FROM contacts c WHERE NOT c.is_deleted LIMIT 1) AS found (one), generate_series(1, ${count}) AS n OFFSET 0) AS copies`,
  );
  for (const { text } of rows) await client.query(text);
  await client.query('ANALYZE contacts');
  await client.end();
}

/** Reads a page of contacts again and again, and knows how long that took at most. */
class Reader {
  readonly failures: string[] = [];
  private readonly running: Promise<void>;
  private isStopping = false;
  private longestMs = 0;

  constructor(private readonly space: TestSpace) {
    this.running = this.read();
  }

  /** @returns the time of the longest since the last call, in milliseconds */
  takeLongest(): number {
    const longest = this.longestMs;
    this.longestMs = 0;
    return longest;
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.running;
  }

  private async read(): Promise<void> {
    while (!this.isStopping) {
      const begun = performance.now();
      const query = { first: 25, 'order-by': 'modified', ...sinceThen };
      const status = await this.space.send('GET', 'Contacts', { query }).then((answer) => answer.status, String);
      this.longestMs = Math.max(this.longestMs, performance.now() - begun);
      if (status !== 200) this.failures.push(`a read was answered with ${status}`);
      await sleep(50);
    }
  }
}

/** @returns a line for each acknowledged contact that is not there exactly once, or whose creation is not in the log once */
async function wronglyStored(space: TestSpace, writers: readonly Writers[]): Promise<string[]> {
  const problems: string[] = [];
  const acknowledged = new Map(writers.flatMap((each) => [...each.acknowledged]));
  const names = new Map<string, number>();
  const created = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for await (const contact of pagesOf(space, 'Contacts', sinceThen)) count(names, String(contact.last_name));
  for await (const entry of pagesOf(space, 'AuditEntries')) {
    if (entry.entity === 'Contact' && entry.act === 'created') count(created, String(entry.entity_id));
  }
  for (const [name, id] of acknowledged) {
    if (names.get(name) !== 1) problems.push(`the contact ${id} is there ${names.get(name) ?? 0} times`);
    if (created.get(id) !== 1) problems.push(`the creation of ${id} is ${created.get(id) ?? 0} times in the log`);
  }
  console.log(`${acknowledged.size} acknowledged writes`);
  return problems;
}

async function* pagesOf(space: TestSpace, collection: string, filter: Readonly<Record<string, string>> = {}) {
  for (let after: string | undefined; ; ) {
    const { body } = await space.send('GET', collection, { query: { first: 100, ...filter, ...(after && { after }) } });
    const { data, page_info } = body as {
      readonly data: readonly Record<string, unknown>[];
      readonly page_info: { readonly has_next_page: boolean; readonly end_cursor?: string };
    };
    yield* data;
    if (!page_info.has_next_page) return;
    after = page_info.end_cursor;
  }
}

await main();
