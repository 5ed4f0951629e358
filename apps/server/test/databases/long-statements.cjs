/**
 * Loaded into a server on SQLite ahead of its own modules: on SIGUSR2 it has three reads and one write run in its process, each on a
 * thread of its own, for some seconds.
 */
const { join } = require('node:path');
const sqlite3 = require('sqlite3');

const count =
  'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 30000000) SELECT count(*) FROM c';

process.once('SIGUSR2', () => {
  const open = () => new sqlite3.Database(join(process.env.HEADWATER_DATA_DIR, 'headwater.sqlite'));
  const end = () => process.stderr.write('one has ended\n');
  for (let reads = 0; reads < 3; reads++) open().all(count, end);
  open().run(`UPDATE settings SET value = value WHERE (${count}) > 0`, end);
  process.stderr.write('four are under way\n');
});
