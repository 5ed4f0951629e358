/**
 * Who takes part in a run: the server, the floors of its databases, and whom else it is asked to be compared with.
 */
import { join } from 'node:path';
import type { Language } from '../cases/bench-case.js';
import { type Build, loadBuild } from '../data/build.js';
import { type BenchPostgres, openPostgres } from '../data/open-postgres.js';
import { copyPrepared, preparePostgres, prepareSqlite } from '../data/prepare-space.js';
import { spaceIdOf } from '../data/space-key.js';
import type { SpacePlan } from '../data/space-plan.js';
import { folderOfThisRun } from '../data/temporary.js';
import type { DatabaseName } from '../databases.js';
import { makePlainPostgres, makePlainSqlite } from '../floors/plain/make-plain.js';
import { PostgresCpu } from '../machine/postgres-cpu.js';
import type { BenchOptions } from '../options.js';
import type { ContestantOptions } from './contestant.js';
import { installPeers } from './install-peers.js';
import type { ServerTask } from './server-process.js';

/** What a contestant is to the others; ratios are to the floor, the peer and the same answer on the same database. */
export type Role = 'server' | 'other-server' | 'floor' | 'same-answer' | 'peer';

export interface Participant extends ContestantOptions {
  readonly role: Role;
  readonly database: DatabaseName;
  readonly language: Language;
}

export interface Participants {
  readonly all: readonly Participant[];
  readonly postgres: BenchPostgres | undefined;
  readonly postgresCpu: PostgresCpu | undefined;
}

/** @param say called with what takes time */
export async function prepareParticipants(
  options: BenchOptions,
  plan: SpacePlan,
  say: (text: string) => void,
): Promise<Participants> {
  const builds: (readonly [Role, Build])[] = [['server', await loadBuild()]];
  if (options.server !== undefined) builds.push(['other-server', await loadBuild(options.server)]);
  const all: Participant[] = [];
  if (options.databases.includes('sqlite')) all.push(...(await onSqlite(builds, options, plan, say)));
  if (!options.databases.includes('postgres')) return { all, postgres: undefined, postgresCpu: undefined };
  const postgres = await openPostgres(options.databaseUrl);
  try {
    const postgresCpu = await PostgresCpu.of(postgres.url);
    const participants = await onPostgres(builds, options, plan, postgres, say);
    return {
      all: [...all, ...participants.map((one) => ({ ...one, databaseCpu: postgresCpu }))],
      postgres,
      postgresCpu,
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function onSqlite(
  builds: readonly (readonly [Role, Build])[],
  { synchronous }: BenchOptions,
  plan: SpacePlan,
  say: (text: string) => void,
): Promise<Participant[]> {
  const participants: Participant[] = [];
  for (const [role, build] of builds) {
    const prepared = await prepareSqlite(build, plan, say);
    const store = { dataDir: copyPrepared(prepared) };
    participants.push(serverOn('sqlite', role, { file: build.file, store, synchronous, spaces: [spaceIdOf(plan)] }));
    if (role === 'other-server') continue;
    const args = [spaceIdOf(plan), copyPrepared(prepared), synchronous];
    participants.push({
      ...{ role: 'same-answer', database: 'sqlite', language: 'headwater' },
      ...{ program: 'same-answer-floor-process', args },
    });
  }
  const file = join(folderOfThisRun('plain'), 'plain.sqlite');
  await makePlainSqlite(file, plan);
  participants.push(floorOn('sqlite', [file, synchronous]));
  return participants;
}

async function onPostgres(
  builds: readonly (readonly [Role, Build])[],
  { synchronous, hasPeers }: BenchOptions,
  plan: SpacePlan,
  postgres: BenchPostgres,
  say: (text: string) => void,
): Promise<Participant[]> {
  const participants: Participant[] = [];
  for (const [role, build] of builds) {
    const databaseUrl = await postgres.createDatabase();
    await preparePostgres(build, databaseUrl, plan, say);
    const store = { databaseUrl };
    participants.push(serverOn('postgres', role, { file: build.file, store, synchronous, spaces: [spaceIdOf(plan)] }));
  }
  const plain = await postgres.createDatabase();
  await makePlainPostgres(plain, plan);
  if (hasPeers) {
    const args = [installPeers(say), await postgres.createDatabase(plain)];
    participants.push({
      ...{ role: 'peer', database: 'postgres', language: 'postgraphile' },
      ...{ program: 'postgraphile-process', args },
    });
  }
  participants.push(floorOn('postgres', [plain]));
  return participants;
}

function serverOn(database: DatabaseName, role: Role, task: ServerTask): Participant {
  return { role, database, language: 'headwater', program: 'server-process', args: [JSON.stringify(task)] };
}

function floorOn(database: DatabaseName, args: readonly string[]): Participant {
  return { role: 'floor', database, language: 'plain', program: 'plain-floor-process', args };
}
