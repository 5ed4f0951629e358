/**
 * A database whose reads see what a transaction under way has written.
 */
import type { Database, Transaction } from './database.js';

/** @returns a database that reads inside `transaction`; it begins no transaction of its own */
export function readsInside(db: Database, transaction: Transaction): Database {
  return {
    dialect: db.dialect,
    knex: db.knex,
    read: (statement) => transaction.run(statement),
    write: rejectSecond,
    tryOut: rejectSecond,
    snapshot: rejectSecond,
    check: () => db.check(),
    // The owner of the database closes it.
    close: async () => {},
  };
}

function rejectSecond(): Promise<never> {
  return Promise.reject(new Error('a transaction is under way already'));
}
