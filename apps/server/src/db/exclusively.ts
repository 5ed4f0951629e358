/**
 * Does a piece of work in one process at a time, under a lease in the table of settings: it ends by itself when its process dies.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.js';

/** Longer than clocks of machines that share a database differ. */
const leaseMs = 15_000;
const renewMs = leaseMs / 3;
const pauseMs = 200;

/** @param name of the lease. Waits as long as others have it */
export async function exclusively<T>(db: Database, name: string, work: () => Promise<T>): Promise<T> {
  const lease = new Lease(db, name);
  while (!(await lease.take())) await sleep(pauseMs);
  // A renewal that fails is made up for by the next one.
  const renewing = setInterval(() => void lease.take().catch(() => {}), renewMs);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
    await lease.release();
  }
}

class Lease {
  private readonly holder = randomUUID();

  constructor(
    private readonly db: Database,
    private readonly name: string,
  ) {}

  /** @returns false while another process has it */
  async take(): Promise<boolean> {
    const [name, value, now, own] = [1, 2, 3, 4].map((position) => this.db.dialect.placeholder(position));
    const statement = {
      text:
        `INSERT INTO settings (name, value) VALUES (${name}, ${value}) ON CONFLICT (name) DO UPDATE SET value = excluded.value ` +
        `WHERE settings.value < ${now} OR settings.value LIKE ${own} RETURNING name`,
      values: [
        this.name,
        `${new Date(Date.now() + leaseMs).toISOString()} ${this.holder}`,
        new Date().toISOString(),
        `% ${this.holder}`,
      ],
    };
    const rows = await this.db.write((transaction) => transaction.run(statement));
    return rows.length > 0;
  }

  async release(): Promise<void> {
    const [name, own] = [1, 2].map((position) => this.db.dialect.placeholder(position));
    const text = `DELETE FROM settings WHERE name = ${name} AND value LIKE ${own}`;
    await this.db.write((transaction) => transaction.run({ text, values: [this.name, `% ${this.holder}`] }));
  }
}
