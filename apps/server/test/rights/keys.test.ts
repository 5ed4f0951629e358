/**
 * Keys that may be used from some networks only, keys whose password is changed without a gap, and when keys were last used.
 */
import { describe, expect, it } from 'vitest';
import { createKey, listKeys, rotateKey } from '../../src/spaces/space-keys.js';
import { onDatabaseInTurn } from '../fixture.js';
import { basic } from '../test-space.js';
import { ScopedKey } from './scoped-key.js';

const isTrustedProxy = (address: string) => address.endsWith('127.0.0.1');

onDatabaseInTurn(
  (running) => {
    describe('networks', () => {
      const from = (key: ScopedKey, address: string) =>
        key.send('GET', 'Tags', { headers: { 'x-forwarded-for': address } });

      it('are asked on every request, by the address that the trusted proxy names', async () => {
        const { server, space } = running;
        const key = await ScopedKey.of(server, space, { networks: ['10.0.0.0/8', 'fd00::/8', '192.0.2.7'] });
        const answers: [address: string, status: number][] = [
          ['10.9.8.7', 200],
          ['192.0.2.8', 403],
          ['192.0.2.7', 200],
          ['11.0.0.1', 403],
          ['fd12::1', 200],
          ['::ffff:10.1.1.1', 200],
          ['2001:db8::1', 403],
        ];
        for (const [address, status] of answers)
          expect([address, (await from(key, address)).status]).toEqual([address, status]);
        expect((await from(key, '192.0.2.8')).body).toMatchObject({
          name: 'ERROR_FORBIDDEN',
          message: 'This key may not be used from 192.0.2.8. Use it from one of its networks.',
        });
      });

      it('are rejected where they are none', async () => {
        for (const networks of [['10.0.0.0/33'], ['example.com'], ['10.0.0.0/8/8'], []]) {
          await expect(ScopedKey.of(running.server, running.space, { networks })).rejects.toThrow('is not an address');
        }
      });
    });

    it('takes both passwords for the chosen time after a rotation', async () => {
      const { server, space } = running;
      const { deps } = server;
      const key = { space: space.id, scopes: ['Tags:read'] };
      const first = await createKey(deps, key);
      const status = async (credentials: { token: string; password: string }) => {
        // As a server that has not read the key for a while.
        await new Promise((resolve) => setTimeout(resolve, 2_050));
        const headers = { authorization: basic(credentials) };
        return (await space.send('GET', 'Tags', { headers })).status;
      };
      const second = await rotateKey(deps, space.id, first.token, new Date(Date.now() + 60_000));
      expect(second?.token).toBe(first.token);
      expect(second?.password).not.toBe(first.password);
      expect([await status(first), await status(second!)]).toEqual([200, 200]);
      const third = await rotateKey(deps, space.id, first.token, new Date(Date.now() + 60_000));
      expect([await status(first), await status(second!)]).toEqual([401, 200]);
      const listed = (await listKeys(deps.db, space.id)).find(({ token }) => token === first.token);
      expect(listed).toMatchObject({ scopes: ['Tags:read'], oldPasswordUntil: expect.any(String) });
      expect([await status(second!), await status(third!)]).toEqual([200, 200]);
      const fourth = await rotateKey(deps, space.id, first.token, new Date());
      expect([await status(third!), await status(fourth!)]).toEqual([401, 200]);
      expect(await rotateKey(deps, space.id, 'no such key', new Date())).toBeUndefined();
      expect(await rotateKey(deps, 'other', first.token, new Date())).toBeUndefined();
      const row = await deps.db.knex('api_keys').where({ token: first.token }).first();
      for (const { password } of [first, second!, third!, fourth!]) expect(JSON.stringify(row)).not.toContain(password);
    }, 60_000);

    it('notes when keys were last used, with one statement for all of a space, and not while a request runs', async () => {
      const { server } = running;
      const space = await server.newSpace('uses');
      const keys = [1, 2, 3].map(() => ScopedKey.of(server, space, 'Tags:read ApiAccesses:read'));
      const [one, other, unused] = await Promise.all(keys);
      const lastUses = async () => {
        const { body } = await one!.send('GET', 'ApiAccesses', {
          query: { 'filter[last_used]': '', 'filter-op[last_used]': 'not-null' },
        });
        return (body.data as { last_used: string; revision: number }[]).map(({ last_used }) => last_used);
      };
      await server.deps.keys.uses.flush();
      const statements = await server.statementsOf(async () => {
        await one!.send('GET', 'Tags');
        await other!.send('GET', 'Tags');
      });
      expect(statements.some(({ text }) => /api_accesses/.test(text))).toBe(false);
      const before = await space.list('ApiAccesses');
      const flushed = await server.statementsOf(() => server.deps.keys.uses.flush());
      expect(flushed.filter(({ text }) => /^UPDATE api_accesses/.test(text))).toHaveLength(1);
      const found = await lastUses();
      // The key that has listed them as well.
      expect(found).toHaveLength(3);
      for (const moment of found) expect(Math.abs(Date.parse(`${moment}Z`) - Date.now())).toBeLessThan(60_000);
      const after = await space.list('ApiAccesses');
      expect(after.data.map(({ revision }) => revision)).toEqual(before.data.map(({ revision }) => revision));
      expect((await listKeys(server.deps.db, space.id)).filter(({ lastUsed }) => lastUsed !== null)).toHaveLength(3);
      expect(unused).toBeDefined();
    });
  },
  { isTrustedProxy },
);
