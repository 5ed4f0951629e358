/**
 * Process of the plain floor. Argument 1: a SQLite file or the address of a PostgreSQL database; argument 2: `synchronous` of SQLite.
 */

import type { Synchronous } from '../databases.js';
import { startPlainFloor } from '../floors/plain/plain-floor.js';
import { PostgresContactStore } from '../floors/plain/postgres-store.js';
import { SqliteContactStore } from '../floors/plain/sqlite-store.js';
import { answerQuestions } from './answer-questions.js';

const [, , location = '', synchronous] = process.argv;
const store = location.startsWith('postgres')
  ? new PostgresContactStore(location)
  : await SqliteContactStore.open(location, synchronous as Synchronous);
answerQuestions(await startPlainFloor(store));
