/**
 * `npm run isolation:times`: whether the time of an answer says that a record is there which the caller may not see.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { openDeps } from '../../src/main/open-deps.js';
import { createKey } from '../../src/spaces/space-keys.js';
import { testConfig } from '../fixture.js';
import { newUser } from '../isolation/hidden-records.js';
import { ServerProcess } from '../processes/server-process.js';
import { places } from '../suite/places.js';
import { basic, openTestSpace, TestSpace } from '../test-space.js';

const usage = `Asks for an account that the user of a key does not see, for one of another space, and for two ids that nobody has, in turn
by chance, and prints how long the answers take. Options:
  --database <which>  sqlite (when left out) or postgres
  --rounds <count>    how often each is asked for; 2000 when left out
  --help              show this`;

/** What is asked of an account. */
const requests: readonly (readonly [method: string, path: string, body?: (id: string) => object])[] = [
  ['GET', 'Accounts/{id}'],
  ['PATCH', 'Accounts/{id}', () => ({ city: 'Enns' })],
  ['DELETE', 'Accounts/{id}'],
  ['GET', 'Accounts/{id}/history'],
  ['POST', 'Tasks', (id) => ({ subject: 'Call', account_id: id })],
];

const ids = ['hidden', 'of another space', 'of nobody', 'of nobody else'] as const;

function middleOf(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: 'sqlite' },
      rounds: { type: 'string', default: '2000' },
      help: { type: 'boolean' },
    },
  });
  const open = ['sqlite', 'postgres'].includes(values.database) ? places.get(values.database) : undefined;
  if (values.help || open === undefined || !/^[1-9]\d{0,6}$/.test(values.rounds)) {
    process.exitCode = values.help ? 0 : 2;
    console.log(usage);
    return;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-isolation-times-'));
  const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  try {
    const { name, env, databaseUrl } = await open((close) => closing.unshift(close), undefined);
    const server = new ServerProcess({ HEADWATER_DATA_DIR: dataDir, ...env });
    closing.unshift(() => server.kill());
    await server.start();
    const deps = await openDeps({ ...testConfig, dataDir, databaseUrl });
    const [space, other] = [
      await openTestSpace(deps, server.url ?? '', 'alpha'),
      await openTestSpace(deps, server.url ?? '', 'beta'),
    ];
    const client = await newUser(space, buildCatalog(entityTypes));
    const key = basic(await createKey(deps, { space: space.id, client, asUser: true }));
    await deps.db.close();
    const asked = [(await space.newAccount()).id, (await other.newAccount()).id, randomUUID(), randomUUID()];
    console.log(`${name}, ${values.rounds} rounds, load ${loadavg()[0]?.toFixed(1)} before them`);
    await measure(new TestSpace(space.origin, space.id, key, key), asked, Number(values.rounds));
  } finally {
    for (const close of closing) await close();
  }
}

/** Prints the median of each request and id in milliseconds, after a tenth more rounds that are not counted. */
async function measure(space: TestSpace, asked: readonly string[], rounds: number): Promise<void> {
  console.log(`| Request | Status | ${ids.join(' | ')} |\n|---|---|${'---:|'.repeat(ids.length)}`);
  for (const [method, path, body] of requests) {
    const times = asked.map((): number[] => []);
    const statuses = new Set<number>();
    for (let round = -rounds / 10; round < rounds; round++) {
      const order = asked.map((_, index) => index).sort(() => Math.random() - 0.5);
      for (const index of order) {
        const id = asked[index] ?? '';
        const start = performance.now();
        const { status } = await space.send(method, path.replace('{id}', id), body && { body: body(id) });
        if (round >= 0) times[index]?.push(performance.now() - start);
        statuses.add(status);
      }
    }
    const medians = times.map((one) => middleOf(one).toFixed(3));
    console.log(`| \`${method} ${path}\` | ${[...statuses].join(', ')} | ${medians.join(' | ')} |`);
  }
}

await main();
