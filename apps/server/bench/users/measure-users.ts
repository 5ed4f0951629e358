/**
 * Lets viewers ask for the same lists in turn, and divides what those cost who see less by what a key of everything costs.
 */
import { startServer } from '@headwater/server';
import { Contestant, type MeasuredLoad } from '../contestants/contestant.js';
import type { ServerTask } from '../contestants/server-process.js';
import { loadBuild } from '../data/build.js';
import { spaceIdOf } from '../data/space-key.js';
import { median } from '../load/percentile.js';
import { requestBytes } from '../load/request-bytes.js';
import type { PostgresCpu } from '../machine/postgres-cpu.js';
import { fillAccounts, type Viewer } from './fill-accounts.js';

export interface UserCost {
  readonly list: string;
  readonly seen: string;
  /** Of the server's process and of PostgreSQL, in milliseconds a request; the median over the rounds. */
  readonly cpuMs: number;
  /** That divided by the cost of the list of everything in the same round; the median. */
  readonly ratio: number;
}

const lists = {
  'In the order of ids': 'Accounts?first=30',
  'The last modified': 'Accounts?first=30&order-by=-modified',
};

const roundCount = 9;

/**
 * @param store of a new database
 * @param databaseCpu of it, where it is not the server's own process
 * @param seconds of load for each list and viewer
 */
export async function measureUsers(
  store: ServerTask['store'],
  databaseCpu: PostgresCpu | undefined,
  accounts: number,
  seconds: number,
  say: (text: string) => void,
): Promise<UserCost[]> {
  const quiet = { port: 0, logLevel: 'warn', databaseSettings: { synchronous: 'NORMAL' } } as const;
  const filled = await startServer({ ...quiet, ...store });
  const viewers = await fillAccounts(filled, accounts, say).finally(() => filled.close());
  const { file } = await loadBuild();
  const task: ServerTask = { file, store, synchronous: 'NORMAL', spaces: [] };
  const server = await Contestant.start({ program: 'server-process', args: [JSON.stringify(task)], databaseCpu });
  try {
    const costs: UserCost[] = [];
    for (const [list, path] of Object.entries(lists)) {
      say(list);
      costs.push(...(await measureList(server, list, pathIn(accounts, path), viewers, seconds)));
    }
    return costs;
  } finally {
    await server.stop();
  }
}

function pathIn(accounts: number, path: string): string {
  return `/api/v100/rest/spaces/${spaceIdOf({ contacts: accounts, accounts: 0 })}/entities/${path}`;
}

async function measureList(
  server: Contestant,
  list: string,
  path: string,
  viewers: readonly Viewer[],
  seconds: number,
): Promise<UserCost[]> {
  const measure = async ({ authorization }: Viewer, share: number) => {
    const requests = [requestBytes({ method: 'GET', path }, authorization)];
    return cpuMsPerRequest(await server.measure({ requests, status: 200, seconds: seconds * share }));
  };
  for (const viewer of viewers) await measure(viewer, 0.25);
  const rounds: number[][] = [];
  for (let round = 0; round < roundCount; round++) {
    const figures: number[] = [];
    for (let turn = 0; turn < viewers.length; turn++) {
      const place = (round + turn) % viewers.length;
      figures[place] = await measure(viewers[place] as Viewer, 1 / roundCount);
    }
    rounds.push(figures);
  }
  return viewers.map(({ title }, place) => ({
    ...{ list, seen: title },
    cpuMs: median(rounds.map((figures) => figures[place] ?? Number.NaN)),
    ratio: median(rounds.map((figures) => (figures[place] ?? Number.NaN) / (figures[0] ?? Number.NaN))),
  }));
}

function cpuMsPerRequest({ requests, cpuMs, databaseCpuMs = 0 }: MeasuredLoad): number {
  return (cpuMs + databaseCpuMs) / requests;
}
