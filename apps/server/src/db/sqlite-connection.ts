/**
 * One connection to a SQLite file, with its prepared statements. The driver runs each call on a thread of its own, so the main
 * thread only waits.
 */
import sqlite3 from 'sqlite3';
import type { Statement } from '../sql/binder.js';
import { LeastRecentlyUsed } from '../sql/least-recently-used.js';
import type { Row } from './database.js';

/** A prepared statement of a wide record takes some tens of kilobytes. */
const maxPreparedStatements = 300;

export class SqliteConnection {
  private readonly prepared: LeastRecentlyUsed<string, sqlite3.Statement>;
  /** Calls under way. */
  pending = 0;

  private constructor(private readonly handle: sqlite3.Database) {
    this.prepared = new LeastRecentlyUsed(maxPreparedStatements, (statement) => statement.finalize());
  }

  /** @param pragmas run in order once the file is open */
  static async open(file: string, pragmas: readonly string[]): Promise<SqliteConnection> {
    const handle = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened = new sqlite3.Database(file, (error) => (error ? reject(error) : resolve(opened)));
    });
    const connection = new SqliteConnection(handle);
    await connection.execute(pragmas.map((pragma) => `PRAGMA ${pragma};`).join('\n'));
    return connection;
  }

  /** Runs statements that bind nothing and answer nothing. */
  execute(script: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.handle.exec(script, (error) => (error ? reject(error) : resolve()));
    });
  }

  run(statement: Statement): Promise<Row[]> {
    this.pending++;
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, rows: Row[]) => {
        this.pending--;
        if (error) reject(error);
        else resolve(rows);
      };
      this.prepared
        .getOrMake(statement.text, () => this.prepare(statement.text))
        .all<Row>(statement.values as unknown[], done);
    });
  }

  /** A text that can't be prepared fails its first run, with the same error. */
  private prepare(text: string): sqlite3.Statement {
    return this.handle.prepare(text, () => {});
  }

  close(): Promise<void> {
    for (const statement of this.prepared.values()) statement.finalize();
    return new Promise((resolve, reject) => {
      this.handle.close((error) => (error ? reject(error) : resolve()));
    });
  }
}
