/**
 * How many contacts a second are created on PostgreSQL: in one space, in two, and by two processes, beside the plain floor.
 */

import type { MeasuredLoad } from '../contestants/contestant.js';
import { ContestantProcess } from '../contestants/contestant-process.js';
import type { ServerTask } from '../contestants/server-process.js';
import { type Build, loadBuild } from '../data/build.js';
import { fillSpace } from '../data/fill-space.js';
import { type BenchPostgres, openPostgres } from '../data/open-postgres.js';
import { SpaceClient } from '../data/space-client.js';
import { makePlainPostgres } from '../floors/plain/make-plain.js';
import { PostgresCpu } from '../machine/postgres-cpu.js';
import { turnOrder } from '../turn-order.js';
import { Scenario, type Target } from './scenario.js';

export interface CreatesOptions {
  /** Of load, for each scenario. */
  readonly seconds: number;
  readonly databaseUrl: string | undefined;
  /** Folder of another checkout, whose build is measured as well. */
  readonly server: string | undefined;
}

export interface Creates {
  readonly postgres: string;
  readonly results: readonly { readonly title: string; readonly loads: readonly MeasuredLoad[] }[];
}

const roundCount = 5;
const warmUpSeconds = 3;
const spaces = ['bench-one', 'bench-two'] as const;
/** Nothing but whom the contacts belong to. */
const plan = { contacts: 0, accounts: 1 };

/** @param say called with what is being done */
export async function measureCreates(options: CreatesOptions, say: (text: string) => void): Promise<Creates> {
  const postgres = await openPostgres(options.databaseUrl);
  const processes: ContestantProcess[] = [];
  const scenarios: Scenario[] = [];
  try {
    const cpu = await PostgresCpu.of(postgres.url);
    const start = async (...given: Parameters<typeof ContestantProcess.start>) => {
      const process = await ContestantProcess.start(...given);
      processes.push(process);
      return process;
    };
    const builds: (readonly [string, Build])[] = [['Headwater', await loadBuild()]];
    if (options.server !== undefined) builds.push(['Headwater, the other build', await loadBuild(options.server)]);
    for (const [title, build] of builds) {
      say(`Starting ${title}.`);
      const task = await makeSpaces(build, postgres);
      const [first, second] = [await start('server-process', task), await start('server-process', task)];
      const to = (process: ContestantProcess, space: number): Target => ({
        process,
        path: `/api/v100/rest/spaces/${spaces[space]}/entities/Contacts`,
        authorization: process.authorizations[space],
      });
      scenarios.push(
        await Scenario.open(`${title}: one space`, [to(first, 0)], cpu),
        await Scenario.open(`${title}: two spaces`, [to(first, 0), to(first, 1)], cpu),
        await Scenario.open(`${title}: one space, two processes`, [to(first, 0), to(second, 0)], cpu),
      );
    }
    const plain = await postgres.createDatabase();
    await makePlainPostgres(plain, plan);
    const floors = [await start('plain-floor-process', [plain]), await start('plain-floor-process', [plain])];
    const targets = floors.map((process) => ({ process, path: '/contacts' }));
    scenarios.push(
      await Scenario.open('floor', targets.slice(0, 1), cpu),
      await Scenario.open('floor, two processes', targets, cpu),
    );
    return { postgres: postgres.version, results: await measureAll(scenarios, options.seconds, say) };
  } finally {
    for (const scenario of scenarios) scenario.close();
    await Promise.all(processes.map((process) => process.stop()));
    await postgres.stop();
  }
}

/** @returns the arguments of a server's process with both spaces */
async function makeSpaces({ file, server: build }: Build, postgres: BenchPostgres): Promise<[string]> {
  const store = { databaseUrl: await postgres.createDatabase() };
  const server = await build.startServer({ ...store, port: 0, logLevel: 'warn' });
  try {
    for (const space of spaces) {
      const client = new SpaceClient(server.url, space, await build.createSpaceWithKey(server, space));
      await fillSpace(server, client, plan);
    }
  } finally {
    await server.close();
  }
  const task: ServerTask = { file, store, synchronous: 'NORMAL', spaces };
  return [JSON.stringify(task)];
}

/** They take turns in rounds. */
async function measureAll(scenarios: readonly Scenario[], seconds: number, say: (text: string) => void) {
  for (const scenario of scenarios) await scenario.measure(warmUpSeconds);
  const loads = new Map(scenarios.map((scenario) => [scenario, [] as MeasuredLoad[]]));
  for (let round = 0; round < roundCount; round++) {
    say(`Round ${round + 1} of ${roundCount}.`);
    for (const scenario of turnOrder(scenarios, round)) {
      loads.get(scenario)?.push(await scenario.measure(seconds / roundCount));
    }
  }
  return [...loads].map(([{ title }, measured]) => ({ title, loads: measured }));
}
