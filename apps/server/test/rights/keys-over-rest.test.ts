/**
 * Keys that are made, rotated and deleted over REST, and that no key comes to more than the one that made it.
 */
import { v4 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { listKeys } from '../../src/spaces/space-keys.js';
import { onBothDatabases } from '../fixture.js';
import { basic, type Json, type TestRecord } from '../test-space.js';
import { lacks, ScopedKey } from './scoped-key.js';

const base = '/api/v100/rest/spaces/{space}';

interface Made {
  readonly id: string;
  readonly token: string;
  readonly password: string;
  readonly old_password_until: string | null;
}

onBothDatabases((running) => {
  const manager = (scopes = 'ApiAccesses:* Accounts:read,create') =>
    ScopedKey.of(running.server, running.space, scopes);
  const make = (key: ScopedKey, body: Json) => key.sendTo('POST', `${base}/keys`, body);
  const madeBy = async (key: ScopedKey, body: Json) => {
    const { status, body: answer } = await make(key, body);
    expect(status).toBe(201);
    return answer.data as unknown as Made;
  };
  const newUser = async () => {
    const { id } = await running.space.create('SalesUnits', { name: 'North' });
    return running.space.create('Clients', { email: `${uuid()}@acme.example`, default_unit_id: id });
  };
  const statusOf = async (key: { token: string; password: string }, path = 'Accounts') =>
    (await running.space.send('GET', path, { headers: { authorization: basic(key) } })).status;
  const message = async (answer: Promise<{ status: number; body: Json }>) => {
    const { status, body } = await answer;
    return [status, body.message];
  };

  describe('a key that is made', () => {
    it('has the scopes of its maker, also those of an entity type that was deleted', async () => {
      const { server, space } = running;
      const defined = await space.create('Entities', { name_singular: 'Vessel', name_plural: 'Vessels' });
      const scopes = ['ApiAccesses:*', 'Accounts:read', `${defined.entity_api_name}:read`];
      const maker = await ScopedKey.of(server, space, { scopes });
      await space.delete('Entities', defined.id);
      const made = await madeBy(maker, {});
      const { permissions } = (await space.get('ApiAccesses', made.id)) as { permissions?: Json };
      expect(permissions?.scopes).toEqual(scopes);
      expect(await statusOf(made)).toBe(200);
      expect(await message(make(maker, { scopes: [`${defined.entity_api_name}:read`] }))).toEqual([
        400,
        expect.stringContaining('the space has no entity type'),
      ]);
    });

    it.each(['dry-run=true', 'dry-run=false', 'dry_run=1', 'dryrun'])('is none for ?%s', async (query) => {
      const { server, space } = running;
      const all = await ScopedKey.of(server, space, {});
      const made = await madeBy(all, { scopes: ['Accounts:read'] });
      const { revision } = await space.get('ApiAccesses', made.id);
      const keys = async () => (await listKeys(server.deps.db, space.id)).length;
      const before = await keys();
      for (const [method, path] of [
        ['POST', 'keys'],
        ['POST', `keys/${made.token}/rotate`],
        ['DELETE', `keys/${made.token}`],
      ] as const) {
        const answer = await all.sendTo(method, `${base}/${path}?${query}`, method === 'POST' ? {} : undefined);
        expect([path, answer.status, answer.body.message]).toEqual([
          path,
          400,
          expect.stringContaining(`${query.split('=')[0]}: is not a parameter here, as this request cannot be tried.`),
        ]);
      }
      expect([await keys(), (await space.get('ApiAccesses', made.id)).revision]).toEqual([before, revision]);
      expect(await statusOf(made)).toBe(200);
    });

    it('opens what its scope says, and shows as a record with its maker', async () => {
      const { server, space } = running;
      const all = await ScopedKey.of(server, space, {});
      const made = await madeBy(all, {
        label: 'Web form',
        scopes: ['Accounts:read'],
        expires_at: '2090-01-31T12:00:00+01:00',
      });
      expect([await statusOf(made), await statusOf(made, 'Contacts')]).toEqual([200, 403]);
      const { data } = (await all.send('GET', `ApiAccesses/${made.id}`)).body as unknown as { data: TestRecord };
      const [maker] = Buffer.from(all.authorization.slice('Basic '.length), 'base64').toString().split(':');
      expect(data).toMatchObject({
        name: 'Web form',
        username: made.token,
        is_active: true,
        plain_password: null,
        permissions: {
          scopes: ['Accounts:read'],
          networks: null,
          expires_at: '2090-01-31T11:00:00.000Z',
          created_by: maker,
        },
      });
      const listed = (await listKeys(server.deps.db, space.id)).find(({ token }) => token === made.token);
      expect(listed?.createdBy).toBe(maker);
      const history = await all.send('GET', `ApiAccesses/${made.id}/history`);
      expect(history.body.data).toMatchObject([{ act: 'created', token: maker }]);
      expect(JSON.stringify(history.body)).not.toContain(made.password);
    });

    it('has what its maker has where the body says nothing', async () => {
      const { server, space } = running;
      const client = await newUser();
      const bound = await ScopedKey.of(server, space, {
        scopes: ['ApiAccesses:*', 'Tags:read'],
        networks: ['127.0.0.0/8', '::1'],
        client: client.id,
        expiresAt: new Date('2090-01-01T00:00:00Z'),
      });
      const { token } = await madeBy(bound, {});
      const listed = (await listKeys(server.deps.db, space.id)).find((key) => key.token === token);
      expect(listed).toMatchObject({
        scopes: ['ApiAccesses:*', 'Tags:read'],
        networks: ['127.0.0.0/8', '::1'],
        user: { id: client.id },
        expiresAt: '2090-01-01T00:00:00.000Z',
      });
      const beyond = async (body: Json) => (await message(make(bound, body)))[0];
      expect(await beyond({ networks: ['127.0.0.1'], expires_at: '2089-01-01T00:00:00Z' })).toBe(201);
      expect(await beyond({ networks: ['10.0.0.0/8'] })).toBe(403);
      expect(await beyond({ networks: ['127.0.0.0/7'] })).toBe(403);
      expect(await beyond({ expires_at: '2090-01-01T00:00:01Z' })).toBe(403);
      expect(await beyond({ client_id: (await newUser()).id })).toBe(403);
      expect(await beyond({ as_user: true })).toBe(201);
    });

    it.each([
      [['Contacts:read'], 'Contacts:read'],
      [['Accounts:read,delete'], 'Accounts:delete'],
      [['*:read'], '*:read'],
      [['Account*:read'], 'Account*:read'],
      [['metadata:read'], 'metadata:read'],
    ])('never has %j where its maker lacks it', async (scopes, lacked) => {
      expect(await message(make(await manager(), { scopes }))).toEqual([
        403,
        `This key may not give or take the right ${lacked}: it goes beyond what it has itself.`,
      ]);
    });

    it('has a pattern only of a maker that has it, as entity types may come that it covers', async () => {
      const maker = await manager('ApiAccesses:* Note:read');
      expect((await make(maker, { scopes: ['Note*:read'] })).status).toBe(403);
      const wide = await manager('ApiAccesses:* Note*:read');
      expect((await make(wide, { scopes: ['Note*:read'] })).status).toBe(201);
      expect((await make(wide, { scopes: ['Notes:read'] })).status).toBe(201);
    });

    it.each<[Json, string]>([
      [{ scopes: [] }, 'scopes: must be a list of 1 to 100 texts. Leave it out to give what this key has.'],
      [{ scopes: ['nothing'] }, 'scopes: "nothing" is not a scope;'],
      [
        { scopes: ['Acounts:read'] },
        'scopes: "Acounts:read": the space has no entity type "Acounts". Did you mean "Accounts"?',
      ],
      [{ networks: ['example.com'] }, 'networks: "example.com" is not an address or a network;'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at: must be a moment in the future'],
      [{ expires_at: '2090-01-01' }, 'expires_at: must be a moment in the future'],
      [{ client_id: '00000000-0000-4000-8000-000000000000' }, 'client_id: must be the id of a user of the space'],
      [{ as_user: true }, 'as_user: needs a client_id'],
      [{ as_user: 'yes' }, 'as_user: must be true or false.'],
      [{ label: 7 }, 'label: must be a text of at most 255 characters that can be stored.'],
      [{ label: 'a\ud800' }, 'label: must be a text'],
      [{ label: 'a\0' }, 'label: must be a text'],
      [{ scope: ['Leads:create'] }, 'scope: is not taken.'],
      [{ read_only: true }, 'read_only: is not taken.'],
      [{ expires_at: '9999-12-31T23:59:59-01:00' }, 'expires_at: must be a moment in the future'],
      [{ expires_at: '2090-02-31T00:00:00Z' }, 'expires_at: must be a moment in the future'],
      [{ networks: ['fe80::1%eth0'] }, 'networks: "fe80::1%eth0" is not an address or a network;'],
    ])('is not made of %j', async (body, problem) => {
      const { server, space } = running;
      const all = await ScopedKey.of(server, space, {});
      const before = await listKeys(server.deps.db, space.id);
      const [status, text] = await message(make(all, body));
      expect([status, String(text).slice(0, problem.length)]).toEqual([400, problem]);
      expect(await listKeys(server.deps.db, space.id)).toEqual(before);
    });
  });

  it('is made, rotated and deleted by keys that may', async () => {
    const { server, space } = running;
    const other = await madeBy(await manager(), { scopes: ['Accounts:read'] });
    const without = await ScopedKey.of(server, space, 'Accounts:* ApiAccesses:read');
    expect(await message(make(without, {}))).toEqual([403, lacks('ApiAccesses:create')]);
    const rotate = `${base}/keys/${other.token}/rotate`;
    expect(await message(without.sendTo('POST', rotate, {}))).toEqual([403, lacks('ApiAccesses:update')]);
    expect(await message(without.sendTo('DELETE', `${base}/keys/${other.token}`))).toEqual([
      403,
      lacks('ApiAccesses:delete'),
    ]);
    expect(await statusOf(other)).toBe(200);
  });

  it('gets another password that only a key with its rights may see', async () => {
    const { server, space } = running;
    const all = await ScopedKey.of(server, space, {});
    const strong = await madeBy(all, { scopes: ['*:*'] });
    const rotate = (key: ScopedKey, token: string, body?: Json) =>
      key.sendTo('POST', `${base}/keys/${token}/rotate`, body);
    expect((await rotate(await manager(), strong.token, {})).status).toBe(403);
    const weak = await madeBy(all, { scopes: ['Accounts:read'] });
    const rotated = await rotate(await manager(), weak.token, { keep_old_seconds: 0 });
    const { password, old_password_until: until } = rotated.body.data as unknown as Made;
    expect([rotated.status, until]).toEqual([200, null]);
    expect(await statusOf({ ...weak, password })).toBe(200);
    await expect.poll(() => statusOf(weak), { timeout: 10_000 }).toBe(401);
    const { body } = await rotate(all, weak.token);
    const left = Date.parse(String((body.data as Json).old_password_until)) - Date.now();
    expect(left).toBeGreaterThan(86_300_000);
    expect((await rotate(all, weak.token, { keep_old_seconds: -1 })).status).toBe(400);
    expect((await rotate(all, weak.token, { keep_old: 0 })).status).toBe(400);
    expect((await rotate(all, 'key-that-is-not-there')).status).toBe(404);
    expect((await rotate(all, '%00')).status).toBe(404);
    expect((await all.sendTo('DELETE', `${base}/keys/%00`)).status).toBe(404);
    const acts = (await all.send('GET', `ApiAccesses/${weak.id}/history`)).body.data as unknown as readonly Json[];
    expect(acts.map(({ act }) => act)).toEqual(['updated', 'updated', 'created']);
  });

  it('manages no keys by the password before a rotation, which others may have', async () => {
    const { server, space } = running;
    const all = await ScopedKey.of(server, space, {});
    const made = await madeBy(all, {});
    await all.sendTo('POST', `${base}/keys/${made.token}/rotate`, {});
    // As a server that has not read the key for a while.
    await new Promise((resolve) => setTimeout(resolve, 2_050));
    const headers = { authorization: basic(made), 'content-type': 'application/json' };
    const keys = `${space.origin}${base.replace('{space}', space.id)}/keys`;
    const requests = [
      { method: 'POST', path: '', body: '{}' },
      { method: 'POST', path: `/${made.token}/rotate`, body: '{}' },
      { method: 'DELETE', path: `/${made.token}` },
    ];
    for (const { path, ...request } of requests) {
      expect((await fetch(`${keys}${path}`, { ...request, headers })).status).toBe(403);
    }
    expect(await statusOf(made)).toBe(200);
  });

  it('stays deleted when the deletion is reverted', async () => {
    const all = await ScopedKey.of(running.server, running.space, {});
    const made = await madeBy(all, {});
    await all.sendTo('DELETE', `${base}/keys/${made.token}`);
    const history = await all.send('GET', `ApiAccesses/${made.id}/history`);
    const [{ revision } = {}] = history.body.data as unknown as readonly Json[];
    const { body } = await all.sendTo('POST', `${base}/changes/${revision}/revert`, {});
    expect(body.data).toMatchObject({ reverted: [], not_reverted: [{ entity_id: made.id, reason: 'irreversible' }] });
    expect((await all.send('GET', `ApiAccesses/${made.id}`)).status).toBe(404);
  });

  it('is deleted with its record, and its token may be used again', async () => {
    const { server, space } = running;
    const all = await ScopedKey.of(server, space, {});
    const made = await madeBy(all, {});
    const remove = () => all.sendTo('DELETE', `${base}/keys/${made.token}`);
    expect(await statusOf(made)).toBe(200);
    expect((await remove()).status).toBe(200);
    await expect.poll(() => statusOf(made), { timeout: 10_000 }).toBe(401);
    expect((await all.send('GET', `ApiAccesses/${made.id}`)).status).toBe(404);
    const { body } = await all.send('GET', `ApiAccesses/${made.id}?include-deleted=true`);
    expect(body.data).toMatchObject({ is_deleted: true, is_active: false });
    expect((await remove()).status).toBe(404);
    await ScopedKey.of(server, space, { label: 'back', credentials: made });
    expect((await all.send('GET', `ApiAccesses/${made.id}`)).body.data).toMatchObject({
      is_deleted: false,
      is_active: true,
      name: 'back',
    });
    const acts = (await all.send('GET', `ApiAccesses/${made.id}/history`)).body.data as readonly Json[];
    expect(acts.map(({ act, members }) => [act, Object.keys(members as Json)])).toEqual([
      ['restored', ['is_deleted', 'name', 'is_active', 'permissions']],
      ['deleted', ['is_deleted', 'is_active']],
      ['created', expect.arrayContaining(['username'])],
    ]);
  });

  it('is nothing that a key of a user or one that only reads may make', async () => {
    const { server, space } = running;
    const client = await newUser();
    const asUser = await ScopedKey.of(server, space, { client: client.id, asUser: true });
    const reading = await ScopedKey.of(server, space, { readOnly: true });
    for (const key of [asUser, reading]) {
      expect((await make(key, {})).status).toBe(403);
      const { token } = await madeBy(await ScopedKey.of(server, space, {}), {});
      expect((await key.sendTo('POST', `${base}/keys/${token}/rotate`, {})).status).toBe(403);
      expect((await key.sendTo('DELETE', `${base}/keys/${token}`)).status).toBe(403);
    }
  });
});
