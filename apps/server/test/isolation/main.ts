/** `npm run isolation`: the enumeration of all operations as a command. */
import { runLongTest } from '../run-long-test.js';

await runLongTest({
  usage: `For each operation of REST v100, REST v1 and GraphQL, and every entity type, a key of one space asks with ids, cursors and texts
of another space, and with such as nobody ever had. Both must be answered alike, and the other space must stay as it was.
Options:
  --entity-types <which>   some or all (when left out)
  --database <which>       sqlite, postgres or both (when left out)
  --help                   show this
Exit codes: 0 nothing was shown or changed, 1 something was, 2 wrong usage.`,
  tests: 'test/isolation/',
  options: {
    'entity-types': { env: 'HEADWATER_ISOLATION_TYPES', pattern: /^(some|all)$/, usual: 'all' },
    database: { env: 'HEADWATER_ISOLATION_DATABASE', pattern: /^(sqlite|postgres|both)$/, usual: 'both' },
  },
});
