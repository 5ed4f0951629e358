/**
 * How many contacts a second `headwater import` takes into an empty space, beside the speed at which the database itself writes the same
 * rows in bulk. What the command needs to start and to end is left out: it is measured with a file without lines.
 */
import { setTimeout } from 'node:timers/promises';
import { type Build, loadBuild } from '../data/build.js';
import { openPostgres } from '../data/open-postgres.js';
import { folderOfThisRun } from '../data/temporary.js';
import type { DatabaseName } from '../databases.js';
import { writeImportFiles } from './import-files.js';
import type { Imports, Measured, Pass } from './import-table.js';
import { type ImportCopy, type ImportTarget, postgresTarget, space, sqliteTarget } from './import-target.js';
import { runCommand } from './run-command.js';

export interface ImportBenchOptions {
  readonly contacts: number;
  readonly rounds: number;
  readonly databases: readonly DatabaseName[];
  readonly databaseUrl: string | undefined;
  /** Folder of another checkout, whose build is measured as well. */
  readonly server: string | undefined;
}

/** An import writes a row of the first for each line, and with it one of the second: the event that the contact was made. */
const tables = ['contacts', 'contact_kpis'] as const;

/** PostgreSQL counts what a connection took once its process has ended and been waited for. */
const untilCountedMs = 300;

interface Line extends Measured {
  readonly passes: Pass[];
}

/** @param say called with what is being done */
export async function measureImport(options: ImportBenchOptions, say: (text: string) => void): Promise<Imports> {
  const { contacts, databases, server } = options;
  const builds: (readonly [string, Build])[] = [['headwater import', await loadBuild()]];
  if (server !== undefined) builds.push(['headwater import of the other build', await loadBuild(server)]);
  const [folder, emptyFolder] = [folderOfThisRun('csv'), folderOfThisRun('csv')];
  const files = { whole: writeImportFiles(folder, contacts), empty: writeImportFiles(emptyFolder, 0) };
  const postgres = databases.includes('postgres') ? await openPostgres(options.databaseUrl) : undefined;
  try {
    const measured: Measured[] = [];
    for (const database of databases) {
      const bulk: Line = { database, title: 'contacts in bulk', passes: [] };
      const withEvents: Line = { database, title: 'contacts and events in bulk', passes: [] };
      const targets = [];
      for (const [title, build] of builds) {
        const target =
          database === 'postgres' && postgres ? await postgresTarget(build, postgres) : await sqliteTarget(build);
        targets.push({ build, target, line: { database, title, passes: [] } as Line });
      }
      for (let round = 0; round < options.rounds; round++) {
        for (const { build, target, line } of round % 2 === 0 ? targets : targets.toReversed()) {
          say(`${database}, round ${round + 1} of ${options.rounds}: ${line.title}.`);
          const imported = await target.copy();
          line.passes.push(await measureCommand(build, target, imported, files));
          if (line !== targets[0]?.line) continue;
          const [ofContacts, ofEvents] = await measureBulk(target, imported);
          bulk.passes.push(ofContacts);
          withEvents.passes.push(sum(ofContacts, ofEvents));
        }
      }
      measured.push(bulk, withEvents, ...targets.map(({ line }) => line));
    }
    return { contacts, postgres: postgres?.version, measured };
  } finally {
    await postgres?.stop();
  }
}

/** @throws Error (rejects) when not every line became a contact */
async function measureCommand(
  build: Build,
  target: ImportTarget,
  { environment }: ImportCopy,
  files: { readonly whole: string; readonly empty: string },
): Promise<Pass> {
  const run = async (mapping: string) => {
    const before = await countedCpu(target);
    const { seconds, cpuMs, output } = await runCommand(
      build,
      ['import', mapping, '--space', space, '--json'],
      environment,
    );
    const after = await countedCpu(target);
    const { steps } = JSON.parse(output) as { steps: readonly { readonly lines: number; readonly created: number }[] };
    if (steps.some(({ lines, created }) => lines !== created)) throw new Error(`not all was imported: ${output}`);
    return { seconds, cpuMs, databaseCpuMs: difference(before, after) };
  };
  // The first start after a copy reads what has not been read yet.
  await run(files.empty);
  const empty = await run(files.empty);
  const whole = await run(files.whole);
  return {
    seconds: whole.seconds - empty.seconds,
    cpuMs: whole.cpuMs - empty.cpuMs,
    databaseCpuMs: difference(empty.databaseCpuMs, whole.databaseCpuMs),
  };
}

/** @returns what each table takes, in their order */
async function measureBulk(target: ImportTarget, imported: ImportCopy): Promise<[Pass, Pass]> {
  const copy = await target.copy();
  const measure = async (table: string): Promise<Pass> => {
    const write = await imported.reader(table);
    const databaseBefore = await countedCpu(target);
    const [own, at] = [process.cpuUsage(), performance.now()];
    await write(copy);
    const { user, system } = process.cpuUsage(own);
    const seconds = (performance.now() - at) / 1_000;
    const databaseCpuMs = difference(databaseBefore, await countedCpu(target));
    return { seconds, cpuMs: (user + system) / 1_000, databaseCpuMs };
  };
  const [contacts, events] = tables;
  return [await measure(contacts), await measure(events)];
}

async function countedCpu(target: ImportTarget): Promise<number | undefined> {
  if (target.cpuMs() === undefined) return undefined;
  await setTimeout(untilCountedMs);
  return target.cpuMs();
}

function difference(before: number | undefined, after: number | undefined): number | undefined {
  return before === undefined || after === undefined ? undefined : after - before;
}

function sum(one: Pass, other: Pass): Pass {
  return {
    seconds: one.seconds + other.seconds,
    cpuMs: one.cpuMs + other.cpuMs,
    databaseCpuMs: one.databaseCpuMs === undefined ? undefined : one.databaseCpuMs + (other.databaseCpuMs ?? 0),
  };
}
