/**
 * The jobs of a space, one for each subject: who has a lease on them, and how far they have come. Each call is a part of a transaction.
 */
import { everyField } from '../computed/derived/recomputation-passes.js';
import type { Row, Transaction } from '../db/database.js';
import type { Statement } from '../sql/binder.js';
import type { Dialect } from '../sql/dialects/dialect.js';
import { JobCompiler, type ProgressColumn } from '../sql/write/compile-jobs.js';
import { type Action, type ChangeAction, type Job, type Lease, noProgress, type Step } from './job.js';

/** Another worker has taken the job over, or another job has replaced it: the transaction must be given up. */
export class LostLease extends Error {}

const shownInField: ProgressColumn = { table: 'fields', column: 'background_work' };
const shownInEntity: ProgressColumn = { table: 'entities', column: 'background_work' };

/** Where people see how far a job has come; undefined where they do not. */
const progressColumns: Readonly<Record<Action, ProgressColumn | undefined>> = {
  'recompute-values': { table: 'fields', column: 'recomputation' },
  'hold-values': shownInField,
  'release-values': shownInField,
  'forget-values': shownInField,
  'delete-records': shownInEntity,
  'restore-records': shownInEntity,
  'sweep-files': undefined,
  'sweep-changes': undefined,
};

export class JobQueue {
  private readonly compiler: JobCompiler;

  constructor(
    private readonly transaction: Transaction,
    dialect: Dialect,
    space: string,
  ) {
    this.compiler = new JobCompiler(dialect, space);
  }

  /** Adds a job in place of an earlier one of the same subject. */
  async enqueue(job: Job): Promise<void> {
    const { subject, action, recordIds, revision } = job;
    await this.run(
      this.compiler.compileEnqueue(subject, {
        ...{ action, record_ids: JSON.stringify(recordIds), revision },
        ...progressValues(job),
        ...leaseValues(undefined),
      }),
    );
    await this.show(job, 'waiting');
  }

  /** Enqueues the values of fields to be recomputed, with those of an earlier job that is not finished. @param revision of the transaction */
  async enqueueRecompute(entityType: string, fieldIds: readonly string[], revision: number): Promise<void> {
    const [row] = await this.run(this.compiler.compileFind(entityType));
    const recordIds = [...new Set([...(row ? jobIn(row).recordIds : []), ...fieldIds])];
    const action = 'recompute-values';
    await this.enqueue({ subject: entityType, action, recordIds, revision, steps: null, total: null, ...noProgress });
  }

  /** Removes the job of a changed record: nothing is left to be done. */
  async cancel(action: ChangeAction, recordId: string): Promise<void> {
    await this.run(this.compiler.compileRemove(recordId));
    await this.showNothing({ action, recordIds: [recordId] });
  }

  /** @param now in milliseconds since 1970 @returns a job that nobody had a lease on, the oldest first */
  async claim(lease: Lease, now: number): Promise<Job | undefined> {
    const [row] = await this.run(this.compiler.compileClaim(leaseValues(lease), now));
    return row && jobIn(row);
  }

  /** Records how far the job has come. @throws LostLease */
  async advance(job: Job, lease: Lease): Promise<void> {
    const values = { ...progressValues(job), ...leaseValues(lease) };
    const rows = await this.run(this.compiler.compileAdvance(job, lease.owner, values));
    if (rows.length === 0) throw new LostLease();
  }

  /** Removes a job that is done. @throws LostLease */
  async finish(job: Job, owner: string): Promise<void> {
    await this.showNothing(job);
    const rows = await this.run(this.compiler.compileFinish(job, owner));
    if (rows.length === 0) throw new LostLease();
  }

  /** Shows in records how far the job has come, unless it is gone; records that another transaction is writing are left out. */
  async show(job: Job, state: 'waiting' | 'running'): Promise<void> {
    const column = progressColumns[job.action];
    if (!column) return;
    const { action, done, total } = job;
    const shown = action === 'recompute-values' ? { state, done, total: total ?? 0 } : { action, state, done, total };
    await this.run(this.compiler.compileShow(column, showingIds(job), job, JSON.stringify(shown)));
  }

  private async showNothing(job: Pick<Job, 'action' | 'recordIds'>): Promise<void> {
    const column = progressColumns[job.action];
    if (column) await this.run(this.compiler.compileShowNothing(column, showingIds(job)));
  }

  private run(statement: Statement): Promise<Row[]> {
    return this.transaction.run(statement);
  }
}

function showingIds({ recordIds }: Pick<Job, 'recordIds'>): string[] {
  return recordIds.filter((id) => id !== everyField);
}

function progressValues({ steps, stepsDone, position, done, total }: Job) {
  return { steps: steps && JSON.stringify(steps), steps_done: stepsDone, position, done, total };
}

function leaseValues(lease: Lease | undefined) {
  return { lease_owner: lease?.owner ?? null, leased_until: lease?.until ?? null };
}

function jobIn(row: Row): Job {
  return {
    subject: String(row.subject),
    action: row.action as Action,
    recordIds: JSON.parse(String(row.record_ids)) as string[],
    steps: row.steps === null ? null : (JSON.parse(String(row.steps)) as Step[]),
    revision: Number(row.revision),
    stepsDone: Number(row.steps_done),
    position: row.position === null ? null : String(row.position),
    done: Number(row.done),
    total: row.total === null ? null : Number(row.total),
  };
}
