/**
 * Reads that end in time, whatever the database does, and a database all of whose reads do. Knows neither the work nor the databases.
 */
import type { Statement } from '../sql/binder.js';
import type { Database, ReadLimits, Row } from './database.js';
import { endDeadline, startDeadline } from './deadlines.js';
import { StatementTimeout, tookTooLong } from './translate-error.js';

/** Of the time of a read: the database was given what was left of it. One that ends it earlier has a limit of its own. */
const mostOfIt = 0.8;

/**
 * @param limits after `ms` nobody waits for the rows any more, also when the statement waits for a connection or the database says nothing
 * @param rejection made then, whether this or the database notices it first
 * @throws what `rejection` makes; what else `db.read` throws
 */
export function readInTime(
  db: Pick<Database, 'read'>,
  statement: Statement,
  limits: ReadLimits & { readonly ms: number },
  rejection: () => Error = tookTooLong,
): Promise<Row[]> {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    // A read that has waited for its turn until now says so itself, a moment later.
    const deadline = startDeadline(limits.ms, () => setImmediate(() => reject(rejection())));
    db.read(statement, limits).then(
      (rows) => {
        endDeadline(deadline);
        resolve(rows);
      },
      (error: unknown) => {
        endDeadline(deadline);
        const isOver = performance.now() - since > limits.ms * mostOfIt;
        reject(isOver && error instanceof StatementTimeout ? rejection() : error);
      },
    );
  });
}

/** @returns the same database; its reads have `ms` at most. It is closed by the owner of `db` */
export function withBoundedReads(db: Database, ms: number): Database {
  return {
    dialect: db.dialect,
    knex: db.knex,
    read: (statement, limits = {}) => readInTime(db, statement, { ...limits, ms: Math.min(ms, limits.ms ?? ms) }),
    write: (work, options) => db.write(work, options),
    tryOut: (work, options) => db.tryOut(work, options),
    snapshot: (work) => db.snapshot(work),
    check: () => db.check(),
    close: async () => {},
  };
}
