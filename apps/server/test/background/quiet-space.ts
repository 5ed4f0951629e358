/**
 * A space in which work is left for the background that nobody begins until a test does.
 */
import { expect } from 'vitest';
import { Bell } from '../../src/jobs/bell.js';
import { takeTurn } from '../../src/jobs/space-turn.js';
import { systemCall } from '../../src/records/call.js';
import { inTransaction } from '../../src/records/write/run-write.js';
import { writeRecords } from '../../src/records/write/write-records.js';
import type { WriteItem } from '../../src/request/write-request.js';
import type { TestServer } from '../fixture.js';
import type { TestSpace } from '../test-space.js';

export class QuietSpace {
  constructor(
    private readonly server: TestServer,
    readonly space: TestSpace,
  ) {}

  /** Writes without waking the worker of the server, and keeps it from what the write has left. */
  async write(item: WriteItem): Promise<void> {
    const store = { ...(await this.server.deps.stores.of(this.space.id)), bell: new Bell() };
    await inTransaction(store, systemCall(this.space.id), (context) =>
      writeRecords(context, [item], { keepGoing: false }),
    );
    for (const table of ['follow_ups', 'recomputations']) {
      await this.knex(table)
        .where({ space_id: this.space.id })
        .update({ holder: 'test', held_until: Date.now() + 600_000 });
    }
  }

  delete(entityType: string, id: string, alsoDeletes: 'values' | 'records'): Promise<void> {
    return this.write({ kind: 'delete', entityType, id, validationLevel: 0, alsoDeletes: [alsoDeletes] });
  }

  /** Does a turn of what is left, as a worker that begins or takes over. */
  async takeTurn(holder = 'worker'): Promise<void> {
    await this.abandon();
    const { stores } = this.server.deps;
    await takeTurn({ stores, space: this.space.id, holder }, new AbortController().signal);
  }

  /** Does all that is left. @returns the turns that it took */
  async finish(): Promise<number> {
    for (let turns = 0; ; turns++) {
      if (!(await this.left())) return turns;
      await this.takeTurn(`worker ${turns}`);
    }
  }

  async left() {
    const where = { space_id: this.space.id };
    return (
      (await this.knex('follow_ups').where(where).first()) ?? (await this.knex('recomputations').where(where).first())
    );
  }

  /** Whoever was at work is not any more. */
  private async abandon(): Promise<void> {
    for (const table of ['follow_ups', 'recomputations']) {
      await this.knex(table)
        .where({ space_id: this.space.id })
        .update({ held_until: Date.now() - 1 });
    }
  }

  /** @param shown what the record says of the work that is left */
  async expectWork(collection: string, id: string, shown: object | null): Promise<void> {
    const { data } = await this.space.list(collection, { 'filter[id]': id, 'include-deleted': true });
    expect(data[0]?.background_work).toEqual(shown === null ? null : expect.objectContaining(shown));
  }

  get knex() {
    return this.server.deps.db.knex;
  }
}
