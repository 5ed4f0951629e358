/**
 * A floor's own connection to a SQLite file, under the same settings as the server's.
 */
import sqlite3 from 'sqlite3';
import type { Synchronous } from '../databases.js';

const settings = (synchronous: Synchronous) => [
  'journal_mode = WAL',
  'busy_timeout = 5000',
  'foreign_keys = ON',
  `synchronous = ${synchronous}`,
  'temp_store = MEMORY',
  'cache_size = -65536',
  'mmap_size = 268435456',
];

/** Runs one prepared statement. @returns its rows */
export type Prepared<R> = (...values: unknown[]) => Promise<R[]>;

export class SqliteConnection {
  private readonly statements: sqlite3.Statement[] = [];

  private constructor(private readonly handle: sqlite3.Database) {}

  static async open(file: string, synchronous: Synchronous): Promise<SqliteConnection> {
    const handle = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)));
    });
    const connection = new SqliteConnection(handle);
    for (const setting of settings(synchronous)) await connection.exec(`PRAGMA ${setting}`);
    return connection;
  }

  exec(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.handle.exec(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** @throws Error (rejects) when the text is not SQL for this file */
  async prepare<R>(text: string): Promise<Prepared<R>> {
    const statement = await new Promise<sqlite3.Statement>((resolve, reject) => {
      const prepared = this.handle.prepare(text, (error) => (error ? reject(error) : resolve(prepared)));
    });
    this.statements.push(statement);
    return (...values) =>
      new Promise((resolve, reject) => {
        statement.all<R>(values, (error, rows) => (error ? reject(error) : resolve(rows)));
      });
  }

  close(): Promise<void> {
    for (const statement of this.statements) statement.finalize();
    return new Promise((resolve, reject) => {
      this.handle.close((error) => (error ? reject(error) : resolve()));
    });
  }
}
