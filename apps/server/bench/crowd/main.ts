/**
 * The command of the benchmark of neighbours: `npm run bench:crowd`. It measures a quiet space alone, beside a crowd of another space, and
 * after the crowd has gone.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { folderOfThisRun } from '../data/prepare-space.js';
import { ascending, percentile } from '../load/percentile.js';
import { requestBytes } from '../load/request-bytes.js';
import { describeMachine } from '../report/machine.js';
import { renderMarkdown, renderText, type Table } from '../report/table.js';
import { call, newTally, type Tally } from './caller.js';
import type { Listening } from './server-process.js';

const usage = `Measures a quiet space beside a crowd of another space. Options:
  --connections <n>     of the crowd, each of which asks again as soon as it is answered; 500 when left out
  --seconds <n>         how long the crowd lasts; 20 when left out
  --database-url <url>  measure on this PostgreSQL database instead of SQLite
  --help                show this`;

/** Of the quiet space: ten requests a second. */
const quietPauseMs = 100;
const aloneSeconds = 5;
const afterSeconds = 5;

type Space = Listening['spaces'][number];

function requestsOf({ space, authorization, owner }: Space): Buffer[] {
  const contacts = `/api/v100/rest/spaces/${space}/entities/Contacts`;
  const body = JSON.stringify({ owner_id: owner, first_name: 'Ann', last_name: 'Crowd' });
  const list = requestBytes({ method: 'GET', path: `${contacts}?first=30` }, authorization);
  const create = requestBytes({ method: 'POST', path: contacts, body }, authorization);
  return [list, list, list, create];
}

async function measure(
  url: string,
  space: Space,
  connections: number,
  pauseMs: number,
  seconds: number,
): Promise<Tally> {
  const tally = newTally();
  const until = performance.now() + seconds * 1_000;
  const requests = requestsOf(space);
  await Promise.all(Array.from({ length: connections }, () => call(url, requests, pauseMs, until, tally)));
  return tally;
}

function rowOf(title: string, seconds: number, { acceptedMs, others }: Tally): string[] {
  const sorted = ascending(acceptedMs);
  const at = (percent: number) => (sorted.length === 0 ? '–' : percentile(sorted, percent).toFixed(1));
  const rest = [...others].map(([status, count]) => `${count} × ${status}`).join(', ');
  return [title, (sorted.length / seconds).toFixed(0), at(50), at(95), at(100), rest || 'none'];
}

async function start(databaseUrl: string | undefined): Promise<{ child: ChildProcess; listening: Listening }> {
  const file = new URL('./server-process.js', import.meta.url);
  const child = fork(file, [databaseUrl ?? folderOfThisRun('crowd')], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const listening = await new Promise<Listening>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Listening));
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
  });
  return { child, listening };
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      connections: { type: 'string', default: '500' },
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
  const { cpu, cores, loadAverage } = describeMachine(undefined);
  const { child, listening } = await start(values['database-url']);
  const { url, spaces } = listening;
  const [crowd, quiet] = spaces as [Space, Space];
  const quietFor = (time: number) => measure(url, quiet, 1, quietPauseMs, time);
  await quietFor(1);
  const alone = await quietFor(aloneSeconds);
  const [beside, crowded] = await Promise.all([quietFor(seconds), measure(url, crowd, connections, 0, seconds)]);
  const after = await quietFor(afterSeconds);
  child.disconnect();
  const table: Table = {
    columns: [
      { title: 'Space', alignment: 'left' },
      ...['accepted/s', 'median ms', '95 %', 'longest', 'not accepted'].map((title) => ({
        title,
        alignment: 'right' as const,
      })),
    ],
    rows: [
      rowOf('quiet, alone', aloneSeconds, alone),
      rowOf(`quiet, beside ${connections} connections`, seconds, beside),
      rowOf(`crowd of ${connections} connections`, seconds, crowded),
      rowOf('quiet, after the crowd', afterSeconds, after),
    ],
  };
  console.log(`${cores} × ${cpu}, load ${loadAverage.toFixed(1)} before the run`);
  console.log(`\n${renderText(table)}\n\n${renderMarkdown(table)}`);
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
