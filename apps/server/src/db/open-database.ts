/**
 * Opens the database that the configuration names.
 */
import type { Database, DatabaseLocation, StatementListener } from './database.js';
import { PostgresDatabase } from './postgres-database.js';
import { SqliteDatabase } from './sqlite-database.js';

/** @param onStatement told every statement over records, before it runs */
export function openDatabase(location: DatabaseLocation, onStatement?: StatementListener): Promise<Database> {
  return 'url' in location
    ? PostgresDatabase.open(location.url, onStatement)
    : SqliteDatabase.open(location.dataDir, onStatement);
}
