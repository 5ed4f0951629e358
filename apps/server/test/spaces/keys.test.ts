/**
 * Keys as records, and keys that act for a user.
 */
import { describe, expect, it } from 'vitest';
import { openKeyRing } from '../../src/auth/key-ring.js';
import { systemCall } from '../../src/records/call.js';
import { inTransaction } from '../../src/records/write/run-write.js';
import { writeRecord } from '../../src/records/write/write-records.js';
import { createKey, listKeys, revokeKey } from '../../src/spaces/space-keys.js';
import { onDatabaseInTurn } from '../fixture.js';
import { basic } from '../test-space.js';

onDatabaseInTurn((running) => {
  const accessOf = async (token: string) => {
    const { data } = await running.space.list('ApiAccesses', { 'filter[username]': token });
    expect(data).toHaveLength(1);
    return data[0];
  };

  describe('ApiAccesses', () => {
    it('show every key from the moment it is made, without its password', async () => {
      const { deps } = running.server;
      const key = { space: 'acme', label: 'Ünterhaltung', readOnly: true, expiresAt: new Date('2099-01-31T00:00:00Z') };
      const { token, password } = await createKey(deps, key);
      const access = await accessOf(token);
      expect(access).toMatchObject({
        name: 'Ünterhaltung',
        type: 1,
        is_active: true,
        plain_password: null,
        permissions: { read_only: true, scopes: ['*:read'], networks: null, expires_at: '2099-01-31T00:00:00.000Z' },
      });
      expect(JSON.stringify(access)).not.toContain(password);
      expect(
        (await running.space.list('ApiAccesses', { 'filter[name]': 'ÜNTERHALTUNG', 'filter-op[name]': 'ieq' })).data,
      ).toEqual([access]);
    });

    it('say when a key was revoked or made again, and change in the same breath', async () => {
      const { deps } = running.server;
      const credentials = { token: 'again', password: 'x'.repeat(20) };
      await createKey(deps, { space: 'acme', credentials });
      const made = await accessOf('again');
      await revokeKey(deps, 'acme', 'again');
      const revoked = await accessOf('again');
      expect(revoked).toMatchObject({ id: made?.id, is_active: false });
      expect(revoked?.revision).toBeGreaterThan(made?.revision ?? 0);
      await createKey(deps, { space: 'acme', label: 'Till', credentials });
      expect(await accessOf('again')).toMatchObject({ id: made?.id, name: 'Till', is_active: true });
      expect(await revokeKey(deps, 'acme', 'no such key')).toBe(false);
    });

    it('are those of their space only', async () => {
      const other = await running.server.newSpace('other');
      const here = (await running.space.list('ApiAccesses')).data.map(({ username }) => username);
      for (const { username } of (await other.list('ApiAccesses')).data) expect(here).not.toContain(username);
      expect((await other.list('ApiAccesses')).data).toHaveLength(2);
    });
  });

  describe('a key of a user', () => {
    it('says who asks, and opens nothing while that user is deleted', async () => {
      const { deps } = running.server;
      const { unitId } = running.space.ids;
      const user = await running.space.create('Clients', { email: 'eve@acme.example', default_unit_id: unitId });
      const credentials = await createKey(deps, { space: 'acme', client: user.id });
      // A ring that remembers nothing.
      const enter = async () => (await openKeyRing(deps.db, undefined)).authenticate('acme', basic(credentials));
      expect(await enter()).toEqual({
        space: 'acme',
        token: credentials.token,
        rights: expect.anything(),
        client: user.id,
      });
      const shown = async () =>
        (await listKeys(deps.db, 'acme')).find(({ token }) => token === credentials.token)?.user;
      expect(await shown()).toEqual({ id: user.id, email: 'eve@acme.example', isDeleted: false });

      await running.space.delete('Clients', user.id);
      await expect(enter()).rejects.toMatchObject({ errorName: 'ERROR_UNAUTHORIZED' });
      expect(await shown()).toMatchObject({ isDeleted: true });
      const restoring = { entityType: 'Client', id: user.id, validationLevel: 0 };
      await inTransaction(deps, systemCall('acme'), (context) =>
        writeRecord(context, { ...restoring, kind: 'restore' }),
      );
      expect(await enter()).toMatchObject({ client: user.id });
    });
  });
});
