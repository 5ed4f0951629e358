/**
 * Finds out whether a full disk has room again, by writing to it: load balancers send no writes to a node that is not
 * ready, so no other write would ever tell.
 */
import { randomBytes } from 'node:crypto';
import type { Statement } from '../sql/binder.js';
import type { Database } from './database.js';
import { isDiskFull } from './translate-error.js';

const settingName = 'room_check';
/** More than a page that happens to have room. */
const bytes = 64 * 1024;

export class RoomCheck {
  /** Set when a write found no room. */
  isWanted = false;

  constructor(private readonly db: Database) {}

  /** @returns what is wrong, in words; undefined when nothing is */
  async run(): Promise<string | undefined> {
    if (!this.isWanted) return undefined;
    try {
      await this.db.write(async (transaction) => {
        for (const value of [randomBytes(bytes).toString('base64'), '']) await transaction.run(this.store(value));
      });
    } catch (error) {
      return isDiskFull(error) ? 'database full' : 'database unreachable';
    }
    this.isWanted = false;
    return undefined;
  }

  private store(value: string): Statement {
    const { dialect } = this.db;
    return {
      text:
        `INSERT INTO settings (name, value) VALUES (${dialect.placeholder(1)}, ${dialect.placeholder(2)}) ` +
        'ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      values: [settingName, value],
    };
  }
}
