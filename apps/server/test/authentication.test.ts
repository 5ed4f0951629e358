/**
 * Who may enter: one rejection for every way of not being let in, so that nobody learns which spaces and tokens exist.
 */
import { describe, expect, it } from 'vitest';
import { createKey, revokeKey } from '../src/spaces/space-keys.js';
import { onOneDatabase } from './fixture.js';
import { basic } from './test-space.js';

const rejection = {
  code: 9001,
  name: 'ERROR_UNAUTHORIZED',
  message: 'Missing or wrong token or password for this space.',
  http_status: 401,
  success: false,
};

onOneDatabase((running) => {
  /** By what a caller can distinguish rejections: all but what differs in every answer. */
  const visible = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetch(`${running.server.origin}${path}`, { method, headers });
    // A client decides itself whether the connection stays open.
    const different = ['x-request-id', 'date', 'connection', 'keep-alive'];
    const shown = [...answer.headers].filter(([name]) => !different.includes(name));
    return { status: answer.status, headers: shown, body: await answer.text() };
  };
  const list = '/api/v100/rest/spaces/acme/entities/Contacts';

  it('asks for credentials when there are none', async () => {
    const answer = await fetch(`${running.server.origin}${list}`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Basic realm="restapi"');
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(await answer.json()).toStrictEqual(rejection);
  });

  it('rejects in the same way whatever is wrong', async () => {
    const other = await running.server.newSpace('other');
    const { deps } = running.server;
    const good = await createKey(deps, { space: 'acme' });
    const revoked = await createKey(deps, { space: 'acme' });
    await revokeKey(deps, 'acme', revoked.token);
    const expired = await createKey(deps, { space: 'acme', expiresAt: new Date(Date.now() - 1000) });
    const wanted = await visible(list);
    const wrong: readonly (readonly [string, string | undefined])[] = [
      [list, 'Basic'],
      [list, 'Basic !!!'],
      [list, `Basic ${Buffer.from('no colon').toString('base64')}`],
      [list, `Basic ${Buffer.from('a\0:b').toString('base64')}`],
      [list, 'Bearer abc'],
      [list, good.password],
      [list, basic({ ...good, password: '' })],
      [list, basic({ ...good, password: good.password.slice(0, -1) })],
      [list, basic({ ...good, password: `${good.password}x` })],
      [list, basic({ ...good, token: 'key-00000-00000-00000' })],
      [list, basic({ ...good, token: '' })],
      [list, `Basic ${'A'.repeat(4000)}`],
      [list, other.authorization],
      [list, basic(revoked)],
      [list, basic(expired)],
      [list.replace('acme', 'nowhere'), basic(good)],
      [list.replace('acme', 'ACME'), basic(good)],
      [list.replace('acme', '%00'), basic(good)],
      [list.replace('acme', "a'b"), basic(good)],
      [list.replace('acme', '__proto__'), basic(good)],
      [list.replace('Contacts', 'Nonsense'), undefined],
      [`${list}/01a1fdea-10da-766f-926d-3bbd6b3a11b4`, undefined],
    ];
    for (const [path, authorization] of wrong) {
      expect(await visible(path, authorization === undefined ? {} : { authorization })).toStrictEqual(wanted);
    }
    expect((await visible(list, { authorization: basic(good) })).status).toBe(200);
  });

  it('rejects before it looks at the method, the body or the entity type', async () => {
    const wanted = await visible(list);
    for (const method of ['POST', 'PATCH', 'DELETE', 'PUT'])
      expect(await visible(list, {}, method)).toStrictEqual(wanted);
    const head = await visible(list, {}, 'HEAD');
    expect(head).toStrictEqual({ ...wanted, body: '' });
  });

  it.each(['/api/v100/graphql/spaces/acme', '/rest_services/v1/acme/Contacts'])(
    'rejects in the same way at the API %s',
    async (path) => {
      const { status, headers, body } = await visible(path, { 'content-type': 'application/json' });
      const wanted = await visible(list);
      expect(status).toBe(401);
      expect(Object.fromEntries(headers)['www-authenticate']).toBe('Basic realm="restapi"');
      expect(JSON.parse(body)).toMatchObject(JSON.parse(wanted.body));
    },
  );

  describe('a key that may only read', () => {
    const asReader = (space = running.space) => ({ authorization: space.readOnlyAuthorization });

    it('reads', async () => {
      const contact = await running.space.newContact();
      for (const path of ['Contacts', `Contacts/${contact.id}`]) {
        expect((await running.space.send('GET', path, { headers: asReader() })).status).toBe(200);
      }
    });

    it('gets every write rejected, and nothing changes', async () => {
      const contact = await running.space.newContact();
      const body = { last_name: 'Changed', owner_id: running.space.ids.ownerId };
      for (const [method, path] of [
        ['POST', 'Contacts'],
        ['PATCH', `Contacts/${contact.id}`],
        ['DELETE', `Contacts/${contact.id}`],
      ] as const) {
        const sent = method === 'DELETE' ? {} : { body };
        const answer = await running.space.send(method, path, { ...sent, headers: asReader() });
        expect(answer.status).toBe(403);
        expect(answer.headers.get('WWW-Authenticate')).toBeNull();
        expect(answer.body).toStrictEqual({
          code: 9002,
          name: 'ERROR_FORBIDDEN',
          message: expect.stringContaining('may only read'),
          http_status: 403,
          success: false,
        });
      }
      expect(await running.space.get('Contacts', contact.id)).toStrictEqual(contact);
      expect((await running.space.list('Contacts', { 'filter[last_name]': 'Changed' })).data).toEqual([]);
    });
  });
});
