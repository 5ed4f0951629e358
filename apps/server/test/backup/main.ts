/** `npm run backups`: backups under load as a command. */
import { runLongTest } from '../run-long-test.js';

await runLongTest({
  usage: `Clients write through a server. At random moments all is backed up, restored on SQLite or PostgreSQL, and compared with the space as
it was at the revision of the backup. Options:
  --runs <n>           backups of each database, 50 when left out
  --seed <n>           chooses what is written and when a backup is made; how processes run beside each other is never the same
  --database <which>   sqlite, postgres or both (when left out)
  --help               show this
Exit codes: 0 all were equal, 1 one was not, 2 wrong usage.`,
  tests: 'test/backup/under-load',
  options: {
    runs: { env: 'HEADWATER_BACKUPS_RUNS', pattern: /^[1-9]\d*$/, usual: '50' },
    seed: { env: 'HEADWATER_BACKUPS_SEED', pattern: /^\d+$/, usual: String(Date.now() % 1_000_000) },
    database: { env: 'HEADWATER_BACKUPS_DATABASE', pattern: /^(sqlite|postgres|both)$/, usual: 'both' },
  },
});
