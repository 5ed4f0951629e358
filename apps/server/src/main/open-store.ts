/**
 * Gives a command the database that the environment names, and closes it afterwards.
 */

import type { DistributionStep, OnDistributed } from '../db/migrations/distribute-tables.js';
import type { Waiting } from '../db/until-ready.js';
import type { ServerDeps } from '../http/server-deps.js';
import { findSpace } from '../spaces/space-directory.js';
import type { Config } from './config.js';
import { readConfig } from './config.js';
import { openDeps } from './open-deps.js';
import { type Terminal, UsageError } from './terminal.js';

/**
 * @param options `isDemo` as for `readConfig`; `waits`: for a database that cannot be used yet, as what starts beside it does. A person
 *   who runs a command learns at once that there is none; `readsOnly`: it changes nothing in the database, which must be up to date
 * @throws ConfigError; OlderDatabase when it only reads; DatabaseAway when the database could not be used in time; AbortError when the user stops the command before
 */
export async function withDeps<T>(
  terminal: Terminal,
  work: (deps: ServerDeps, config: Config) => Promise<T>,
  options: { readonly isDemo?: boolean; readonly waits?: boolean; readonly readsOnly?: boolean } = {},
): Promise<T> {
  const config = readConfig(terminal.env, options);
  const startMs = options.waits ? config.databaseSettings.startMs : 0;
  const databaseSettings = { ...config.databaseSettings, startMs };
  const deps = await openDeps({ ...config, databaseSettings }, undefined, undefined, {
    ...whileWaiting(terminal),
    readsOnly: options.readsOnly === true,
  });
  try {
    return await work(deps, config);
  } finally {
    await deps.db.close();
  }
}

/** @returns what tells the user why a command waits for its database, and ends the wait when the user stops the command */
export function whileWaiting(terminal: Terminal): Waiting & { readonly onDistributed: OnDistributed } {
  return {
    onWait: (trouble) => terminal.error(`Waiting for the database: ${trouble}\n`),
    onDistributed: (step) => terminal.error(`${distributionText(step)}\n`),
    stop: terminal.stop,
  };
}

function distributionText({ part, table, done, all, bytes }: DistributionStep): string {
  const what = part === 'rows' ? 'Distributing the tables' : 'Making the references';
  const megabytes = bytes && [bytes.done, bytes.all].map((size) => Math.round(size / 1e6).toLocaleString('en'));
  return `${what}: ${table} (${done + 1} of ${all}${megabytes ? `, ${megabytes.join(' of ')} MB done` : ''})`;
}

/** As `withDeps`, for a command that changes nothing in the database. @throws OlderDatabase also */
export function withReadDeps<T>(
  terminal: Terminal,
  work: (deps: ServerDeps, config: Config) => Promise<T>,
): Promise<T> {
  return withDeps(terminal, work, { readsOnly: true });
}

/** @throws UsageError when there is no such space */
export async function requireSpace(deps: ServerDeps, space: string): Promise<void> {
  if ((await findSpace(deps.db, space)) !== undefined) return;
  throw new UsageError(`there is no space "${space}"; make it with: headwater space create ${space}`);
}
