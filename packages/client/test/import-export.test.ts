/** Records of one space, exported and imported into another: equal by content, through kills at any moment. */
import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { paths } from '@headwater/openapi-types';
import { createKeyOf, createSpaceWithKey, type RunningServer, startServer } from '@headwater/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient, type HeadwaterClient, unwrap } from '../src/index.js';
import { makeFolder } from './pack.js';
import { type Ended, environmentOf, type Run, startClient } from './run-client.js';

interface Space {
  readonly url: string;
  readonly space: string;
  readonly credentials: { readonly token: string; readonly password: string };
  readonly client: HeadwaterClient<paths>;
  readonly ownerId: string;
}

let server: RunningServer;
let source: Space;
let target: Space;
let folder: string;

beforeAll(async () => {
  folder = await makeFolder();
  server = await startServer({
    dataDir: join(folder, 'data'),
    port: 0,
    logLevel: 'silent',
    databaseSettings: { synchronous: 'NORMAL' },
  });
  source = await newSpace('source');
  await fill(source, 700);
});

beforeEach(async () => {
  target = await newSpace(`target-${randomUUID().slice(0, 8)}`);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function newSpace(space: string): Promise<Space> {
  const credentials = await createSpaceWithKey(server, space);
  const client = createClient<paths>({ baseUrl: server.url, space, ...credentials });
  const { data: users } = await unwrap(client.GET('/entities/Clients'));
  return { url: server.url, space, credentials, client, ownerId: users[0]!.id };
}

/** Texts that are hard to carry, with all that a record can hold. */
const hard = [
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

async function fill({ client, ownerId }: Space, count: number): Promise<void> {
  const accounts = Array.from({ length: 3 }, (_, at) => ({ name: `Account ${at}`, owner_id: ownerId }));
  const { data: ids } = await unwrap(client.POST('/entities/Accounts/batch-modify', { body: accounts }));
  for (let start = 0; start < count; start += 500) {
    const body = Array.from({ length: Math.min(500, count - start) }, (_, at) => ({
      owner_id: ownerId,
      first_name: `First ${start + at}`,
      last_name: `Last ${start + at}`,
      comments: hard[at % hard.length] ?? '',
      gender: (at % 3) as 0 | 1 | 2,
      is_unsubscribed: at % 2 === 0,
      account_relations: [{ account_id: ids[at % 3] as string, is_primary: true }],
    }));
    await unwrap(client.POST('/entities/Contacts/batch-modify', { body }));
  }
}

function start(space: Space, ...args: string[]): Run {
  return startClient(args, folder, environmentOf(space));
}

const run = (space: Space, ...args: string[]): Promise<Ended> => start(space, ...args).ended;

/** What is the same in both spaces: everything but what each gives its records itself. */
async function contentsOf({ client }: Space, path: '/entities/Contacts' | '/entities/Accounts' = '/entities/Contacts') {
  const contents = new Map<string, unknown>();
  for await (const record of client.records(path, { params: { query: { expand: 'account_relations' } } })) {
    const { revision: _, ...members } = record as Record<string, unknown>;
    const own = Object.entries(members).filter(
      ([name, value]) => !/^(owner|unit|contact_type)/.test(name) && !isAddress(value),
    );
    contents.set(record.id, { ...Object.fromEntries(own), account_relations: rowsOf(members.account_relations) });
  }
  return contents;
}

function rowsOf(rows: unknown): unknown {
  if (!Array.isArray(rows)) return undefined;
  return rows.map(({ account_id, is_primary }) => ({ account_id, is_primary }));
}

function isAddress(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 && value.every(isAddress) : /^https?:/.test(String(value));
}

const countOf = async ({ client }: Space) =>
  (await unwrap(client.GET('/entities/Contacts', { params: { query: { first: 1, 'include-total': true } } }))).total;

/**
 * Kills a command again and again, each time a little later, until it has ended by itself.
 * @param wholeMs about how long one takes that is left alone: on a busy machine the start alone takes seconds
 */
async function untilDone(
  begin: () => Run,
  wholeMs: number,
  onKill = async () => {},
): Promise<{ kills: number; ended: Ended }> {
  for (let kills = 0; ; kills++) {
    const { child, ended } = begin();
    const timer = setTimeout(() => child.kill('SIGKILL'), wholeMs * (0.6 + 0.025 * kills + 0.05 * Math.random()));
    const result = await ended;
    clearTimeout(timer);
    if (child.signalCode === null) return { kills, ended: result };
    await onKill();
  }
}

/** Milliseconds that a whole export takes. */
async function timeOfExport(file: string): Promise<number> {
  const began = performance.now();
  await run(source, 'export', 'Contacts', '--out', file);
  return performance.now() - began;
}

const changes = () => [`--set=owner_id=${target.ownerId}`, '--omit=unit_id,contact_type_id'];

describe.each(['ndjson', 'csv'])('records as %s', (format) => {
  it('come into another space as they are', { timeout: 120_000 }, async () => {
    for (const collection of ['Accounts', 'Contacts']) {
      const file = join(folder, `${collection}.${format}`);
      const rows = collection === 'Contacts' ? ['--expand', 'account_relations'] : [];
      expect(await run(source, 'export', collection, '--out', file, ...rows)).toMatchObject({ code: 0, error: '' });
      const omit = collection === 'Contacts' ? changes() : [changes()[0]!, '--omit=unit_id,account_type_id'];
      expect(await run(target, 'import', collection, file, ...omit)).toMatchObject({ code: 0, error: '' });
    }
    expect(await contentsOf(target)).toEqual(await contentsOf(source));
    expect((await readdir(folder)).filter((name) => /journal|part/.test(name))).toEqual([]);
  });
});

it('come with all that they refer to, in the order of references', { timeout: 120_000 }, async () => {
  const where = ['--where', 'last_name:starts=Last 1', '--expand', 'account_relations'];
  const types = ['MasterRights', 'SalesUnits', 'Clients', 'AccountTypes', 'ContactTypes'];
  for (const collection of [...types, 'Accounts', 'Contacts']) {
    const file = join(folder, `all-${collection}.ndjson`);
    await run(source, 'export', collection, '--out', file, ...(collection === 'Contacts' ? where : []));
    expect(await run(target, 'import', collection, file)).toMatchObject({ code: 0, error: '' });
  }
  const query = { 'order-by': 'id', filter: { last_name: 'Last 1' }, 'filter-op': { last_name: 'starts' } } as const;
  const contactsOf = async ({ client }: Space) => {
    const contacts: object[] = [];
    for await (const { owner_id, unit_id, contact_type_id, id } of client.records('/entities/Contacts', {
      params: { query },
    })) {
      contacts.push({ owner_id, unit_id, contact_type_id, id });
    }
    return contacts;
  };
  expect(await contactsOf(target)).toEqual(await contactsOf(source));
  expect(await contactsOf(target)).toHaveLength(111);
});

describe('kills', { timeout: 180_000 }, () => {
  it('of an export leave a file that is whole in the end, with each record once', async () => {
    const file = join(folder, 'killed.ndjson');
    const whole = join(folder, 'whole.ndjson');
    const wholeMs = await timeOfExport(whole);
    // As of a kill between two writes, or inside one.
    const tear = async () => {
      for (const part of (await readdir(folder)).filter((name) => /^killed.ndjson.(part|journal)$/.test(name))) {
        await appendFile(join(folder, part), '{"torn');
      }
    };
    const { kills } = await untilDone(() => start(source, 'export', 'Contacts', '--out', file), wholeMs, tear);
    expect(kills).toBeGreaterThan(0);
    expect(await readFile(file, 'utf8')).toBe(await readFile(whole, 'utf8'));
  });

  it('of an import of records without ids create each once', async () => {
    const file = join(folder, 'new.ndjson');
    const lines = Array.from({ length: 600 }, (_, at) =>
      JSON.stringify({ last_name: `New ${at}`, owner_id: target.ownerId }),
    );
    await writeFile(file, `${lines.join('\n')}\n`);
    const wholeMs = await timeOfExport(join(folder, 'whole.ndjson'));
    const begin = () => start(target, 'import', 'Contacts', file, '--batch-size', '5');
    const { kills, ended } = await untilDone(begin, wholeMs);
    expect(kills).toBeGreaterThan(0);
    expect(ended).toEqual({ code: 0, out: '600 written, 0 rejected.\n', error: '' });
    expect(await countOf(target)).toBe(600);
    const names = new Set<unknown>();
    for await (const { last_name } of target.client.records('/entities/Contacts')) names.add(last_name);
    expect(names.size).toBe(600);
  });

  it('are survived by a file that is imported again within a day', async () => {
    const file = join(folder, 'twice.csv');
    await writeFile(file, `last_name,owner_id\nOnce,${target.ownerId}\n`);
    for (let count = 0; count < 2; count++) {
      expect(await run(target, 'import', 'Contacts', file)).toMatchObject({ code: 0, out: '1 written, 0 rejected.\n' });
    }
    expect(await countOf(target)).toBe(1);
  });
});

describe('an import', () => {
  const file = () => join(folder, 'given.csv');

  it('lists rejected lines with the reasons of the server, and writes the others', async () => {
    await writeFile(
      file(),
      `\uFEFFlast_name,owner_id,gender,comments\nA,${target.ownerId},1,"Two\nlines"\n\nNo owner,,,\nGood,${target.ownerId},,\nBad,${target.ownerId},much,\n`,
    );
    const dry = await run(target, 'import', 'Contacts', file(), '--dry-run');
    expect(await countOf(target)).toBe(0);
    const wet = await run(target, 'import', 'Contacts', file());
    const withoutIds = ({ error }: Ended) => error.replace(/\[[0-9a-f-]{36}\]/g, '');
    expect(dry).toMatchObject({ code: 1, out: '2 would be written, 2 rejected.\n' });
    expect(withoutIds(dry)).toBe(withoutIds(wet));
    expect(wet).toMatchObject({ code: 1, out: '2 written, 2 rejected.\n' });
    expect(wet.error).toMatch(/^line 5: .*owner_id.*\nline 7: .*gender.*\nMend the lines/);
    expect(await countOf(target)).toBe(2);
  });

  it.each<[string, string, string, RegExp]>([
    ['a line that is no JSON', 'bad.ndjson', '{"last_name":"A"}\n{"last_name":\n', /bad\.ndjson, line 2: .*JSON/],
    ['a line that is no record', 'bad.ndjson', '\n[1]\n', /bad\.ndjson, line 2: must be an object/],
    ['a column of no member', 'bad.csv', 'last_name,town\nA,B\n', /bad\.csv, line 1: .*"town"/],
    ['a column twice', 'bad.csv', 'last_name,last_name\nA,B\n', /bad\.csv, line 1: there are two columns "last_name"/],
    ['a row that is too long', 'bad.csv', 'last_name\nA\nB,C\n', /bad\.csv, line 3: /],
    ['a quote that does not end', 'bad.csv', 'last_name\n"A\n', /bad\.csv, line \d+: /],
  ])('writes nothing of a file with %s', async (_case, name, text, error) => {
    await writeFile(join(folder, name), text);
    expect(await run(target, 'import', 'Contacts', join(folder, name))).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringMatching(error),
    });
    expect(await countOf(target)).toBe(0);
  });

  it('names a collection that takes no records, and a file that is not there', async () => {
    await writeFile(file(), 'last_name\nA\n');
    const wrong = await run(target, 'import', 'Contact', file());
    expect(wrong).toMatchObject({ code: 1, error: expect.stringMatching(/"Contact"\. Collections: .*Contacts/) });
    expect(await run(target, 'import', 'Contacts', 'nowhere.csv')).toMatchObject({
      code: 1,
      error: expect.stringContaining('ENOENT'),
    });
  });

  it('ends where a key may not write, and goes on with one that may', async () => {
    await writeFile(file(), `last_name,owner_id\nA,${target.ownerId}\n`);
    const credentials = await createKeyOf(server, target.space, { readOnly: true });
    expect(await run({ ...target, credentials }, 'import', 'Contacts', file())).toMatchObject({ code: 1 });
    expect(await run(target, 'import', 'Contacts', file())).toMatchObject({ code: 0 });
  });

  it('does not go on with another file, nor after a day', async () => {
    const head = (last_name: string) => writeFile(file(), `last_name,owner_id\n${last_name},${target.ownerId}\n`);
    await head('A');
    const credentials = await createKeyOf(server, target.space, { readOnly: true });
    await run({ ...target, credentials }, 'import', 'Contacts', file());
    await head('B');
    expect(await run(target, 'import', 'Contacts', file())).toMatchObject({
      code: 1,
      error: expect.stringContaining('its digest was another one'),
    });
    await head('A');
    const yesterday = new Date(Date.now() - 24 * 3_600_000);
    await utimes(`${file()}.journal`, yesterday, yesterday);
    expect(await run(target, 'import', 'Contacts', file())).toMatchObject({
      code: 1,
      error: expect.stringContaining('more than a day ago'),
    });
    expect(await countOf(target)).toBe(0);
    await rm(`${file()}.journal`);
  });
});

describe('an export', () => {
  it('takes conditions and members, and writes the head of an empty file', async () => {
    const file = join(folder, 'some.csv');
    const only = ['--only', 'first_name,gender', '--out', file];
    expect(await run(source, 'export', 'Contacts', ...only, '--where', 'first_name=First 7')).toMatchObject({
      code: 0,
      out: `${file} has 1 record of Contacts.\n`,
    });
    expect(await readFile(file, 'utf8')).toMatch(/^id,first_name,gender\n[0-9a-f-]{36},First 7,1\n$/);
    await run(source, 'export', 'Contacts', ...only, '--where', 'first_name=nobody');
    expect(await readFile(file, 'utf8')).toBe('id,first_name,gender\n');
  });

  it('does not go on with another one', async () => {
    const file = join(folder, 'other.ndjson');
    const killed = start(source, 'export', 'Contacts', '--out', file);
    while (!(await readdir(folder)).includes('other.ndjson.part')) await sleep(10);
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(await run(source, 'export', 'Accounts', '--out', file)).toMatchObject({
      code: 1,
      error: expect.stringContaining('its collection was another one'),
    });
  });

  it.each([
    [['Contacts'], 2, '--out must be given'],
    [['Contacts', '--out', 'contacts.xlsx'], 2, '--format must be given'],
    [['Contact', '--out', 'contacts.csv'], 1, '"Contact"'],
    [['Contacts', '--out', 'nowhere/contacts.csv'], 1, 'ENOENT'],
  ])('rejects %j', async (args, code, error) => {
    await mkdir(join(folder, 'there'), { recursive: true });
    expect(await run(source, 'export', ...args)).toEqual({ code, out: '', error: expect.stringContaining(error) });
  });
});
