/**
 * A server as it was built, in a process of its own that tells what it holds. Its one argument is the configuration as JSON. Sends its
 * address and a key when it listens, and a sample, behind a garbage collection, for each message that it gets.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { queryObjects } from 'node:v8';
import sqlite3 from 'sqlite3';
import { createSpaceWithKey, startServer } from '../../dist/index.js';

const server = await startServer({ ...JSON.parse(process.argv[2] ?? '{}'), port: 0, logLevel: 'error' });
process.send({ url: server.url, ...(await createSpaceWithKey(server, 'acme')) });
process.on('message', () => {
  globalThis.gc();
  const { rss, heapUsed, external } = process.memoryUsage();
  const [, anonymous] = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  process.send({
    ...{ rss, heapUsed, external, anonymous: Number(anonymous) * 1_024 },
    descriptors: readdirSync('/proc/self/fd').length,
    prepared: queryObjects(sqlite3.Statement, { format: 'count' }),
  });
});
process.on('disconnect', () => process.exit());
