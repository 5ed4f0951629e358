/** Rate limits of keys and spaces: what they count, how they answer, and that two processes agree. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noRateLimits, type RateLimitSettings, RateLimits } from '../../src/auth/rate-limits.js';
import { type RunningServer, startServer } from '../../src/index.js';
import { Rights } from '../../src/rights/rights.js';
import { createKey } from '../../src/spaces/space-keys.js';
import { Subscription } from '../feed/subscription.js';
import { keysOf, newDatabase, onDatabaseInTurn, onOneDatabase } from '../fixture.js';
import { templateSpace } from '../prepare-databases.js';
import { basic } from '../test-space.js';

/** In the middle of a minute. */
const now = () => Date.UTC(2026, 0, 1, 12, 0, 30);

/** Limits hold for a minute of the clock: a server's are not tested across its end. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: now() });
});
afterEach(() => {
  vi.useRealTimers();
});

const requestLimit: RateLimitSettings = { ...noRateLimits, key: { requests: 3, records: 0, cost: 0 } };

onDatabaseInTurn((running) => {
  it('processes agree on what was used, once they have shared it', async () => {
    const { db } = running.server.deps;
    const principal = { space: 'acme', token: 'shared', rights: Rights.everything, client: null };
    const [one, other] = [new RateLimits(db, requestLimit, now), new RateLimits(db, requestLimit, now)];
    one.meterOf(principal)?.add('requests', 2);
    other.meterOf(principal)?.add('requests', 1);
    await one.flush();
    await other.flush();
    expect(other.meterOf(principal)?.headers()).toEqual({
      RateLimit: '"key-requests";r=0;t=30',
      'RateLimit-Policy': '"key-requests";q=3;w=60',
    });
    expect(() => other.meterOf(principal)?.require('requests')).toThrow(
      expect.objectContaining({ errorName: 'ERROR_RATE_LIMIT', status: 429, retryAfterSeconds: 30 }),
    );
    expect(() => other.meterOf({ ...principal, token: 'another' })?.require('requests')).not.toThrow();
    const later = new RateLimits(db, requestLimit, () => now() + 60_000);
    later.meterOf(principal)?.add('requests', 1);
    await later.flush();
    expect(later.meterOf(principal)?.headers().RateLimit).toBe('"key-requests";r=2;t=30');
  });
});

describe('two servers on one database', () => {
  it('agree within a second, whichever of them was asked', async () => {
    const stored = await newDatabase('postgres', 'space');
    const start = () => startServer({ ...stored.location, port: 0, logLevel: 'silent', rateLimits: requestLimit });
    const servers = [await start(), await start()] as const;
    const [one, other] = servers;
    const { writer } = keysOf('postgres');
    const ask = async ({ url }: RunningServer) => {
      const address = `${url}/api/v100/rest/spaces/${templateSpace}/entities/Clients?first=1`;
      return (await fetch(address, { headers: { authorization: basic(writer) } })).status;
    };
    expect([await ask(one), await ask(other), await ask(one)]).toEqual([200, 200, 200]);
    const principal = { space: templateSpace, token: writer.token, rights: Rights.everything, client: null };
    const left = ({ deps }: RunningServer) => deps.rateLimits.stateOf(principal).map((state) => state.left);
    await expect.poll(() => servers.map(left), { timeout: 1_000, interval: 20 }).toEqual([[0], [0]]);
    expect(await Promise.all(servers.map(ask))).toEqual([429, 429]);
    await Promise.all(servers.map((server) => server.close()));
    await stored.drop();
  });
});

onOneDatabase(
  (running) => {
    it('a key that has used its requests is answered with 429 on each interface, another one goes on', async () => {
      const { space, server } = running;
      const authorization = basic(await createKey(server.deps, { space: 'acme' }));
      const list = () => space.send('GET', 'Clients?first=1', { headers: { authorization } });
      const first = await list();
      expect(first.headers.get('RateLimit-Policy')).toBe('"key-requests";q=30;w=60');
      expect(first.headers.get('RateLimit')).toMatch(/^"key-requests";r=29;t=\d+$/);
      await Promise.all(Array.from({ length: 29 }, list));
      const rejected = await list();
      expect(rejected.status).toBe(429);
      expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(rejected.body).toMatchObject({ name: 'ERROR_RATE_LIMIT', code: 9019, success: false });
      for (const path of ['/rest_services/v1/acme/Clients', '/api/v100/graphql/spaces/acme?query={__typename}']) {
        expect((await fetch(server.origin + path, { headers: { authorization } })).status).toBe(429);
      }
      expect((await space.send('GET', 'Clients?first=1')).status).toBe(200);
    });
  },
  { rateLimits: { ...noRateLimits, key: { requests: 30, records: 0, cost: 0 } } },
);

describe('records', () => {
  onOneDatabase(
    (running) => {
      it('are counted when they are written, and reading goes on', async () => {
        const { space } = running;
        // Each has a row of key figures beside it.
        const account = { owner_id: space.ids.ownerId, name: 'Limited' };
        const contact = { owner_id: space.ids.ownerId, last_name: 'Limited' };
        expect((await space.send('POST', 'Accounts', { body: account })).status).toBe(201);
        expect((await space.send('POST', 'Accounts', { body: account })).status).toBe(201);
        const rejected = await space.send('POST', 'Contacts', { body: contact });
        expect(rejected.status).toBe(429);
        expect(rejected.body).toMatchObject({ name: 'ERROR_RATE_LIMIT' });
        expect((await space.send('GET', 'Accounts')).status).toBe(200);
      });
    },
    { rateLimits: { ...noRateLimits, space: { requests: 0, records: 4, cost: 0 } } },
  );

  onOneDatabase(
    (running) => {
      it('are counted when their write is tried: the database has done the same for it', async () => {
        const { space } = running;
        const sent = { body: { owner_id: space.ids.ownerId, name: 'Limited' }, query: { 'dry-run': true } };
        expect((await space.send('POST', 'Accounts', sent)).status).toBe(201);
        expect((await space.send('POST', 'Accounts', sent)).status).toBe(201);
        expect((await space.send('POST', 'Accounts', sent)).status).toBe(429);
      });
    },
    { rateLimits: { ...noRateLimits, space: { requests: 0, records: 4, cost: 0 } } },
  );
});

describe('milliseconds of GraphQL', () => {
  onOneDatabase(
    (running) => {
      it('are counted of each page that a subscription sends, and end it', { timeout: 60_000 }, async () => {
        const { space } = running;
        const { headers } = await space.send('GET', 'Accounts');
        const query = `subscription { changes(after: "${headers.get('space-revision')}") { cursor } }`;
        const subscription = await Subscription.open(space, query);
        expect(subscription.response.status).toBe(200);
        await space.newAccount();
        expect((await subscription.rest()).at(-1)).toMatchObject({
          errors: [{ extensions: { code: 'ERROR_RATE_LIMIT' } }],
        });
      });
    },
    { rateLimits: { ...noRateLimits, key: { requests: 0, records: 0, cost: 1 } } },
  );
});
