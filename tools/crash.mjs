/**
 * `npm run crash`: kills servers and databases in the middle of writes, again and again, and checks what is there afterwards.
 */
import { runLongTest } from './long-test.mjs';

const help = `npm run crash -- [options]

Clients write through a server on SQLite, or two on PostgreSQL. Something is killed at a random moment and started again: the
servers, or PostgreSQL with all its processes; on SQLite the end of the log that was not waited for is lost, too. Then
everything that was acknowledged must be there, and nothing may be half there.

  --runs N        crashes on each database, 500 unless given
  --seed S        chooses what is written and when something is killed; the processes themselves are never the same
  --database D    sqlite, postgres or both
  --help          prints this

Exit codes: 0 nothing was lost, 1 something was, 2 wrong usage. The last lines have the figures.`;

await runLongTest({
  help,
  test: 'test/crash/',
  options: {
    runs: { env: 'HEADWATER_CRASH_RUNS', pattern: /^[1-9]\d*$/, default: '500' },
    seed: { env: 'HEADWATER_CRASH_SEED', pattern: /^\d+$/, default: String(Date.now() % 1_000_000) },
    database: { env: 'HEADWATER_CRASH_DATABASE', pattern: /^(sqlite|postgres|both)$/, default: 'both' },
  },
});
