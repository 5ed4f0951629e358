/**
 * A database whose writes join a transaction that is under way, so that what was made to write in a transaction of its own can be
 * one part of a larger one.
 */
import type { Database, Transaction } from './database.js';

/** @returns a database that reads and writes inside `transaction`; it commits nothing and runs nothing again */
export function joinTransaction(db: Database, transaction: Transaction): Database {
  return {
    dialect: db.dialect,
    knex: db.knex,
    read: (statement) => transaction.run(statement),
    write: (work) => work(transaction),
    check: () => db.check(),
    // Whoever opened the database closes it.
    close: async () => {},
  };
}
