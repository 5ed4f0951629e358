/**
 * `headwater serve --workers`: several processes serve one port. One that is killed is started again while the others answer, all end
 * together, and the metrics are those of all.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../src/main/command-line.js';
import { databaseInTurn, keysOf, newDatabase, type TestDatabase } from '../fixture.js';
import { basic } from '../test-space.js';
import { ServerProcess } from './server-process.js';

describe.each(databaseInTurn())('on %s', (database) => {
  let stored: TestDatabase;
  let server: ServerProcess;
  beforeAll(async () => {
    stored = await newDatabase(database, 'space');
  });
  beforeEach(async () => {
    const { dataDir, databaseUrl = '' } = stored.location;
    const env = { HEADWATER_DATA_DIR: dataDir, HEADWATER_DATABASE_URL: databaseUrl };
    server = new ServerProcess(env, undefined, ['--workers', '2']);
    await server.start();
  });
  afterEach(() => server.kill());
  afterAll(() => stored.drop());

  const headers = { authorization: basic(keysOf(database).writer) };
  const list = async () => {
    const answer = await fetch(`${server.url}/api/v100/rest/spaces/acme/entities/Clients`, {
      headers: { ...headers, connection: 'close' },
    });
    await answer.text();
    return answer.status;
  };
  const workers = () => childrenOf(server.pid ?? 0);

  it('starts one again that was killed, while the others answer', async () => {
    expect(server.said.at(-1)).toMatch(/^Headwater listens on http:\/\/127\.0\.0\.1:\d+ with 2 workers$/);
    await expect.poll(() => workers().length).toBe(2);
    const [first, second] = workers() as [number, number];
    process.kill(first, 'SIGKILL');
    await expect.poll(() => server.said.at(-1)).toMatch(/^worker \d ended with SIGKILL; it starts again in 0\.25 s$/);
    for (let count = 0; count < 10; count++) expect(await list()).toBe(200);
    await expect.poll(() => workers().length).toBe(2);
    expect(workers()).toContain(second);
    expect(workers()).not.toContain(first);
  });

  it('tries again to start one while the system has no descriptors for it, and goes on with the others', async () => {
    await expect.poll(() => workers().length).toBe(2);
    const [first] = workers() as [number, number];
    const limit = /NOFILE.* (\d+) +\d+ files/.exec(limitsOf(server.pid ?? 0, '--nofile'))?.[1] ?? '';
    limitsOf(server.pid ?? 0, '--nofile=1:');
    process.kill(first, 'SIGKILL');
    const troubles = () => server.said.filter((line) => line.startsWith('worker'));
    await expect.poll(() => troubles().length).toBe(3);
    expect(troubles().slice(1)).toEqual([
      expect.stringMatching(/^worker \d ended with spawn .*EMFILE; it starts again in 0\.5 s$/),
      expect.stringMatching(/^worker \d ended with spawn .*EMFILE; it starts again in 1 s$/),
    ]);
    limitsOf(server.pid ?? 0, `--nofile=${limit}:`);
    await expect.poll(() => workers().length).toBe(2);
    expect(await list()).toBe(200);
    expect(await countOf()).toBeGreaterThan(0);
  });

  it('shows the metrics of all, whichever of them is asked', async () => {
    await expect.poll(() => workers().length).toBe(2);
    const before = await countOf();
    for (let count = 0; count < 20; count++) expect(await list()).toBe(200);
    expect(await countOf()).toBe(before + 20);
    expect(await countOf()).toBe(before + 20);
    expect(await valueOfSeries('headwater_database_ready')).toBe(1);
    // That of the larger process, and not the sum.
    const largest = Math.max(...workers().map(residentBytes));
    expect(await valueOfSeries('process_resident_memory_bytes')).toBeGreaterThan(0.5 * largest);
    expect(await valueOfSeries('process_resident_memory_bytes')).toBeLessThan(1.5 * largest);
    expect(await valueOfSeries('process_start_time_seconds')).toBeGreaterThan(0);
  });

  it('loses no counts with a worker that dies', async () => {
    await expect.poll(() => workers().length).toBe(2);
    for (let count = 0; count < 20; count++) expect(await list()).toBe(200);
    const before = await countOf();
    expect(before).toBeGreaterThanOrEqual(20);
    const [first = 0] = workers();
    process.kill(first, 'SIGKILL');
    await expect.poll(() => server.said.at(-1)).toContain('ended with SIGKILL');
    expect(await countOf()).toBe(before);
    expect(await list()).toBe(200);
    expect(await countOf()).toBe(before + 1);
  });

  it('ends with all of them, at a signal and when it is killed', async () => {
    await expect.poll(() => workers().length).toBe(2);
    const stopped = workers();
    const [code] = await once(server.stop(), 'exit');
    expect([code, stopped.filter(isAlive)]).toEqual([0, []]);
    await server.start();
    await expect.poll(() => workers().length).toBe(2);
    const left = workers();
    await server.kill();
    await expect.poll(() => left.filter(isAlive)).toEqual([]);
  });

  /** @returns the value of a series in the metrics; 0: there is none */
  const valueOfSeries = async (series: string) => {
    const answer = await fetch(`${server.url}/metrics`, { headers: { connection: 'close' } });
    const line = (await answer.text()).split('\n').find((one) => one.startsWith(`${series} `));
    return Number(line?.slice(series.length + 1) ?? 0);
  };
  /** Requests to REST v100 that the metrics count. */
  const countOf = () =>
    valueOfSeries('headwater_http_request_duration_seconds_count{api="rest",method="GET",status="2xx"}');
});

it('ends, and says why, when no worker can listen', async () => {
  const stored = await newDatabase('sqlite', 'space');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const port = (taken.address() as { port: number }).port;
  const server = new ServerProcess(
    { HEADWATER_DATA_DIR: stored.location.dataDir, HEADWATER_PORT: String(port) },
    undefined,
    ['--workers', '2'],
  );
  await expect(server.start()).rejects.toThrow(/EADDRINUSE[\s\S]*worker \d ended with exit code 1 before it listened/);
  taken.close();
  await stored.drop();
});

it.each(['0', '257', 'two'])('rejects %s workers', async (count) => {
  let said = '';
  const code = await runCommandLine(['serve', '--workers', count], {
    out: () => {},
    error: (text) => {
      said += text;
    },
    isInteractive: false,
    env: {},
    stop: new AbortController().signal,
  });
  expect([code, said]).toEqual([2, expect.stringContaining('Give a number from 1 to 256.')]);
});

/** @returns what a limit of a process is, or was before it was set */
function limitsOf(pid: number, option: string): string {
  return execFileSync('prlimit', ['--pid', String(pid), option], { encoding: 'utf8' });
}

function residentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statusOf(pid).parent === parent && isAlive(pid));
}

function isAlive(pid: number): boolean {
  const { state } = statusOf(pid);
  return state !== undefined && state !== 'Z';
}

function statusOf(pid: number): { readonly parent?: number; readonly state?: string } {
  try {
    // The name of the program, in parentheses, may hold anything.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { parent: Number(parent), ...(state !== undefined && { state }) };
  } catch {
    return {};
  }
}
