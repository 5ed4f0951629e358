/**
 * Opens the database that the configuration names.
 */
import type { Database, DatabaseLocation, DatabaseSettings, StatementListener } from './database.js';
import { PostgresDatabase } from './postgres/postgres-database.js';
import { SqliteDatabase } from './sqlite/sqlite-database.js';

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
