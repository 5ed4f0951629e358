/**
 * A server from an instrumented copy, as a process of its own: `node mutant-process.mjs <copy> <data folder> [<mutant>]`. With a mutant it
 * is active from the start; without one the process counts which mutants each check runs. Sends its URL to the process that started it;
 * asked for coverage, it ends and sends `{ outside, checks }`: bits by check, and those of the start and of background work.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , copy, dataDir, mutant] = process.argv;

process.once('disconnect', () => process.exit());

/** @type {(id: string) => boolean} */
globalThis.stryMutAct_9fa48 = (id) => id === mutant;
globalThis.stryCov_9fa48 = () => undefined;
if (mutant === undefined) countCoverage();

const { startServer } = await import(pathToFileURL(join(copy, 'dist/index.js')).href);
const server = await startServer({
  dataDir,
  port: 0,
  logLevel: 'fatal',
  databaseSettings: { synchronous: 'OFF' },
  // The receiver of the suite is on this machine.
  webhooks: { privateAddresses: 'all', timeoutMs: 10_000, atOnce: 8 },
});
process.send({ url: server.url });

function countCoverage() {
  const current = new AsyncLocalStorage();
  const outside = new Uint8Array(16_384);
  const checks = new Map();
  globalThis.stryCov_9fa48 = (...ids) => {
    const bits = current.getStore() ?? outside;
    for (const id of ids) bits[id >> 3] |= 1 << (id & 7);
  };
  const emit = Server.prototype.emit;
  Server.prototype.emit = function (event, ...values) {
    const check = event === 'request' ? values[0].headers['headwater-check'] : undefined;
    if (check === undefined) return emit.call(this, event, ...values);
    const bits = checks.get(check) ?? new Uint8Array(outside.length);
    checks.set(check, bits);
    return current.run(bits, () => emit.call(this, event, ...values));
  };
  const base64 = (bits) => Buffer.from(bits).toString('base64');
  process.once('message', async () => {
    await server.close();
    const coverage = { outside: base64(outside), checks: [...checks].map(([check, bits]) => [check, base64(bits)]) };
    process.send(coverage, () => process.exit());
  });
}
