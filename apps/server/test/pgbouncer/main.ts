/**
 * `npm run pgbouncer`: the whole conformance suite against a server whose PostgreSQL is behind a PgBouncer that pools transactions.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startTestPostgres } from '../../../../tools/test-postgres.mjs';
import { openDeps } from '../../src/main/open-deps.js';
import { createSpace } from '../../src/spaces/create-space.js';
import { createKey } from '../../src/spaces/space-keys.js';
import { findPgBouncer, type PgBouncer, startPgBouncer } from '../databases/pooler.js';
import { testConfig } from '../fixture.js';
import { ServerProcess } from '../processes/server-process.js';

const usage = `Runs the conformance suite through PgBouncer in transaction mode. Options:
  --seed <text>     of the random choices; 1 when left out
  --program <file>  the PgBouncer; the installed one when left out
  --help            show this
Exit codes: 0 every MUST holds, 1 one does not, 2 wrong usage, or there is no PgBouncer.`;

const suite = fileURLToPath(new URL('../../../../packages/conformance/bin/headwater-conformance.mjs', import.meta.url));
/** The machine may be busy. */
const timeoutMs = '30000';

function readOptions() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      program: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const program = values.help ? undefined : findPgBouncer(values.program);
  if (program !== undefined) return { seed: values.seed, program };
  process.exitCode = values.help ? 0 : 2;
  if (values.help) console.log(usage);
  else console.error('There is no PgBouncer. On Debian: apt-get install --no-install-recommends pgbouncer');
  return undefined;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options === undefined) return;
  const { seed, program } = options;
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-pgbouncer-run-'));
  const postgres = await startTestPostgres();
  try {
    const code = await runSuite(program, postgres.url, await postgres.createDatabase(), dataDir, seed);
    process.exitCode = code;
    const mode = program.isPrepared ? 'with' : 'without';
    console.log(
      `\n${code === 0 ? 'ok' : 'FAILED'}: the conformance suite through PgBouncer ${program.version}, ${mode} named statements`,
    );
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @returns the exit code of the suite */
async function runSuite(
  program: PgBouncer,
  postgresUrl: string,
  database: string,
  dataDir: string,
  seed: string,
): Promise<number> {
  const pooler = await startPgBouncer(program, postgresUrl);
  const databaseUrl = pooler.through(database);
  const server = new ServerProcess({
    HEADWATER_DATA_DIR: dataDir,
    HEADWATER_DATABASE_URL: databaseUrl,
    HEADWATER_DATABASE_PREPARED: String(program.isPrepared),
  });
  try {
    await server.start();
    console.log(`PgBouncer ${program.version}, load ${loadavg()[0]?.toFixed(1)} before the run`);
    const deps = await openDeps({ ...testConfig, dataDir, databaseUrl: database });
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
        ...[suite, '--base-url', server.url ?? '', '--seed', seed, '--timeout', timeoutMs],
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
    await pooler.stop();
  }
}

await main();
