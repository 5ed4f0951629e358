/** `npm run machines`: what another worker of a distributed PostgreSQL takes over, as a command. */
import { runLongTest } from '../run-long-test.js';

await runLongTest({
  usage: `Asks a server on a coordinator and one worker, and one on a coordinator and two, in turn. Prints the processor time
of each machine and the statements that it runs, by request. Options:
  --rounds <n>      four requests of each of eight spaces, in each of four turns; 50 when left out
  --program <path>  folder of the programs of a PostgreSQL that has Citus, /usr/lib/postgresql/15/bin when left out
  --help            show this
Exit codes: 0 the busiest machine has about half of it to do, 1 not so, 2 wrong usage.`,
  tests: 'test/citus/machines',
  options: {
    rounds: { env: 'HEADWATER_MACHINES_ROUNDS', pattern: /^[1-9]\d{0,4}$/, usual: '50' },
    program: { env: 'HEADWATER_TEST_CITUS_BIN', pattern: /^\//, usual: '/usr/lib/postgresql/15/bin' },
  },
});
