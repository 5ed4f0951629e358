/**
 * The connections that read a SQLite file. Each runs one statement at a time, so that what waits keeps none of the driver's threads; and
 * one space uses all of them but one, so that its long reads do not keep those of the others waiting.
 */
import type { SqliteConnection } from './sqlite-connection.js';

export class Readers {
  private readonly idle: SqliteConnection[];
  /** How many connections each space uses. */
  private readonly used = new Map<string, number>();
  /** Who waits, by space; the space that is given one next comes first. */
  private readonly waiting = new Map<string, ((connection: SqliteConnection) => void)[]>();

  /** @param connections at least two */
  constructor(private readonly connections: readonly SqliteConnection[]) {
    this.idle = [...connections];
  }

  /**
   * Waits for a connection that nobody else uses until `read` has ended.
   * @param space that the read is for
   */
  async use<T>(space: string, read: (connection: SqliteConnection) => Promise<T>): Promise<T> {
    const connection = this.take(space) ?? (await this.wait(space));
    try {
      return await read(connection);
    } finally {
      this.giveBack(space, connection);
    }
  }

  async close(): Promise<void> {
    for (const connection of this.connections) await connection.close();
  }

  /** Whenever one is idle, nobody waits who may have it. */
  private take(space: string): SqliteConnection | undefined {
    const used = this.used.get(space) ?? 0;
    const connection = used < this.connections.length - 1 ? this.idle.pop() : undefined;
    if (connection) this.used.set(space, used + 1);
    return connection;
  }

  private wait(space: string): Promise<SqliteConnection> {
    return new Promise((resolve) => {
      const queue = this.waiting.get(space);
      if (queue) queue.push(resolve);
      else this.waiting.set(space, [resolve]);
    });
  }

  private giveBack(space: string, connection: SqliteConnection): void {
    this.idle.push(connection);
    const used = (this.used.get(space) ?? 1) - 1;
    if (used === 0) this.used.delete(space);
    else this.used.set(space, used);
    for (const [next, queue] of this.waiting) {
      const given = this.take(next);
      if (!given) continue;
      this.waiting.delete(next);
      queue.shift()?.(given);
      if (queue.length > 0) this.waiting.set(next, queue);
      return;
    }
  }
}
