/** `npm run soak`: many requests as a command. */
import { runLongTest } from '../run-long-test.js';

await runLongTest({
  usage: `Sends requests of all kinds to a server process, and samples what it holds after a garbage collection: memory, open files and
connections, prepared statements. From the first quarter on none of it may grow. Linux only. Options:
  --requests <n>       100000 when left out
  --seed <n>           the same seed sends the same requests
  --database <which>   sqlite (when left out) or postgres
  --help               show this
Exit codes: 0 nothing grows, 1 something does or a request failed, 2 wrong usage.`,
  tests: 'test/soak/',
  options: {
    requests: { env: 'HEADWATER_SOAK_REQUESTS', pattern: /^[1-9]\d*$/, usual: '100000' },
    seed: { env: 'HEADWATER_SOAK_SEED', pattern: /^\d+$/, usual: String(Date.now() % 1_000_000) },
    database: { env: 'HEADWATER_SOAK_DATABASE', pattern: /^(sqlite|postgres)$/, usual: 'sqlite' },
  },
});
