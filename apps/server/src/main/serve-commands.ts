/**
 * `headwater serve`, `migrate` and `demo`: runs the server and makes it ready to run.
 */
import type { Command } from 'commander';
import { demoLines, demoRequests, ensureDemoSpace } from '../demo/ensure-demo-space.js';
import type { ServerDeps } from '../http/server-deps.js';
import { type Config, readConfig } from './config.js';
import { whileWaiting, withDeps } from './open-store.js';
import { serve } from './serve.js';
import type { Terminal } from './terminal.js';

export function addServeCommands(program: Command, terminal: Terminal): void {
  program
    .command('serve')
    .description('run the server until it gets a signal to stop')
    .option('--demo', 'make the demo space when it is missing and print how to try it')
    .addHelpText(
      'after',
      `
Examples:
  headwater serve --demo
  HEADWATER_PORT=3000 HEADWATER_DATABASE_URL=postgres://crm@localhost/crm headwater serve`,
    )
    .action((options: { readonly demo?: true }) => runServer(terminal, options.demo === true));
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

async function runServer(terminal: Terminal, withDemo: boolean): Promise<void> {
  const options = { isDemo: withDemo, waits: true };
  const config = readConfig(terminal.env, options);
  // Before the server listens, so that it is ready only when the space is there and its credentials open it.
  const demo = withDemo ? await withDeps(terminal, (deps) => ensureDemoSpace(deps, config), options) : undefined;
  const shown = demo && { ...demo, space: 'demo', requestsAt: (url: string) => demoRequests(url, demo) };
  const server = await serve({ ...config, ...(shown && { demo: shown }) }, whileWaiting(terminal));
  try {
    terminal.error(`Headwater listens on ${server.url}\n`);
    if (demo !== undefined) terminal.out(`\n${demoLines(config.publicUrl ?? server.url, demo)}\n\n`);
    await untilStopped(terminal.stop);
  } finally {
    await server.close();
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
