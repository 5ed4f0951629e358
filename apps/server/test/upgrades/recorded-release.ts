/**
 * What is kept of each released version: a database that it has made and filled, and what it answered about its records.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import type { DatabaseName } from '../fixture.js';
import type { TestRecord, TestSpace } from '../test-space.js';

const folder = fileURLToPath(new URL('releases', import.meta.url));

/** Of the links in answers: the same for the server that recorded and those that are compared with it. */
export const publicUrl = 'https://crm.example.com';
export const recordedSpace = 'acme';

export interface Recorded {
  /** Of a key to the space, for HTTP. */
  readonly authorization: string;
  /** The first hundred records of each collection, as REST v100 answered them. */
  readonly records: Readonly<Record<string, readonly TestRecord[]>>;
}

/** The versions that there is something of. */
export const recordedVersions: readonly string[] = readdirSync(folder).sort();

/** @returns a SQLite file, or the statements that fill an empty PostgreSQL */
export function readDatabase(version: string, database: DatabaseName): Buffer {
  return gunzipSync(readFileSync(join(folder, version, databaseFile(database))));
}

export function readRecorded(version: string, database: DatabaseName): Recorded {
  return JSON.parse(gunzipSync(readFileSync(join(folder, version, `${database}.json.gz`))).toString());
}

export function keepRelease(version: string, database: DatabaseName, content: Buffer, recorded: Recorded): void {
  mkdirSync(join(folder, version), { recursive: true });
  const keep = (file: string, bytes: Buffer) =>
    writeFileSync(join(folder, version, file), gzipSync(bytes, { level: 9 }));
  keep(databaseFile(database), content);
  keep(`${database}.json.gz`, Buffer.from(JSON.stringify(recorded)));
}

function databaseFile(database: DatabaseName): string {
  return database === 'sqlite' ? 'sqlite.gz' : 'postgres.sql.gz';
}

/** @returns the first hundred records of each of these collections that has some */
export async function readRecords(space: TestSpace, collections: readonly string[]): Promise<Recorded['records']> {
  const records: Record<string, readonly TestRecord[]> = {};
  for (const collection of collections) {
    const { data } = await space.list(collection, { first: 100 });
    if (data.length > 0) records[collection] = data;
  }
  return records;
}

/** Fills an empty PostgreSQL. @param text as `readDatabase` returns it */
export async function runStatements(connectionString: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  // Newer versions of pg_dump write commands of psql around the statements.
  const lines = text.split('\n').filter((line) => !line.startsWith('\\'));
  await client.query(lines.join('\n'));
  await client.end();
}
