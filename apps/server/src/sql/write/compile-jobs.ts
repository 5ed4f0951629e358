/**
 * Compiles the statements over the `jobs` of one space. Pure.
 */
import { type Binder, type Statement, spaceBinder } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';
import type { WriteDialect } from '../dialects/writes.js';

/** One job as it was enqueued at a revision: it is gone when another one has replaced it. */
export interface JobKey {
  readonly subject: string;
  readonly revision: number;
}

/** The column of a table of definitions that shows the progress of jobs. */
export interface ProgressColumn {
  readonly table: 'fields' | 'entities';
  readonly column: 'recomputation' | 'background_work';
}

type JobValues = Readonly<Record<string, unknown>>;

export class JobCompiler {
  constructor(
    private readonly dialect: BindingDialect & WriteDialect,
    private readonly space: string,
  ) {}

  /** Replaces a job of the same subject. @param values of the columns besides the key */
  compileEnqueue(subject: string, values: JobValues): Statement {
    const binder = this.binder();
    const entries = Object.entries(values).map(([name, value]) => [identifier(name), binder.bind(value)] as const);
    const names = entries.map(([name]) => name);
    const text =
      `INSERT INTO "jobs" ("space_id", "subject", ${names.join(', ')}) ` +
      `VALUES (${binder.space}, ${binder.bind(subject)}, ${entries.map(([, value]) => value).join(', ')}) ` +
      `ON CONFLICT ("space_id", "subject") DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`;
    return binder.statement(text);
  }

  compileFind(subject: string): Statement {
    const binder = this.binder();
    const text = `SELECT * FROM "jobs" WHERE ${binder.inSpace()} AND "subject" = ${binder.bind(subject)}`;
    return binder.statement(text);
  }

  /** Leases a job that nobody has a lease on, the oldest first: recomputing comes after what becomes of records. @returns all its columns */
  compileClaim(lease: JobValues, now: number): Statement {
    const binder = this.binder();
    const changes = this.assignments(lease, binder);
    const free =
      `SELECT r."subject" FROM "jobs" r WHERE ${binder.inSpace('r')} ` +
      `AND (r."leased_until" IS NULL OR r."leased_until" < ${binder.bind(now)}) ` +
      `ORDER BY CASE WHEN r."action" = 'recompute-values' THEN 1 ELSE 0 END, r."revision", r."subject" LIMIT 1` +
      this.dialect.forUpdateOfFree;
    const text = `UPDATE "jobs" SET ${changes} WHERE ${binder.inSpace()} AND "subject" = (${free}) RETURNING *`;
    return binder.statement(text);
  }

  /** @returns a statement whose one row shows that the job is still leased by its owner */
  compileAdvance(key: JobKey, owner: string, values: JobValues): Statement {
    const binder = this.binder();
    const changes = this.assignments(values, binder);
    const text = `UPDATE "jobs" SET ${changes} WHERE ${this.isLeased(key, owner, binder)} RETURNING "subject"`;
    return binder.statement(text);
  }

  /** @returns the same */
  compileFinish(key: JobKey, owner: string): Statement {
    const binder = this.binder();
    return binder.statement(`DELETE FROM "jobs" WHERE ${this.isLeased(key, owner, binder)} RETURNING "subject"`);
  }

  compileRemove(subject: string): Statement {
    const binder = this.binder();
    const text = `DELETE FROM "jobs" WHERE ${binder.inSpace()} AND "subject" = ${binder.bind(subject)}`;
    return binder.statement(text);
  }

  /** Shows the progress of a job unless it is gone; records that another transaction is writing are left out. */
  compileShow(shownIn: ProgressColumn, ids: readonly string[], { subject, revision }: JobKey, text: string): Statement {
    const binder = this.binder();
    const change = `UPDATE ${setProgress(shownIn, binder.bind(text), binder)}`;
    const free =
      `SELECT r."id" FROM ${identifier(shownIn.table)} r WHERE ${binder.inSpace('r')} ` +
      `AND ${binder.isOneOf('r."id"', ids)}${this.dialect.forUpdateOfFree}`;
    const job =
      `SELECT 1 FROM "jobs" j WHERE ${binder.inSpace('j')} ` +
      `AND j."subject" = ${binder.bind(subject)} AND j."revision" = ${binder.bind(revision)}`;
    return binder.statement(`${change} AND "id" IN (${free}) AND EXISTS (${job})`);
  }

  compileShowNothing(shownIn: ProgressColumn, ids: readonly string[]): Statement {
    const binder = this.binder();
    const text = `UPDATE ${setProgress(shownIn, 'NULL', binder)} AND ${binder.isOneOf('"id"', ids)}`;
    return binder.statement(text);
  }

  private isLeased({ subject, revision }: JobKey, owner: string, binder: Binder): string {
    const conditions = { subject, lease_owner: owner, revision };
    return [
      binder.inSpace(),
      ...Object.entries(conditions).map(([name, value]) => `${identifier(name)} = ${binder.bind(value)}`),
    ].join(' AND ');
  }

  private assignments(values: JobValues, binder: Binder): string {
    return Object.entries(values)
      .map(([name, value]) => `${identifier(name)} = ${binder.bind(value)}`)
      .join(', ');
  }

  private binder(): Binder {
    return spaceBinder(this.dialect, this.space);
  }
}

function setProgress({ table, column }: ProgressColumn, value: string, binder: Binder): string {
  return `${identifier(table)} SET ${identifier(column)} = ${value} WHERE ${binder.inSpace()}`;
}
