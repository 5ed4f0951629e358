/**
 * What `headwater doctor` looks at, each with what it found and what an operator can do. Changes nothing that stays.
 */
import { mkdir, statfs } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { databaseFacts, missingColumns } from '../../db/database-facts.js';
import { distributionFacts, movingText, roomFacts } from '../../db/distribution.js';
import { missingConstraints } from '../../db/migrations/align-tables.js';
import { OlderDatabase } from '../../db/migrations/database-version.js';
import { schemaVersion } from '../../db/migrations/migrations.js';
import { searchAdvice } from '../../db/migrations/search-indexes.js';
import { spaceIds, spacesWithJobs } from '../../db/spaces.js';
import { FileNotFound, newFileKey } from '../../files/file-store.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { serverSpace } from '../../jobs/job.js';
import { mostUnknown, unindexedRecords } from '../../jobs/search-filler.js';
import { cloudObject } from '../../records/content/content-store.js';
import { compileStorageKeys } from '../../sql/select/compile-find.js';
import { unfinishedWork } from '../../sql/tables/former-spaces.js';
import type { Config } from '../config.js';
import { nameOfDatabase } from '../open-deps.js';

export interface Finding {
  readonly check: string;
  /** `note`: worth knowing, and nothing need be done. */
  readonly state: 'ok' | 'note' | 'problem';
  readonly finding: string;
  /** What an operator can do; null: nothing. */
  readonly remedy: string | null;
}

type Check = (deps: ServerDeps, config: Config) => Promise<Finding[]>;

const ok = (check: string, finding: string): Finding => ({ check, state: 'ok', finding, remedy: null });
const note = (check: string, finding: string, remedy: string): Finding => ({ check, state: 'note', finding, remedy });
const problem = (check: string, finding: string, remedy: string): Finding => ({
  check,
  state: 'problem',
  finding,
  remedy,
});

/** PostgreSQL that is tested. */
const oldestPostgres = 15;
const mostClockMs = 2_000;
const leastFreeBytes = 1_000_000_000;
const leastFreeShare = 0.05;
/** Others take a job over as soon as its lease ends. */
const stuckAfterMs = 10 * 60_000;
/** Looked at for their files, in each space. */
const sampledFiles = 20;
const mostSpaces = 1_000;

const settings: Check = async (_, config) => settingsOf(config);

function settingsOf({ secret, publicUrl }: Config): Finding[] {
  const found: Finding[] = [ok('settings', 'every setting can be read')];
  if (secret === undefined) {
    const finding = 'HEADWATER_SECRET is unset: the key of the password hashes is in the database alone';
    const remedy =
      'before there are API keys, set it to any value; later set it to the value of server_secret in the table ' +
      'settings, as another value makes every key useless; where servers have it, give this command the same';
    found.push(note('settings', finding, remedy));
  }
  if (publicUrl === undefined) {
    const finding = "HEADWATER_PUBLIC_URL is unset: links have each request's own host";
    found.push(note('settings', finding, 'set it behind a proxy, such as https://crm.example.com'));
  }
  return found;
}

const database: Check = async ({ db }, config) => {
  const trouble = await db.check();
  if (trouble !== undefined) {
    return [problem('database', trouble, 'see why it takes no writes: its log, its disk, or which node leads')];
  }
  const { version, clockAheadMs } = await databaseFacts(db);
  const [major = 0] = /\d+/.exec(version)?.map(Number) ?? [];
  const found = [
    version.startsWith('PostgreSQL') && major < oldestPostgres
      ? problem('database', `${version} is older than what is tested`, `upgrade it to ${oldestPostgres} or later`)
      : ok('database', `${version} answers and takes writes: ${nameOfDatabase(config)}`),
  ];
  if (clockAheadMs === undefined) found.push(ok('clock', 'the database has the clock of this machine'));
  else if (Math.abs(clockAheadMs) <= mostClockMs)
    found.push(ok('clock', `${Math.abs(clockAheadMs)} ms apart from the database`));
  else {
    const finding = `this machine and the database are ${Math.abs(clockAheadMs)} ms apart`;
    found.push(
      problem('clock', finding, 'let both follow the same time servers (NTP): leases and moments are compared'),
    );
  }
  return found;
};

const tables: Check = async ({ db, catalog }) => {
  const missing = [...(await missingColumns(db, catalog)), ...(await missingConstraints(db, catalog))];
  if (missing.length === 0) return [ok('tables', `as this version needs them (${schemaVersion})`)];
  const remedy =
    "somebody has changed them by hand: delete the row 'record_tables' of the table settings, then run headwater migrate";
  return [problem('tables', `the database lacks ${missing.slice(0, 10).join(', ')}`, remedy)];
};

const distribution: Check = async ({ db }) => {
  const facts = await distributionFacts(db);
  if (facts === undefined) return [];
  const { spread, machines, apart } = facts;
  if (apart.length > 0) {
    const finding = `not spread with the spaces: ${apart.slice(0, 10).join(', ')}`;
    const remedy =
      'run headwater migrate; what somebody has spread in another way, undistribute_table brings back before';
    return [problem('distribution', finding, remedy)];
  }
  return [ok('distribution', `${spread} tables are spread by space over ${machines} machines`)];
};

const machines: Check = async ({ db }) => {
  const facts = await distributionFacts(db);
  // Parts that do not lie with those of the directory are another matter.
  if (facts === undefined || facts.apart.length > 0) return [];
  const { machines: all, toMove } = await roomFacts(db);
  const found = all.map(({ name, parts, room }) => {
    if (room === undefined) return problem('machines', `${name} does not answer`, 'start it: its spaces stand still');
    const { spaces, bytes, freeBytes, diskBytes } = room;
    const text = `${name}: ${spaces} spaces in ${parts} parts of ${megabytes(bytes)}; ${megabytes(freeBytes)} are free`;
    return isLow(freeBytes, diskBytes)
      ? problem('machines', text, 'make room there, or add a machine and move parts to it: writes fail on a full disk')
      : ok('machines', text);
  });
  if (toMove === 0) return found;
  const finding = `parts lie unevenly: ${toMove} would move to machines with more room`;
  return [...found, note('machines', finding, `an administrator moves them while servers go on: ${movingText}`)];
};

const search: Check = async (deps) => {
  const advice = await searchAdvice(deps.db);
  const found = [
    advice === undefined
      ? ok('search', 'searches by a part of a name use an index')
      : problem('search', 'searches by a part of a name are slow', advice),
  ];
  for (const { space, entityType, records } of await unindexedRecords(deps)) {
    if (records <= mostUnknown) continue;
    const finding = `${space}: the search index does not know ${records} records of ${entityType} yet`;
    found.push(note('search', finding, 'a running server adds them'));
  }
  return found;
};

function isLow(freeBytes: number, diskBytes: number): boolean {
  return freeBytes < leastFreeBytes || freeBytes < leastFreeShare * diskBytes;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
}

const disk: Check = async (_, { dataDir, databaseUrl, files }) => {
  const folders = new Map<string, string>();
  if (databaseUrl === undefined) folders.set(dataDir, 'the database');
  if (files === undefined) folders.set(dataDir, databaseUrl === undefined ? 'the database and files' : 'files');
  if (files?.kind === 'folder') folders.set(files.folder, 'files');
  const found: Finding[] = [];
  for (const [folder, what] of folders) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, blocks, bsize } = await statfs(folder);
    const [free, total] = [bavail * bsize, blocks * bsize];
    const text = `${megabytes(free)} are free in ${folder}, for ${what}`;
    found.push(
      isLow(free, total)
        ? problem('disk', text, 'make room, or move to a larger disk: writes fail on a full one')
        : ok('disk', text),
    );
  }
  return found;
};

const fileStore: Check = async ({ db, catalog, files }) => {
  const key = newFileKey('headwater-doctor', files.owner);
  try {
    await files.put(key, only(Buffer.from('headwater doctor')));
    await drained(await files.read(key));
    await files.remove(key);
  } catch (error) {
    const finding = `the store of files cannot be used: ${reasonOf(error)}`;
    return [problem('files', finding, 'see that its folder may be written, or its bucket, key and endpoint are right')];
  }
  const missing: string[] = [];
  for (const space of (await spaceIds(db)).slice(0, mostSpaces)) {
    const rows = await db.read(compileStorageKeys(db.dialect, space, catalog.existing(cloudObject), '', sampledFiles));
    for (const { k } of rows) if (!(await isThere(files.read(String(k))))) missing.push(String(k));
  }
  if (missing.length === 0) return [ok('files', 'the store takes files, and has those that were looked for')];
  const finding = `${missing.length} files that records name are missing, such as ${missing[0]}`;
  return [problem('files', finding, 'see that all servers use the same folder or bucket; a backup may have them')];
};

const jobs: Check = async ({ db }) => {
  const now = Date.now();
  const waiting = (await spacesWithJobs(db, now, mostSpaces)).filter(({ space }) => space !== serverSpace);
  const stuck = waiting.filter(({ freeAt }) => freeAt > 0 && freeAt < now - stuckAfterMs);
  if (stuck.length > 0) {
    const finding = `background jobs of ${stuck.map(({ space }) => space).join(', ')} stand still`;
    return [problem('jobs', finding, 'see that a server runs, and what its log says of "job"')];
  }
  const idle = waiting.filter(({ freeAt }) => freeAt === 0);
  if (idle.length === 0) return [ok('jobs', 'no background job waits for nothing')];
  return [
    note('jobs', `background jobs of ${idle.map(({ space }) => space).join(', ')} wait`, 'a running server does them'),
  ];
};

const spaces: Check = async ({ db }) => {
  const rows = await db.read(unfinishedWork);
  const left = rows.filter(({ leased_until }) => Number(leased_until) < Date.now());
  if (left.length === 0) return [ok('spaces', 'no restore or removal was cut off')];
  return left.map(({ space_id: space, work }) => {
    const act = work === 'restore' ? 'restore' : 'removal';
    const again = work === 'restore' ? 'restore it again, or remove what is left' : 'finish it';
    return problem('spaces', `the ${act} of "${space}" was cut off`, `${again}: headwater space delete ${space} --yes`);
  });
};

/** In the order in which they are reported. */
export const checks: readonly Check[] = [
  settings,
  database,
  tables,
  distribution,
  machines,
  search,
  disk,
  fileStore,
  jobs,
  spaces,
];

/** @returns what a check that could not be carried out is reported as */
export function failed(check: string, error: unknown): Finding {
  return problem(
    check,
    reasonOf(error),
    'see that the database runs and HEADWATER_DATABASE_URL or HEADWATER_DATA_DIR is right',
  );
}

/** @returns what there is to say when the database could not be opened */
export function notOpened(config: Config, error: unknown): Finding[] {
  const { finding, remedy } =
    error instanceof OlderDatabase ? problem('database', error.finding, error.remedy) : failed('database', error);
  return [...settingsOf(config), { ...problem('database', `${finding} (${nameOfDatabase(config)})`, ''), remedy }];
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function drained(content: Readable): Promise<void> {
  for await (const _ of content);
}

async function isThere(opened: Promise<Readable>): Promise<boolean> {
  try {
    (await opened).destroy();
    return true;
  } catch (error) {
    if (error instanceof FileNotFound) return false;
    throw error;
  }
}
