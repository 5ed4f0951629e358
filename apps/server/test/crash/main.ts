/** `npm run crash`: crashes as a command. */
import { runLongTest } from '../run-long-test.js';

await runLongTest({
  usage: `Clients write through a server on SQLite, or two on PostgreSQL. Something is killed at a random moment and started again: the
servers, or PostgreSQL with all its processes; on SQLite the end of the log that nobody has waited for is lost, too. Then
everything that was acknowledged must be there, and nothing may be half there. Options:
  --runs <n>           crashes on each database, 500 when left out
  --seed <n>           chooses what is written and when something is killed; how processes run beside each other is never the same
  --database <which>   sqlite, postgres or both (when left out)
  --help               show this
Exit codes: 0 nothing was lost, 1 something was, 2 wrong usage.`,
  tests: 'test/crash/',
  options: {
    runs: { env: 'HEADWATER_CRASH_RUNS', pattern: /^[1-9]\d*$/, usual: '500' },
    seed: { env: 'HEADWATER_CRASH_SEED', pattern: /^\d+$/, usual: String(Date.now() % 1_000_000) },
    database: { env: 'HEADWATER_CRASH_DATABASE', pattern: /^(sqlite|postgres|both)$/, usual: 'both' },
  },
});
