/** `npm run followers`: readers of changes as a command. */
import { runLongTest } from '../run-long-test.js';

await runLongTest({
  usage: `16 clients write over REST, GraphQL and REST v1 through a server on SQLite, or two on PostgreSQL, while readers follow: by pages of
the feed, by server-sent events, by a webhook, and by pages in a process that is killed again and again. At a random moment the
servers are killed, one of them, or PostgreSQL with all its processes, and started again. Then the copy that each reader has made
of its changes alone must equal the tables, with no change missing, twice or out of order. Options:
  --runs <n>           runs on each database, 200 when left out
  --seed <n>           chooses what is written and when something is killed; how processes run beside each other is never the same
  --database <which>   sqlite, postgres or both (when left out)
  --help               show this
Exit codes: 0 all copies were equal, 1 one was not, 2 wrong usage.`,
  tests: 'test/followers/followers.test.ts',
  options: {
    runs: { env: 'HEADWATER_FOLLOWERS_RUNS', pattern: /^[1-9]\d*$/, usual: '200' },
    seed: { env: 'HEADWATER_FOLLOWERS_SEED', pattern: /^\d+$/, usual: String(Date.now() % 1_000_000) },
    database: { env: 'HEADWATER_FOLLOWERS_DATABASE', pattern: /^(sqlite|postgres|both)$/, usual: 'both' },
  },
});
