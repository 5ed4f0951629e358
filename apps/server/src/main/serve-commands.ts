/**
 * `headwater serve`, `migrate` and `demo`: runs the server and makes it ready to run.
 */
import { type Command, InvalidArgumentError } from 'commander';
import { demoLines, demoRequests, ensureDemoSpace } from '../demo/ensure-demo-space.js';
import type { ServerDeps } from '../http/server-deps.js';
import { type Config, readConfig } from './config.js';
import { whileWaiting, withDeps } from './open-store.js';
import { serve } from './serve.js';
import { startTracing } from './start-tracing.js';
import type { Terminal } from './terminal.js';
import { supervise } from './workers/supervise.js';
import { isWorker } from './workers/worker.js';

export function addServeCommands(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('run the server until it gets a signal to stop')
    .option('--demo', 'make the demo space when it is missing and print how to try it')
    .option(
      '--workers <number>',
      'processes that serve the port side by side; one that dies is started again',
      workerCount,
    )
    .addHelpText(
      'after',
      `
Each worker has its own connections to the database, slots and queues: multiply those settings by their number. One for
each core is usual on PostgreSQL. On SQLite one process writes at a time, and one worker is usually as fast.

Examples:
  headwater serve --demo
  HEADWATER_DATABASE_URL=postgres://crm@localhost/crm headwater serve --workers 4
  HEADWATER_PORT=3000 HEADWATER_DATABASE_URL=postgres://crm@localhost/crm headwater serve`,
    )
    .action((options: ServeOptions) =>
      isSupervisor(options) ? runWorkers(terminal, options) : runServer(terminal, options),
    );
  program
    .command('migrate')
    .description('bring the database up to what this version needs; serve does it, too')
    .addHelpText('after', '\nExample:\n  HEADWATER_DATABASE_URL=postgres://crm@localhost/crm headwater migrate')
    .action(() => migrateDatabase(terminal));
  program
    .command('demo')
    .description('make the demo space when it is missing and print how to try it')
    .addHelpText(
      'after',
      `
Random credentials are stored in demo-credentials.json in the data folder, readable by you only.

Examples:
  headwater demo
  HEADWATER_DEMO_TOKEN=demo HEADWATER_DEMO_PASSWORD=demo headwater demo`,
    )
    .action(() => makeDemo(terminal));
}

interface ServeOptions {
  readonly demo?: true;
  readonly workers?: number;
}

/** Enough for any machine. */
const maxWorkers = 256;

/** @throws InvalidArgumentError */
function workerCount(text: string): number {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (count >= 1 && count <= maxWorkers) return count;
  throw new InvalidArgumentError(`Give a number from 1 to ${maxWorkers}.`);
}

/** @returns whether the process is to start workers: it is none itself */
function isSupervisor({ workers }: ServeOptions): boolean {
  return workers !== undefined && !isWorker();
}

async function runWorkers(terminal: Terminal, { demo, workers = 1 }: ServeOptions): Promise<void> {
  const isDemo = demo === true;
  // Brings the database up to date, and fails once and in words where each worker would.
  const shown = await withDeps(
    terminal,
    async (deps, config) => ({
      credentials: isDemo ? await ensureDemoSpace(deps, config) : undefined,
      publicUrl: config.publicUrl,
    }),
    { isDemo, waits: true },
  );
  await supervise({
    count: workers,
    args: process.argv.slice(2),
    onListen: (url) => {
      terminal.error(`Headwater listens on ${url} with ${workers} ${workers === 1 ? 'worker' : 'workers'}\n`);
      if (shown.credentials) terminal.out(`\n${demoLines(shown.publicUrl ?? url, shown.credentials)}\n\n`);
    },
    onTrouble: (line) => terminal.error(`${line}\n`),
    stop: terminal.stop,
  });
}

async function runServer(terminal: Terminal, { demo: wanted }: ServeOptions): Promise<void> {
  const withDemo = wanted === true;
  const options = { isDemo: withDemo, waits: true };
  const config = readConfig(terminal.env, options);
  // Before the server listens, so that it is ready only when the space is there and its credentials open it.
  const demo = withDemo ? await withDeps(terminal, (deps) => ensureDemoSpace(deps, config), options) : undefined;
  const shown = demo && { ...demo, space: 'demo', requestsAt: (url: string) => demoRequests(url, demo) };
  const stopTracing = config.isTraced ? await startTracing(terminal.env.OTEL_SERVICE_NAME || 'headwater') : undefined;
  const server = await serve({ ...config, ...(shown && { demo: shown }) }, whileWaiting(terminal));
  try {
    if (!isWorker()) terminal.error(`Headwater listens on ${server.url}\n`);
    if (demo !== undefined && !isWorker()) terminal.out(`\n${demoLines(config.publicUrl ?? server.url, demo)}\n\n`);
    await untilStopped(terminal.stop);
  } finally {
    await server.close();
    await stopTracing?.();
  }
}

function untilStopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function migrateDatabase(terminal: Terminal): Promise<void> {
  // Opening brings the database up to date.
  await withDeps(terminal, async () => {}, { waits: true });
  terminal.out('The database is up to date.\n');
}

async function makeDemo(terminal: Terminal): Promise<void> {
  const work = async (deps: ServerDeps, config: Config) => {
    const credentials = await ensureDemoSpace(deps, config);
    const url =
      config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
    terminal.out(`${demoLines(url, credentials)}\n`);
  };
  await withDeps(terminal, work, { isDemo: true, waits: true });
  terminal.error('Start the server: headwater serve\n');
}
