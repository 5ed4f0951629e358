/** `headwater-client` against the real server: what it prints, stores and says when something is wrong. */
import { execFile } from 'node:child_process';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commands } from '../src/command/run-command.js';
import { unwrap } from '../src/index.js';
import { makeFolder } from './pack.js';
import { type RealServer, startRealServer } from './real-server.js';
import { type Ended, environmentOf, startClient } from './run-client.js';
import { hangUp, startScriptedServer } from './scripted-server.js';

let server: RealServer;
let folder: string;
let contactId: string;

beforeAll(async () => {
  server = await startRealServer('command');
  folder = await makeFolder();
  for (const [first_name, last_name, city] of [
    ['Ann', 'Smith', 'Leeds'],
    ['Bo', 'Smythe', 'York'],
    ['Cy', 'Cole, "C"', null],
  ] as const) {
    const body = { owner_id: server.ownerId, first_name, last_name, city };
    contactId = (await unwrap(server.client.POST('/entities/Contacts', { body }))).data.id;
  }
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]): Promise<Ended> => startClient(args, folder, environmentOf(server)).ended;
const bare = (args: string[], env: object = {}, input = ''): Promise<Ended> =>
  startClient(args, folder, env, input).ended;

describe('get', () => {
  it('shows a record', async () => {
    const { code, out } = await run('get', 'Contacts', contactId, '--only', 'last_name,city');
    expect([code, JSON.parse(out)]).toEqual([0, { id: contactId, last_name: 'Cole, "C"', city: null }]);
    const line = await run('get', 'Contacts', contactId, '--only', 'owner', '--expand', 'owner', '--format', 'ndjson');
    expect(line.out.split('\n')).toHaveLength(2);
    expect(JSON.parse(line.out).owner.id).toBe(server.ownerId);
  });

  it('says that there is none', async () => {
    const ended = await run('get', 'Contacts', '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11');
    expect(ended).toMatchObject({ code: 1, out: '', error: expect.stringContaining('018f4b7a') });
  });
});

describe('list', () => {
  const order = ['--order-by', 'last_name', '--only', 'last_name,city'];

  it('shows a table', async () => {
    const { code, out } = await run('list', 'Contacts', ...order);
    expect([code, out]).toEqual([0, 'last_name  city\nCole, "C"\nSmith      Leeds\nSmythe     York\n']);
  });

  it('shows of all members those that have values', async () => {
    const { out } = await run('list', 'Contacts', '--where', 'city=Leeds');
    const [head = '', row = ''] = out.split('\n');
    expect(head).toMatch(/^id .* first_name +formatted_name +last_name /);
    expect(head).not.toMatch(/phone1|owner /);
    expect(row).toContain('Ann Smith');
  });

  it.each([
    [
      ['--where', 'last_name:istarts=sm'],
      ['Smith', 'Smythe'],
    ],
    [['--where', 'city=Leeds', '--where', 'city=York', '--where', 'first_name=Bo'], ['Smythe']],
    [['--where', 'city:not-empty', '--limit', '1'], ['Smith']],
    [['--where', 'owner.last_name=nobody'], []],
  ])('finds what %j means', async (conditions, names) => {
    const { out } = await run('list', 'Contacts', ...order, ...conditions, '--format', 'ndjson');
    const found =
      out.trim() === ''
        ? []
        : out
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line).last_name);
    expect(found).toEqual(names);
  });

  it('writes CSV and JSON', async () => {
    const only = ['--order-by', 'last_name', '--only', 'last_name,city,is_archived'];
    const csv = await run('list', 'Contacts', ...only, '--format', 'csv');
    expect(csv.out).toBe('last_name,city,is_archived\n"Cole, ""C""",,false\nSmith,Leeds,false\nSmythe,York,false\n');
    const json = await run('list', 'Contacts', ...only, '--format', 'json');
    expect(JSON.parse(json.out).map((record: { city: unknown }) => record.city)).toEqual([null, 'Leeds', 'York']);
    expect((await run('list', 'Tags', '--format', 'json')).out).toBe('[]\n');
  });

  it.each([
    [['--where', 'city'], 2, 'write member=value'],
    [['--where', 'city:gt=A', '--where', 'city:lt=B'], 2, 'has another operator already'],
    [['--where', 'city=A', '--where', 'city:lt=B'], 2, 'has another operator already'],
    [['--limit', '0'], 2, 'a whole number from 1'],
    [['--format', 'xml'], 2, 'one of table, json, ndjson, csv'],
    [['--where', 'town=Leeds'], 1, 'town'],
    [['--colour'], 2, '--colour'],
  ])('rejects %j', async (options, code, error) => {
    expect(await run('list', 'Contacts', ...options)).toEqual({ code, out: '', error: expect.stringContaining(error) });
  });

  it('ends quietly where its reader has enough', async () => {
    const command = `"${process.execPath}" "${join(import.meta.dirname, '../bin/headwater-client.mjs')}" list Contacts --format ndjson | head -n 1`;
    const env = { PATH: process.env.PATH, ...environmentOf(server) };
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', command], { env });
    expect([stdout.split('\n').length, stderr]).toEqual([2, '']);
  });
});

describe('watch', () => {
  it('prints what is there, and goes on after a cursor', async () => {
    const first = await run('watch', '--all', '--entity', 'Contact', '--no-follow', '--only', 'last_name');
    const changes = first.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(changes.map(({ act, record }) => `${act} ${record.last_name}`)).toEqual([
      'created Smith',
      'created Smythe',
      'created Cole, "C"',
    ]);
    const later = await run('watch', '--after', changes[1].cursor, '--entity', 'Contact', '--no-follow');
    expect(
      later.out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).cursor),
    ).toEqual([changes[2].cursor]);
  });

  it('prints what is committed from now on, and ends when it is asked to', async () => {
    const watching = startClient(['watch', '--act', 'created', '--entity', 'Tag'], folder, environmentOf(server));
    // It begins at some moment after its start: each further tag shows whether it has.
    let count = 0;
    await vi.waitFor(
      async () => {
        await unwrap(server.client.POST('/entities/Tags', { body: { name: `Tag ${count++}` } as never }));
        expect(watching.printed()).toContain('"act":"created"');
      },
      { timeout: 20_000, interval: 300 },
    );
    watching.child.kill('SIGTERM');
    const { error, code } = await watching.ended;
    expect([code, error]).toEqual([1, '']);
  });
});

describe('login', () => {
  const stored = () => join(folder, 'headwater/credentials.json');
  const options = () => [
    'login',
    '--base-url',
    server.url,
    '--space',
    server.space,
    '--token',
    server.credentials.token,
  ];

  it('stores what opens the space, for the user alone, and other commands use it', async () => {
    expect(await bare(options(), {}, `${server.credentials.password}\n`)).toEqual({
      code: 0,
      out: `Stored for command of ${server.url} as "default" in ${stored()}.\n`,
      error: '',
    });
    expect((await stat(stored())).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'headwater'))).mode & 0o777).toBe(0o700);
    expect(await bare(['list', 'Contacts', '--only', 'city', '--format', 'ndjson'])).toMatchObject({ code: 0 });
  });

  it('keeps several profiles', async () => {
    await bare([...options(), '--profile', 'second'], {}, server.credentials.password);
    const { profiles } = JSON.parse(await readFile(stored(), 'utf8'));
    expect(Object.keys(profiles)).toEqual(['default', 'second']);
    expect((await stat(stored())).mode & 0o777).toBe(0o600);
    const wrong = { HEADWATER_PASSWORD: 'wrong', HEADWATER_TOKEN: 'wrong' };
    expect(await bare(['list', 'Tags', '--profile', 'second'], wrong)).toMatchObject({ code: 0 });
    expect(await bare(['list', 'Tags', '--profile', 'third'])).toMatchObject({
      code: 2,
      error: expect.stringContaining('no profile "third"'),
    });
  });

  it('stores nothing that does not open the space', async () => {
    const before = await readFile(stored(), 'utf8');
    const ended = await bare([...options(), '--profile', 'wrong'], {}, 'not the password');
    expect(ended).toMatchObject({ code: 1, error: expect.stringContaining('Check --space') });
    expect(ended.error).not.toContain('not the password');
    expect(await readFile(stored(), 'utf8')).toBe(before);
  });

  it('sends what it has stored to no other server', async () => {
    const other = await startScriptedServer(hangUp);
    for (const args of [
      ['--base-url', other.url],
      ['--space', 'other'],
    ]) {
      expect(await bare(['list', 'Tags', ...args])).toMatchObject({
        code: 2,
        error: expect.stringContaining('--token, --password must be given'),
      });
    }
    expect(other.seen).toEqual([]);
  });

  it('rejects a file that others may read, or that it has not written', async () => {
    await chmod(stored(), 0o640);
    expect(await bare(['list', 'Tags'])).toMatchObject({ code: 1, error: expect.stringContaining('chmod 600') });
    await chmod(stored(), 0o600);
    await writeFile(stored(), '{');
    expect(await bare(['list', 'Tags'])).toMatchObject({ code: 1, error: expect.stringContaining('log in again') });
    await rm(stored());
    expect(await bare(['list', 'Tags'])).toMatchObject({
      code: 2,
      error: expect.stringContaining('--base-url, --space'),
    });
  });
});

describe('help', () => {
  it('lists the commands, and explains each with examples that its command line takes', async () => {
    const { out } = await bare([]);
    for (const { name, examples, options } of commands) {
      expect(out).toContain(`  ${name} `);
      const help = (await bare([name, '--help'])).out;
      expect(help).toMatch(/^Usage: headwater-client [\s\S]+Options:[\s\S]+Examples:[\s\S]+Exit codes:/);
      const known = [...Object.keys(options), 'help'];
      for (const example of examples) {
        const used = [...example.matchAll(/ --([a-z-]+)/g)].map(([, option]) => option);
        expect(used.filter((option) => !known.includes(option ?? ''))).toEqual([]);
      }
    }
  });

  it.each([
    [['render'], 'There is no command "render"'],
    [['get', 'Contacts'], '<id> must be given'],
    [['get', 'Contacts', 'a', 'b'], '"b" belongs to no option'],
    [['completions', 'tcsh'], 'one of bash, zsh, fish'],
  ])('is pointed to by %j', async (args, message) => {
    expect(await bare(args)).toMatchObject({ code: 2, error: expect.stringContaining(message) });
  });
});

describe('completions', () => {
  /** What bash offers after the words of a line. */
  async function offered(...words: string[]): Promise<string[]> {
    const script = join(folder, 'completions.bash');
    await writeFile(script, (await bare(['completions', 'bash'])).out);
    const command = `source "${script}"; COMP_WORDS=(headwater-client ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _headwater_client; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', command], { cwd: folder });
    return stdout.trim().split('\n');
  }

  it('offer commands, their options, choices and files in bash', async () => {
    expect(await offered('')).toEqual([...commands.map(({ name }) => name), 'completions']);
    expect(await offered('li')).toEqual(['list']);
    expect(await offered('watch', '--no')).toEqual(['--no-follow']);
    expect(await offered('list', 'Contacts', '--format', '')).toEqual(['table', 'json', 'ndjson', 'csv']);
    expect(await offered('completions', '')).toEqual(['bash', 'zsh', 'fish']);
    await writeFile(join(folder, 'contacts.csv'), '');
    expect(await offered('import', 'Contacts', 'cont')).toEqual(['contacts.csv']);
  });

  it.each(['zsh', 'fish'])('name every command and option for %s', async (shell) => {
    const { out } = await bare(['completions', shell]);
    for (const { name, options } of commands) {
      expect(out).toContain(name);
      for (const option of Object.keys(options)) expect(out).toMatch(new RegExp(`(--| -l )${option}\\b`));
    }
  });
});
