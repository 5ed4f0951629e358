/**
 * Who may not merge, and merges of a master that has changed since it was read.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { wholeSpace } from '../space-dump.js';
import { sendMerge } from './merge.js';

onOneDatabase((running) => {
  it('rejects keys that may only read', async () => {
    const { space, server } = running;
    const [master, other] = [await space.newAccount(), await space.newAccount()];
    const before = await wholeSpace(server.deps, space.id);
    const headers = { authorization: space.readOnlyAuthorization };
    expect((await sendMerge(space, 'Accounts', { id: master.id }, [other.id], { headers })).status).toBe(403);
    expect(await wholeSpace(server.deps, space.id)).toEqual(before);
  });

  it('guards the master by the revision in the body or in If-Match', async () => {
    const { space, server } = running;
    const [master, other] = [await space.newAccount(), await space.newAccount()];
    const current = await space.update('Accounts', master.id, { city: 'Leeds' });
    const before = await wholeSpace(server.deps, space.id);
    const inBody = await sendMerge(space, 'Accounts', { id: master.id, revision: master.revision }, [other.id]);
    expect(inBody.status).toBe(409);
    expect(inBody.body).toMatchObject({ code: 9005 });
    const stale = { headers: { 'If-Match': `"${master.revision}"` } };
    expect((await sendMerge(space, 'Accounts', { id: master.id }, [other.id], stale)).status).toBe(409);
    expect(await wholeSpace(server.deps, space.id)).toEqual(before);
    const headers = { 'If-Match': `"${current.revision}"` };
    const both = { id: master.id, revision: current.revision };
    expect((await sendMerge(space, 'Accounts', both, [other.id], { headers })).status).toBe(200);
  });

  it('takes a revision that cannot be read for an error, not for none', async () => {
    const { space } = running;
    const [master, other] = [await space.newAccount(), await space.newAccount()];
    const answer = await sendMerge(space, 'Accounts', { id: master.id, revision: 'x' }, [other.id]);
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('[revision] must be a whole number.');
  });

  it('merges only what can be merged', async () => {
    const answer = await sendMerge(running.space, 'Notes', { id: 'x' }, []);
    expect([404, 405]).toContain(answer.status);
  });
});
