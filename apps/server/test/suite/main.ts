/**
 * `npm run suite`: the whole conformance suite against a server on one of the databases (places.ts).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { postgresVersions } from '../../../../tools/postgres-binaries.mjs';
import { openDeps } from '../../src/main/open-deps.js';
import { createSpace } from '../../src/spaces/create-space.js';
import { createKey } from '../../src/spaces/space-keys.js';
import { testConfig } from '../fixture.js';
import { ServerProcess } from '../processes/server-process.js';
import { MissingProgram, type Place, places } from './places.js';

const usage = `Runs the conformance suite against a server of this checkout. Options:
  --database <name>  sqlite; postgres; pgbouncer: PostgreSQL behind a PgBouncer in transaction mode; or citus: a coordinator and two
                     workers on this machine. sqlite when left out
  --postgres <major> version of PostgreSQL, ${postgresVersions.join(', ')}; the last when left out. Older ones are fetched once
  --program <path>   the PgBouncer, the installed one when left out; or the folder of the programs of a PostgreSQL that has Citus,
                     HEADWATER_TEST_CITUS_BIN when left out
  --seed <text>      of the random choices; 1 when left out
  --seeds <count>    one run after the other, of the seeds 1 to this, each against a server of its own
  --only <prefix>    only checks whose id begins so; may be repeated
  --part <name>      only checks of this part of the interface, such as lists-and-writes
  --help             show this
Exit codes: 0 every MUST holds in every run, 1 one does not in some, 2 wrong usage, or a program is missing.`;

const suite = fileURLToPath(new URL('../../../../packages/conformance/bin/headwater-conformance.mjs', import.meta.url));
/** The machine may be busy. */
const timeoutMs = '30000';

interface Options {
  /** One of `places`. */
  readonly database: string;
  readonly program: string | undefined;
  /** A run for each. */
  readonly seeds: readonly string[];
  /** Options of the suite that pick checks. */
  readonly choice: readonly string[];
}

/** @returns undefined when there is nothing to run, which has been said */
function readOptions(): Options | undefined {
  const { values } = parseArgs({
    options: {
      database: { type: 'string', default: 'sqlite' },
      postgres: { type: 'string' },
      program: { type: 'string' },
      seed: { type: 'string' },
      seeds: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      part: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const { database, postgres, program, seed, seeds } = values;
  if (values.help) {
    console.log(usage);
    return undefined;
  }
  process.exitCode = 2;
  if (!places.has(database)) {
    console.error(`There is no database "${database}".\n\n${usage}`);
    return undefined;
  }
  if (postgres !== undefined && !postgresVersions.includes(postgres)) {
    console.error(`There is no PostgreSQL ${postgres}.\n\n${usage}`);
    return undefined;
  }
  if (seeds !== undefined && (seed !== undefined || !/^[1-9]\d{0,3}$/.test(seeds))) {
    console.error(`--seeds is a number of runs, and leaves no choice to --seed.\n\n${usage}`);
    return undefined;
  }
  if (postgres !== undefined) process.env.HEADWATER_TEST_POSTGRES = postgres;
  process.exitCode = 0;
  return {
    database,
    program,
    seeds: seeds === undefined ? [seed ?? '1'] : Array.from({ length: Number(seeds) }, (_, index) => `${index + 1}`),
    choice: [
      ...values.only.flatMap((prefix) => ['--only', prefix]),
      ...(values.part === undefined ? [] : ['--part', values.part]),
    ],
  };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) return;
  const failed: string[] = [];
  for (const seed of options.seeds) if ((await runSeed(options, seed)) !== 0) failed.push(seed);
  process.exitCode = failed.length === 0 ? 0 : 1;
  if (options.seeds.length === 1) return;
  const outcome = failed.length === 0 ? 'none failed' : `these failed: ${failed.join(', ')}`;
  console.log(`\n${options.seeds.length} seeds on ${options.database}, ${outcome}`);
}

/** @returns the exit code of the suite */
async function runSeed(options: Options, seed: string): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-suite-run-'));
  const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  try {
    const open = places.get(options.database)!;
    const place = await open((close) => closing.unshift(close), options.program);
    console.log(`${place.name}, seed ${seed}, load ${loadavg()[0]?.toFixed(1)} before the run`);
    const code = await runSuite(place, dataDir, ['--seed', seed, ...options.choice]);
    console.log(`\n${code === 0 ? 'ok' : 'FAILED'}: the conformance suite on ${place.name}, seed ${seed}`);
    return code;
  } finally {
    for (const close of closing) await close();
  }
}

/** @returns the exit code of the suite */
async function runSuite({ env, databaseUrl }: Place, dataDir: string, choice: readonly string[]): Promise<number> {
  const server = new ServerProcess({ HEADWATER_DATA_DIR: dataDir, ...env });
  try {
    await server.start();
    const deps = await openDeps({ ...testConfig, dataDir, databaseUrl });
    const keys = [];
    for (const id of ['alpha', 'beta']) {
      await createSpace(deps, { id });
      keys.push(await createKey(deps, { space: id }));
    }
    await deps.db.close();
    const [alpha, beta] = keys;
    const child = spawn(
      process.execPath,
      [
        ...[suite, '--base-url', server.url ?? '', ...choice, '--timeout', timeoutMs],
        ...['--space', 'alpha', '--token', alpha?.token ?? '', '--password', alpha?.password ?? ''],
        ...['--second-space', 'beta', '--second-token', beta?.token ?? '', '--second-password', beta?.password ?? ''],
      ],
      { stdio: 'inherit' },
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    for (const failure of server.failures) console.log(`logged: ${failure}`);
    return code ?? 1;
  } finally {
    await server.kill();
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof MissingProgram)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
