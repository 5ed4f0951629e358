/**
 * The connections that read a SQLite file. Each runs one statement at a time, so that what waits keeps none of the driver's threads.
 */
import type { ReadLimits } from '../database.js';
import { Turns } from '../turns.js';
import type { SqliteConnection } from './sqlite-connection.js';

export class Readers {
  private readonly idle: SqliteConnection[];
  private readonly turns: Turns;

  /** @param connections at least two */
  constructor(private readonly connections: readonly SqliteConnection[]) {
    this.idle = [...connections];
    this.turns = new Turns(connections.length);
  }

  /**
   * Waits for a connection that nobody else uses until `read` has ended.
   * @param space that the read is for
   * @param limits bound the wait
   * @throws ApiError `ERROR_UNAVAILABLE` when it has waited for too long; what `read` throws
   */
  use<T>(space: string, limits: ReadLimits, read: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    return this.turns.use(space, limits, async () => {
      const connection = this.idle.pop();
      if (connection === undefined) throw new Error('a read has its turn and finds no connection');
      try {
        return await read(connection);
      } finally {
        this.idle.push(connection);
      }
    });
  }

  async close(): Promise<void> {
    for (const connection of this.connections) await connection.close();
  }
}
