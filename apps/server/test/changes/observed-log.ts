/**
 * The change log of a space and what its tables are, observed while a test writes.
 */
import type { ServerDeps } from '../../src/http/server-deps.js';
import { spaceRevision } from '../../src/records/read/space-revision.js';
import { type LogRow, logProblems } from './log-problems.js';
import { readState, type SpaceState } from './space-state.js';

export class ObservedLog {
  private constructor(
    private readonly deps: ServerDeps,
    private readonly space: string,
    private before: SpaceState,
    private from: number,
  ) {}

  static async start(deps: ServerDeps, space: string): Promise<ObservedLog> {
    await idle(deps, space);
    return new ObservedLog(deps, space, await readState(deps, space), await spaceRevision(deps, space));
  }

  /** Waits for the jobs that were enqueued. @returns what does not fit in what was logged since the last time, or the start */
  async problems(): Promise<string[]> {
    const { deps, space, before, from } = this;
    await idle(deps, space);
    const [store, after] = [await deps.stores.of(space), await readState(deps, space)];
    const rows = await this.rows();
    this.before = after;
    this.from = rows.at(-1)?.revision ?? from;
    return logProblems({ store, before, after, rows, from });
  }

  /** @returns what was logged since then, in its order */
  async rows(): Promise<LogRow[]> {
    const { knex, dialect } = this.deps.db;
    const moment = knex.raw(`${dialect.jsonValue('changed_at', 'datetime')} AS changed_at`);
    const log = knex('changes').select('*', moment).where({ space_id: this.space }).where('revision', '>', this.from);
    const rows: LogRow[] = await log.orderBy(['revision', 'position']);
    return rows.map((row) => ({ ...row, revision: Number(row.revision), position: Number(row.position) }));
  }
}

/** Waits for the jobs of a space. */
export async function idle({ db }: ServerDeps, space: string): Promise<void> {
  while (await db.knex('jobs').where({ space_id: space }).first()) {
    await new Promise((later) => setTimeout(later, 20));
  }
}
