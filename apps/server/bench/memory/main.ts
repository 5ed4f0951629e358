/**
 * The command of the benchmark of memory: `npm run bench:memory`. Greedy requests come side by side, each for as long an answer as there may
 * be; it reports how much memory the process of the server took at most.
 */
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { call } from '../crowd/caller.js';
import type { Listening } from '../crowd/server-process.js';
import { newTally } from '../crowd/tally.js';
import { folderOfThisRun } from '../data/temporary.js';
import { requestBytes } from '../load/request-bytes.js';
import { describeMachine } from '../machine/describe-machine.js';

const usage = `Measures the memory of a server that is asked for long answers. Options:
  --connections <n>     requests at the same time; 32 when left out
  --seconds <n>         for how long; 20 when left out
  --database-url <url>  measure on this PostgreSQL database instead of SQLite
  --help                show this`;

/** As long as a body allows, and so many that one page of them is nearly as long as an answer may be. */
const textLength = 900_000;
const accounts = 70;
const sampleEveryMs = 100;

const run = promisify(execFile);

async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1_024;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      connections: { type: 'string', default: '32' },
      seconds: { type: 'string', default: '20' },
      'database-url': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [connections, seconds] = [Number(values.connections), Number(values.seconds)];
  const isUsable = [connections, seconds].every((value) => Number.isInteger(value) && value > 0);
  if (values.help || !isUsable) {
    (isUsable ? console.log : console.error)(usage);
    if (!isUsable) process.exitCode = 2;
    return;
  }
  const { cpu, cores, loadAverage } = describeMachine();
  console.log(`${cores} × ${cpu}, load ${loadAverage.toFixed(1)} before the run`);
  const file = new URL('../crowd/server-process.js', import.meta.url);
  const child = fork(file, [values['database-url'] ?? folderOfThisRun('memory')], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
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
    let most = 0;
    const sampling = setInterval(() => {
      residentBytes(child).then(
        (bytes) => {
          most = Math.max(most, bytes);
        },
        () => {},
      );
    }, sampleEveryMs);
    const tally = newTally();
    const until = performance.now() + seconds * 1_000;
    await Promise.all(Array.from({ length: connections }, () => call(url, [request], 0, until, tally)));
    clearInterval(sampling);
    const others = [...tally.others].map(([status, count]) => `${count} × ${status}`).join(', ');
    console.log(`${title}: ${megabytes(most)} MB at most; ${tally.acceptedMs.length} × 200, ${others || 'no others'}`);
  }
  child.disconnect();
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
