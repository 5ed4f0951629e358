/**
 * The command of the benchmark of memory: `npm run bench:memory`. Greedy requests come side by side, each for as long an answer as there may
 * be, or one reads a list of any length; it reports how much memory the process of the server took at most.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { call } from '../crowd/caller.js';
import type { Listening } from '../crowd/server-process.js';
import { newTally } from '../crowd/tally.js';
import { openPostgres } from '../data/open-postgres.js';
import { folderOfThisRun } from '../data/temporary.js';
import { databaseNames } from '../databases.js';
import { requestBytes } from '../load/request-bytes.js';
import { describeMachine } from '../machine/describe-machine.js';
import { measureLongList } from './long-list.js';
import { followMemory, megabytes, residentBytes } from './resident-memory.js';

const usage = `Measures the memory of a server that is asked for long answers. Options:
  --connections <n>     requests at the same time; 32 when left out
  --seconds <n>         for how long; 20 when left out
  --long-list <n>       read so many notes by REST v1 with limit=-1 instead
  --database <which>    sqlite (when left out), or postgres: one that is started for the run
  --database-url <url>  measure in a database of this PostgreSQL, whose user may make databases
  --help                show this`;

/** As long as a body allows, and so many that one page of them is nearly as long as an answer may be. */
const textLength = 900_000;
const accounts = 70;
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      connections: { type: 'string', default: '32' },
      seconds: { type: 'string', default: '20' },
      'long-list': { type: 'string' },
      database: { type: 'string', default: 'sqlite' },
      'database-url': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [connections, seconds] = [Number(values.connections), Number(values.seconds)];
  const notes = values['long-list'] === undefined ? undefined : Number(values['long-list']);
  const areNumbers = [connections, seconds, notes ?? 1].every((value) => Number.isInteger(value) && value > 0);
  const isUsable = areNumbers && databaseNames.some((name) => name === values.database);
  if (values.help || !isUsable) {
    (isUsable ? console.log : console.error)(usage);
    if (!isUsable) process.exitCode = 2;
    return;
  }
  const { cpu, cores, loadAverage } = describeMachine();
  console.log(`${cores} × ${cpu}, load ${loadAverage.toFixed(1)} before the run`);
  const url = values['database-url'];
  const postgres = values.database === 'postgres' || url !== undefined ? await openPostgres(url) : undefined;
  try {
    const location = (await postgres?.createDatabase()) ?? folderOfThisRun('memory');
    if (notes === undefined) await measureGreed(location, connections, seconds);
    else await measureLongList(location, notes);
  } finally {
    await postgres?.stop();
  }
}

/** Asks for the longest answers, at `connections` at a time. */
async function measureGreed(location: string, connections: number, seconds: number): Promise<void> {
  const file = new URL('../crowd/server-process.js', import.meta.url);
  const child = fork(file, [location], { env: { ...process.env, NODE_ENV: 'production' } });
  const { url, spaces } = await new Promise<Listening>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Listening));
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
  });
  const [{ space, authorization, owner }] = spaces as [Listening['spaces'][number]];
  const path = `/api/v100/rest/spaces/${space}/entities/Accounts`;
  for (let index = 0; index < accounts; index++) {
    const body = { owner_id: owner, name: `Account ${index}`, comments: 'x'.repeat(textLength) };
    const headers = { authorization, 'content-type': 'application/json' };
    const { status } = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (status !== 201) throw new Error(`the account was answered with ${status}`);
  }
  const graphql = `/api/v100/graphql/spaces/${space}`;
  const ways: Readonly<Record<string, Buffer>> = {
    'REST, an answer that fits': requestBytes({ method: 'GET', path: `${path}?first=${accounts}` }, authorization),
    'GraphQL, one that fits': requestBytes(
      {
        method: 'POST',
        path: graphql,
        body: JSON.stringify({ query: `{ accounts(first: ${accounts}) { nodes { name comments } } }` }),
      },
      authorization,
    ),
    'GraphQL, one that is too long': requestBytes(
      {
        method: 'POST',
        path: graphql,
        body: JSON.stringify({
          query: `{ accounts(first: ${accounts}) { nodes { a: comments b: comments } } }`,
        }),
      },
      authorization,
    ),
  };
  const before = await residentBytes(child);
  console.log(`before: ${megabytes(before)} MB`);
  for (const [title, request] of Object.entries(ways)) {
    const memory = followMemory(child);
    const tally = newTally();
    const until = performance.now() + seconds * 1_000;
    await Promise.all(Array.from({ length: connections }, () => call(url, [request], 0, until, tally)));
    const most = memory.stop();
    const others = [...tally.others].map(([status, count]) => `${count} × ${status}`).join(', ');
    console.log(`${title}: ${megabytes(most)} MB at most; ${tally.acceptedMs.length} × 200, ${others || 'no others'}`);
  }
  child.disconnect();
  await once(child, 'exit');
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
