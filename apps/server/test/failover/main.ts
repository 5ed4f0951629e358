/**
 * `npm run failover`: two servers, one through HAProxy and one that knows all hosts, while the PostgreSQL cluster below them loses its
 * leader again and again. Nothing acknowledged may be lost or doubled, and writes may pause for 12 seconds at most.
 */
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ServerProcess } from '../processes/server-process.js';
import { basic, TestSpace } from '../test-space.js';
import { Cluster } from './cluster.js';
import { findPrograms } from './programs.js';
import { Writers } from './writers.js';

const usage = `Kills, switches and silences the leader of a PostgreSQL cluster under Patroni, while writers go on. Options:
  --kills <n>        how often all processes of the leader are killed; 10 when left out
  --switchovers <n>  how often another node takes over in good order; 5 when left out
  --silences <n>     how often all processes of the leader are stopped for 20 seconds; 5 when left out
  --nodes <n>        2 when left out
  --help             show this
Exit codes: 0 all promises hold, 1 one does not, 2 wrong usage or programs are missing.`;

const maxGapMs = 12_000;
const writersEach = 4;
const calmMs = 3_000;
const silenceMs = 20_000;
const spaceId = 'acme';
const command = fileURLToPath(new URL('../../bin/headwater.cjs', import.meta.url));

type EventName = 'kill' | 'switchover' | 'silence';

/** A server, and those who write through it. */
interface Side {
  readonly title: string;
  readonly server: ServerProcess;
  readonly writers: Writers;
  readonly gaps: { readonly event: EventName; readonly ms: number }[];
}

async function startSide(title: string, databaseUrl: string, authorization: string): Promise<Side> {
  const server = new ServerProcess({ HEADWATER_DATABASE_URL: databaseUrl, HEADWATER_LOG_LEVEL: 'fatal' });
  await server.start();
  const space = new TestSpace(server.url ?? '', spaceId, authorization, '');
  await space.readSeedRecords();
  return { title, server, writers: new Writers(space, writersEach), gaps: [] };
}

function makeSpace(databaseUrl: string): string {
  const run = (...options: string[]) =>
    execFileSync(process.execPath, [command, ...options, '--json'], {
      env: { ...process.env, HEADWATER_DATABASE_URL: databaseUrl },
      encoding: 'utf8',
    });
  run('space', 'create', spaceId);
  return basic(JSON.parse(run('key', 'create', '--space', spaceId)) as { token: string; password: string });
}

async function carryOut(event: EventName, cluster: Cluster): Promise<void> {
  const { leader } = cluster;
  if (event === 'switchover') await cluster.switchOver();
  if (event === 'kill') {
    cluster.signal(leader, 'SIGKILL');
    await sleep(maxGapMs);
    cluster.startNode(leader);
  }
  if (event === 'silence') {
    cluster.signal(leader, 'SIGSTOP');
    await sleep(silenceMs);
    cluster.signal(leader, 'SIGCONT');
  }
  // The one before may still be taken for the leader.
  await sleep(calmMs);
  await cluster.untilWhole();
}

/** @returns how many acknowledged contacts are not stored, and how many were stored twice */
async function count(
  databaseUrl: string,
  sides: readonly Side[],
): Promise<{ lost: number; doubled: number; acknowledged: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const text = 'SELECT id, last_name AS name FROM contacts WHERE space_id = $1';
  const { rows } = await client.query<{ id: string; name: string }>(text, [spaceId]);
  await client.end();
  const stored = new Map(rows.map(({ id, name }) => [name, id]));
  const acknowledged = sides.flatMap(({ writers }) => [...writers.acknowledged]);
  const lost = acknowledged.filter(([name, id]) => stored.get(name) !== id).length;
  return { lost, doubled: rows.length - stored.size, acknowledged: acknowledged.length };
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '10' },
      switchovers: { type: 'string', default: '5' },
      silences: { type: 'string', default: '5' },
      nodes: { type: 'string', default: '2' },
      help: { type: 'boolean' },
    },
  });
  const [kills, switchovers, silences, nodes] = [values.kills, values.switchovers, values.silences, values.nodes].map(
    Number,
  ) as [number, number, number, number];
  const isUsable =
    [kills, switchovers, silences, nodes].every((value) => Number.isInteger(value) && value >= 0) && nodes >= 2;
  if (!values.help && isUsable) return { kills, switchovers, silences, nodes };
  (values.help ? console.log : console.error)(usage);
  process.exitCode = values.help ? 0 : 2;
  return undefined;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) return;
  const programs = findPrograms();
  if (typeof programs === 'string') {
    console.error(programs);
    process.exitCode = 2;
    return;
  }
  const { kills, switchovers, silences, nodes } = options;
  console.log(`load ${loadavg()[0]?.toFixed(1)} before the run; starting ${nodes} nodes`);
  const cluster = await Cluster.start(programs, nodes);
  const sides: Side[] = [];
  const end = async () => {
    for (const { server } of sides) await server.kill();
    await cluster.end();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().then(() => process.exit(130)));
  try {
    const authorization = makeSpace(cluster.proxyUrl);
    sides.push(await startSide('HAProxy', cluster.proxyUrl, authorization));
    sides.push(await startSide('several hosts', cluster.hostsUrl, authorization));
    const events: EventName[] = [
      ...Array<EventName>(kills).fill('kill'),
      ...Array<EventName>(switchovers).fill('switchover'),
      ...Array<EventName>(silences).fill('silence'),
    ];
    for (const [index, event] of events.entries()) {
      await sleep(calmMs);
      for (const { writers } of sides) writers.takeGap();
      const before = cluster.leader;
      await carryOut(event, cluster);
      for (const { writers, gaps } of sides) gaps.push({ event, ms: writers.takeGap() });
      const shown = sides.map(({ title, gaps }) => `${title} ${((gaps.at(-1)?.ms ?? 0) / 1_000).toFixed(1)} s`);
      console.log(
        `${index + 1}/${events.length} ${event} of ${before}, ${cluster.leader} leads: no writes for ${shown.join(', ')}`,
      );
    }
    await Promise.all(sides.map(({ writers }) => writers.stop()));
    await report(sides, await count(cluster.proxyUrl, sides));
  } finally {
    await end();
  }
  if (process.exitCode !== 1) cluster.remove();
}

async function report(
  sides: readonly Side[],
  { lost, doubled, acknowledged }: Awaited<ReturnType<typeof count>>,
): Promise<void> {
  console.log('\n| URL | Event | Times | Median s without writes | Longest s |\n|---|---|---:|---:|---:|');
  for (const { title, gaps } of sides) {
    for (const event of new Set(gaps.map((gap) => gap.event))) {
      const sorted = gaps
        .filter((gap) => gap.event === event)
        .map(({ ms }) => ms / 1_000)
        .sort((a, b) => a - b);
      const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
      console.log(`| ${title} | ${event} | ${sorted.length} | ${median.toFixed(1)} | ${sorted.at(-1)?.toFixed(1)} |`);
    }
  }
  for (const { title, writers } of sides)
    console.log(`\n${title}, other answers: ${JSON.stringify(Object.fromEntries(writers.others))}`);
  const longest = Math.max(0, ...sides.flatMap(({ gaps }) => gaps.map(({ ms }) => ms)));
  const alive = await Promise.all(sides.map(async ({ server }) => (await fetch(`${server.url}/health/live`)).ok));
  const holds = lost === 0 && doubled === 0 && longest < maxGapMs && alive.every(Boolean);
  if (!holds) process.exitCode = 1;
  console.log(
    `\n${holds ? 'ok' : 'FAILED'}: ${acknowledged} acknowledged writes, ${lost} lost, ${doubled} doubled; ` +
      `no writes for ${(longest / 1_000).toFixed(1)} seconds at most; no server was started again`,
  );
}

await main();
