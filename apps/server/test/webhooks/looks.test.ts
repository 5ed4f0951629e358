/**
 * Where a server looks for changes to deliver: on a database of many machines a look at all spaces asks each of them.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DeliveryWorker, startDeliveryWorker } from '../../src/webhooks/delivery-worker.js';
import { onDatabaseInTurn } from '../fixture.js';
import { Receiver, until } from './receiver.js';

/** From one look at all spaces to the next one. */
const everyMs = 5_000;
const writes = 20;

onDatabaseInTurn(
  (running) => {
    let receiver: Receiver;
    let worker: DeliveryWorker;
    beforeAll(async () => {
      receiver = await Receiver.start();
      worker = startDeliveryWorker(running.server.deps, (error) => running.server.failures.push(error));
    });
    afterAll(async () => {
      await worker.stop();
      await receiver.stop();
      expect(running.server.failures).toEqual([]);
    });

    it('looks at a space when that was written, and at all of them now and then', async () => {
      const { space, server } = running;
      await space.create('Webhooks', { url: receiver.url, events: ['Account.*'], insecure_ssl: false });
      const write = async (count: number) => {
        await space.newAccount();
        await until(() => receiver.items.length >= count);
      };
      await write(1);
      const looks: boolean[] = [];
      const note = ({ sql, bindings }: { sql: string; bindings: readonly unknown[] }) => {
        if (/\bfrom .webhooks. as\b/.test(sql)) looks.push(bindings.includes(space.id));
      };
      const { knex } = server.deps.db;
      knex.on('query', note);
      const since = Date.now();
      for (let count = 2; count <= writes + 1; count++) await write(count);
      const passedMs = Date.now() - since;
      knex.removeListener('query', note);
      expect(looks.length).toBeGreaterThanOrEqual(writes);
      expect(looks.filter((isOfSpace) => !isOfSpace).length).toBeLessThanOrEqual(passedMs / everyMs + 1);
    });
  },
  { webhooks: { privateAddresses: 'all', timeoutMs: 1_000, atOnce: 2 } },
);
