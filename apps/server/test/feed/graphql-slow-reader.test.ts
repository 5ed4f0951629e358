/**
 * A subscription of GraphQL whose reader takes nothing: what was not taken is not read, and the connection is cut off in the end.
 */
import { request as httpRequest } from 'node:http';
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';

onOneDatabase(
  (running) => {
    it('cuts off who takes nothing of a subscription', { timeout: 120_000 }, async () => {
      const { space } = running.server;
      const canFollow = () => {
        try {
          running.server.deps.watch.follow(space.id)();
          return true;
        } catch {
          return false;
        }
      };
      const account = await space.newAccount({ comments: 'x'.repeat(100_000) });
      const query = `subscription { changes(after: "${account.revision}") { record { ... on Account { comments } } } }`;
      const url = new URL(`${space.origin}/api/v100/graphql/spaces/${space.id}`);
      url.searchParams.set('query', query);
      const headers = { authorization: space.authorization, accept: 'text/event-stream' };
      const sent = httpRequest(url, { headers }, (response) => response.pause());
      sent.on('error', () => {});
      sent.end();
      const others = Array.from({ length: 199 }, () => running.server.deps.watch.follow(space.id));
      await expect.poll(() => canFollow(), { timeout: 10_000 }).toBe(false);
      for (let count = 0; count < 150; count++) await space.update('Accounts', account.id, { city: `City ${count}` });
      await expect.poll(() => canFollow(), { timeout: 60_000 }).toBe(true);
      expect(running.server.deps.admission.active).toBe(0);
      for (const leave of others) leave();
      sent.destroy();
    });
  },
  // Who takes nothing for so long is cut off.
  { timeoutMs: 9_000 },
);
