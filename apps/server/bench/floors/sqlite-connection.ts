/**
 * The floor's own connection to a SQLite file, under the same settings as the server's.
 */
import sqlite3 from 'sqlite3';

const settings = [
  'journal_mode = WAL',
  'busy_timeout = 5000',
  'foreign_keys = ON',
  'synchronous = NORMAL',
  'temp_store = MEMORY',
  'cache_size = -65536',
  'mmap_size = 268435456',
];

/** Runs one prepared statement. @returns its rows */
export type Prepared<R> = (...values: unknown[]) => Promise<R[]>;

export class SqliteConnection {
  private readonly statements: sqlite3.Statement[] = [];

  private constructor(private readonly handle: sqlite3.Database) {}

  static async open(file: string): Promise<SqliteConnection> {
    const handle = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)));
    });
    await new Promise<void>((resolve, reject) => {
      const script = settings.map((setting) => `PRAGMA ${setting};`).join('\n');
      handle.exec(script, (error) => (error ? reject(error) : resolve()));
    });
    return new SqliteConnection(handle);
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
