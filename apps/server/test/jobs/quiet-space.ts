/**
 * A space whose jobs wait until a test runs them.
 */

import { EventEmitter } from 'node:events';
import { expect } from 'vitest';
import { runJobs } from '../../src/jobs/run-job.js';
import { systemCall } from '../../src/records/call.js';
import { inTransaction } from '../../src/records/write/run-write.js';
import type { WriteItem } from '../../src/request/write-request.js';
import type { TestServer } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { writeAll } from '../write-all.js';

export class QuietSpace {
  constructor(
    private readonly server: TestServer,
    readonly space: TestSpace,
  ) {}

  /** Writes without waking the worker of the server up, and leases the jobs that the write has enqueued. */
  async write(item: WriteItem): Promise<void> {
    const store = {
      ...(await this.server.deps.stores.of(this.space.id)),
      jobSignal: new EventEmitter<{ enqueued: [] }>(),
    };
    await inTransaction(store, systemCall(this.space.id), (context) => writeAll(context, [item]));
    await this.jobs.update({ lease_owner: 'test', leased_until: Date.now() + 600_000 });
  }

  delete(entityType: string, id: string, alsoDeletes: 'values' | 'records'): Promise<void> {
    return this.write({ kind: 'delete', entityType, id, validationLevel: 0, alsoDeletes: [alsoDeletes] });
  }

  /** Runs a number of chunks, as a worker that begins or takes over from one that has died. */
  async runJobs(owner = 'worker'): Promise<void> {
    await this.jobs.update({ leased_until: Date.now() - 1 });
    const { stores } = this.server.deps;
    await runJobs({ stores, space: this.space.id, owner }, new AbortController().signal);
  }

  /** Runs all jobs to their end. */
  async finish(): Promise<void> {
    for (let count = 0; await this.left(); count++) await this.runJobs(`worker ${count}`);
  }

  /** @returns a job that is not finished, if any */
  left() {
    return this.jobs.first();
  }

  private get jobs() {
    return this.knex('jobs').where({ space_id: this.space.id });
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
