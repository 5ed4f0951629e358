/**
 * Opens the database that the configuration names.
 */
import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Database, DatabaseLocation, DatabaseSettings, StatementListener } from './database.js';
import { PostgresDatabase } from './postgres/postgres-database.js';
import { parsePostgresUrl } from './postgres/postgres-hosts.js';
import { databaseFile, SqliteDatabase } from './sqlite/sqlite-database.js';

/** @returns whether there is a database to open, as far as that shows without a connection */
export async function isThere(location: DatabaseLocation): Promise<boolean> {
  if ('url' in location) return true;
  return access(databaseFile(location.dataDir)).then(
    () => true,
    () => false,
  );
}

/** @returns what an operator knows the database by: its file, or its hosts and name; no secret is in it */
export function databaseName(location: DatabaseLocation): string {
  if (!('url' in location)) return resolve(databaseFile(location.dataDir));
  const urls = (parsePostgresUrl(location.url) ?? []).map((url) => new URL(url));
  const hosts = urls.map((url) => url.host || url.searchParams.get('host') || 'localhost');
  const name = urls[0]?.pathname.slice(1) || urls[0]?.username || '';
  return `${decodeURIComponent(name)} on ${hosts.join(', ')}`;
}

/**
 * @param onStatement is called with every statement over records, before it runs
 * @param maxAnswerBytes of what one statement reads
 */
export function openDatabase(
  location: DatabaseLocation,
  settings: DatabaseSettings,
  onStatement?: StatementListener,
  maxAnswerBytes?: number,
): Promise<Database> {
  return 'url' in location
    ? PostgresDatabase.open(location.url, settings, onStatement)
    : SqliteDatabase.open(location.dataDir, settings.synchronous, onStatement, maxAnswerBytes);
}
