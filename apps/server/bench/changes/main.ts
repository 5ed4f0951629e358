/**
 * The command of the benchmark of changes: `npm run bench:changes`. It reads pages at several depths of a long change log, and lets
 * streams follow what is written.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPostgres } from '../data/open-postgres.js';
import { folderOfThisRun } from '../data/temporary.js';
import { ascending, percentile } from '../load/percentile.js';
import { describeMachine } from '../machine/describe-machine.js';
import { renderMarkdown, renderText, type Table } from '../report/table.js';
import { type Heard, openStream, writeAtPace } from './follow.js';
import { measureDepth, ways } from './read-depths.js';
import type { Listening } from './server-process.js';

const usage = `Measures the feed of changes: pages at several depths of the log, and streams beside writes. Options:
  --changes <n>         in the log, from 100000; 1000000 when left out
  --readers <n>         streams at the same time; 100 when left out
  --writes <n>          a second; 500 when left out
  --seconds <n>         how long they go on; 30 when left out
  --database <which>    sqlite (when left out), or postgres: one that is started for the run
  --database-url <url>  measure on this PostgreSQL database
  --help                show this`;

const depths = [0, 0.25, 0.5, 0.75, 1];
/** In which what is written last comes to the readers. */
const drainMs = 3_000;

interface Options {
  readonly changes: number;
  readonly readers: number;
  readonly writes: number;
  readonly seconds: number;
}

async function start(location: string, changes: number): Promise<{ child: ChildProcess; to: Listening }> {
  const file = new URL('./server-process.js', import.meta.url);
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = fork(file, [location, String(changes)], { env, execArgv: ['--expose-gc'] });
  const to = await new Promise<Listening>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Listening));
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
  });
  return { child, to };
}

async function memoryOf(child: ChildProcess): Promise<string> {
  const answer = once(child, 'message');
  child.send('memory');
  const [{ rss, heapUsed }] = (await answer) as [{ rss: number; heapUsed: number }];
  return `${(rss / 2 ** 20).toFixed(0)} MB, ${(heapUsed / 2 ** 20).toFixed(0)} MB of it heap in use`;
}

async function measureDepths(to: Listening, { changes }: Options): Promise<Table> {
  const rows: string[][] = [];
  for (const way of ways) {
    const figures: string[] = [];
    for (const part of depths) figures.push((await measureDepth(to, way, changes, part)).toFixed(1));
    rows.push([way.title, ...figures]);
  }
  const titles = depths.map((part) => `after ${Math.round(part * 100)} %`);
  return {
    columns: [
      { title: 'A page of 100, ms', alignment: 'left' },
      ...titles.map((title) => ({ title, alignment: 'right' as const })),
    ],
    rows,
  };
}

async function follow(child: ChildProcess, to: Listening, options: Options): Promise<void> {
  const { readers, writes, seconds, changes } = options;
  const heard: Heard = { lagsMs: [], events: 0 };
  const ofNow = { ...to, from: to.from + changes };
  const streams = await Promise.all(Array.from({ length: readers }, () => openStream(ofNow, heard)));
  console.log(`memory with ${readers} streams: ${await memoryOf(child)}`);
  let written = await writeAtPace(ofNow, writes, Math.ceil(seconds / 2));
  console.log(`memory after half of the writes: ${await memoryOf(child)}`);
  written += await writeAtPace(ofNow, writes, Math.floor(seconds / 2));
  await sleep(drainMs);
  console.log(`memory at the end: ${await memoryOf(child)}`);
  for (const end of streams) end();
  const sorted = ascending(heard.lagsMs);
  const at = (percent: number) => `${percentile(sorted, percent)} ms`;
  console.log(
    `${written} writes in ${seconds} s or more, ${heard.events} events of ${written * readers}; ` +
      `lag: median ${at(50)}, 95 % ${at(95)}, longest ${at(100)}`,
  );
  if (heard.events !== written * readers) process.exitCode = 1;
}

async function measure(options: Options, location: string): Promise<void> {
  const { cpu, cores, loadAverage } = describeMachine();
  console.log(`${cores} × ${cpu}, load ${loadAverage.toFixed(1)} before the run; ${options.changes} changes`);
  const { child, to } = await start(location, options.changes);
  const table = await measureDepths(to, options);
  console.log(`\n${renderText(table)}\n\n${renderMarkdown(table)}\n`);
  await follow(child, to, options);
  child.disconnect();
  await once(child, 'exit');
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      changes: { type: 'string', default: '1000000' },
      readers: { type: 'string', default: '100' },
      writes: { type: 'string', default: '500' },
      seconds: { type: 'string', default: '30' },
      database: { type: 'string', default: 'sqlite' },
      'database-url': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [changes, readers, writes, seconds] = [values.changes, values.readers, values.writes, values.seconds].map(
    Number,
  ) as [number, number, number, number];
  const isUsable =
    [readers, writes, seconds].every((value) => Number.isInteger(value) && value > 0) &&
    Number.isInteger(changes) &&
    changes >= 100_000 &&
    ['sqlite', 'postgres'].includes(values.database);
  if (values.help || !isUsable) {
    (values.help ? console.log : console.error)(usage);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const options = { changes, readers, writes, seconds };
  if (values.database !== 'postgres') {
    await measure(options, values['database-url'] ?? folderOfThisRun('changes'));
    return;
  }
  const postgres = await openPostgres(undefined);
  try {
    await measure(options, await postgres.createDatabase());
  } finally {
    await postgres.stop();
  }
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
