/**
 * The command of the benchmark of neighbours: `npm run bench:crowd`. It finds out how many requests a second the server sustains, lets a
 * multiple of them arrive in one space, and judges what a quiet space feels of that.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { openPostgres } from '../data/open-postgres.js';
import { folderOfThisRun } from '../data/temporary.js';
import { ascending, median, percentile } from '../load/percentile.js';
import { describeMachine } from '../machine/describe-machine.js';
import { renderMarkdown, renderText, type Table } from '../report/table.js';
import { call } from './caller.js';
import type { CrowdResult, CrowdTask } from './crowd-process.js';
import { type RequestForm, requestForms, requestsOf, type Space } from './requests.js';
import type { Listening } from './server-process.js';
import { newTally, type Tally } from './tally.js';

const usage = `Measures a quiet space beside a crowd of another space, whose requests arrive whether they are answered or not. Options:
  --seconds <n>         how long the crowd lasts; 20 when left out
  --times <n>           how many times what the server sustains arrives; 10 when left out
  --connections <n>     of the crowd; 2000 when left out
  --requests <form>     usual (when left out): lists and creates; or heavy: long GraphQL queries and batches
  --database <which>    sqlite (when left out), or postgres: one that is started for the run
  --database-url <url>  measure on this PostgreSQL database
  --help                show this
Exit codes: 0 the quiet space was served as it should be, 1 it was not, 2 wrong usage.`;

/** Of the quiet space: ten requests a second. */
const quietPauseMs = 100;
const aloneSeconds = 10;
const usualCalibration = { connections: 32, seconds: 8 };
/** A heavy request takes seconds: one is answered at least. */
const heavyCalibration = { connections: 32, seconds: 30 };
/** Seconds after the crowd that are looked at one by one. */
const afterSeconds = 8;

type Numbers = readonly [connections: number, seconds: number, times: number];

interface Crowd {
  readonly numbers: Numbers;
  readonly form: RequestForm;
}

/** What is promised. */
const maxSlowdown = 3;
const normalFactor = 1.5;
const normalWithinSeconds = 5;
/** Time for which a request may wait, and some to carry it out. */
const maxAcceptedMs = 32_000;

async function measureQuiet(url: string, space: Space, seconds: number): Promise<Tally> {
  const tally = newTally();
  await call(url, requestsOf(space), quietPauseMs, performance.now() + seconds * 1_000, tally);
  return tally;
}

/** @returns when the crowd begins: what comes of it */
async function startCrowd(task: CrowdTask): Promise<{ readonly result: Promise<CrowdResult> }> {
  const child = fork(new URL('./crowd-process.js', import.meta.url), [JSON.stringify(task)]);
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the crowd ended with code ${code}`);
  });
  exited.catch(() => {});
  await Promise.race([once(child, 'message'), exited]);
  const result = Promise.race([once(child, 'message').then(([message]) => message as CrowdResult), exited]);
  return { result };
}

async function start(location: string, form: RequestForm): Promise<{ child: ChildProcess; listening: Listening }> {
  const file = new URL('./server-process.js', import.meta.url);
  const child = fork(file, [location, form], { env: { ...process.env, NODE_ENV: 'production' } });
  const listening = await new Promise<Listening>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Listening));
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
  });
  return { child, listening };
}

function rowOf(
  title: string,
  seconds: number,
  acceptedMs: readonly number[],
  others: Iterable<readonly [number, number]>,
) {
  const sorted = ascending(acceptedMs);
  const at = (percent: number) => (sorted.length === 0 ? '–' : percentile(sorted, percent).toFixed(1));
  const rest = [...others].map(([status, count]) => `${count} × ${status}`).join(', ');
  return [title, (sorted.length / seconds).toFixed(0), at(50), at(95), at(100), rest || 'none'];
}

const medianOf = ({ acceptedMs }: Tally) => (acceptedMs.length === 0 ? Number.POSITIVE_INFINITY : median(acceptedMs));
const failedOf = ({ others }: Tally) => [...others.values()].reduce((sum, count) => sum + count, 0);

function readOptions() {
  const { values } = parseArgs({
    options: {
      connections: { type: 'string', default: '2000' },
      seconds: { type: 'string', default: '20' },
      times: { type: 'string', default: '10' },
      requests: { type: 'string', default: 'usual' },
      database: { type: 'string', default: 'sqlite' },
      'database-url': { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const numbers = [Number(values.connections), Number(values.seconds), Number(values.times)] as const;
  const form = requestForms.find((one) => one === values.requests);
  const isUsable =
    numbers.every((value) => Number.isInteger(value) && value > 0) && ['sqlite', 'postgres'].includes(values.database);
  if (!values.help && isUsable && form !== undefined)
    return { crowd: { numbers, form }, database: values.database, databaseUrl: values['database-url'] };
  (values.help ? console.log : console.error)(usage);
  process.exitCode = values.help ? 0 : 2;
  return undefined;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) return;
  const { crowd, database, databaseUrl } = options;
  if (database !== 'postgres') return measure(crowd, databaseUrl ?? folderOfThisRun('crowd'));
  const postgres = await openPostgres(undefined);
  try {
    await measure(crowd, await postgres.createDatabase());
  } finally {
    await postgres.stop();
  }
}

async function measure({ numbers: [connections, seconds, times], form }: Crowd, location: string): Promise<void> {
  const { cpu, cores, loadAverage } = describeMachine();
  console.log(`${cores} × ${cpu}, load ${loadAverage.toFixed(1)} before the run`);
  const { child, listening } = await start(location, form);
  const { url, spaces } = listening;
  const [crowd, quiet] = spaces as [Space, Space];
  await measureQuiet(url, quiet, 2);

  const calibration = form === 'usual' ? usualCalibration : heavyCalibration;
  const { acceptedMs } = await (await startCrowd({ url, space: crowd, form, ...calibration })).result;
  const sustained = acceptedMs.length / calibration.seconds;
  const perSecond = Math.max(1, Math.round(sustained * times));
  console.log(
    `sustained: ${sustained.toFixed(form === 'usual' ? 0 : 1)} requests a second; of the crowd ${perSecond} arrive, for ${seconds} seconds`,
  );
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const alone = await measureQuiet(url, quiet, aloneSeconds);

  const { result } = await startCrowd({ url, space: crowd, form, connections, seconds, perSecond });
  const beside = await measureQuiet(url, quiet, seconds);
  // Heavy requests that were accepted go on for as long as a request may wait.
  if (form === 'heavy') await result;
  const after: Tally[] = [];
  while (after.length < afterSeconds) after.push(await measureQuiet(url, quiet, 1));
  const crowded = await result;
  child.disconnect();
  await once(child, 'exit');

  const table: Table = {
    columns: [
      { title: 'Space', alignment: 'left' },
      ...['accepted/s', 'median ms', '95 %', 'longest', 'not accepted'].map((title) => ({
        title,
        alignment: 'right' as const,
      })),
    ],
    rows: [
      rowOf('quiet, alone', aloneSeconds, alone.acceptedMs, alone.others),
      rowOf('quiet, beside the crowd', seconds, beside.acceptedMs, beside.others),
      rowOf('crowd', seconds, crowded.acceptedMs, crowded.others),
      rowOf(
        'quiet, after the crowd',
        afterSeconds,
        after.flatMap(({ acceptedMs }) => acceptedMs),
        after.flatMap(({ others }) => [...others]),
      ),
    ],
  };
  console.log(`\n${renderText(table)}\n\n${renderMarkdown(table)}\n`);
  console.log(
    `of ${crowded.due} requests of the crowd ${crowded.notSent} found none of ${connections} connections free\n`,
  );

  const slowdown = medianOf(beside) / medianOf(alone);
  const errors = failedOf(beside) + after.reduce((sum, one) => sum + failedOf(one), 0);
  const longest = crowded.acceptedMs.reduce((most, ms) => Math.max(most, ms), 0);
  const isNormal = (one: Tally) => medianOf(one) <= medianOf(alone) * normalFactor;
  const normalAfter = [...after.keys()].find((second) => isNormal(after[second]!)) ?? afterSeconds;
  const verdicts: readonly (readonly [boolean, string])[] = [
    [
      slowdown < maxSlowdown,
      `the median of the quiet space beside the crowd is ${slowdown.toFixed(1)} times its own, less than ${maxSlowdown}`,
    ],
    [errors === 0, `no request of the quiet space fails: ${errors}`],
    [
      crowded.acceptedMs.length > 0 && longest <= maxAcceptedMs,
      `accepted requests of the crowd end within ${maxAcceptedMs / 1_000} seconds: ${(longest / 1_000).toFixed(1)}`,
    ],
    [
      normalAfter <= normalWithinSeconds,
      `the median of the quiet space is normal ${normalAfter} seconds after the crowd, at most ${normalWithinSeconds}`,
    ],
  ];
  for (const [holds, text] of verdicts) console.log(`${holds ? 'ok     ' : 'FAILED '} ${text}`);
  const failed = verdicts.filter(([holds]) => !holds).length;
  console.log(
    `\n${verdicts.length - failed} held, ${failed} failed: median ${medianOf(alone).toFixed(1)} → ${medianOf(beside).toFixed(1)} ms, ` +
      `crowd ${(crowded.acceptedMs.length / seconds).toFixed(0)} of ${perSecond} a second`,
  );
  if (failed > 0) process.exitCode = 1;
}

process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));
await main();
