/**
 * Dry runs that name themselves: the name is not taken, and one that was taken answers as it would the write.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { dryRun, send } from './dry-run.js';

onDatabaseInTurn((running) => {
  const create = (key: string, last_name: string) => ({
    method: 'POST',
    path: 'Contacts',
    sent: {
      body: { last_name, owner_id: running.space.ids.ownerId },
      headers: { 'Idempotency-Key': key },
      query: { 'validation-level': 0 },
    },
  });

  it('leaves the name to the write', async () => {
    const { space } = running;
    for (const name of ['First', 'Other']) {
      const tried = await dryRun(space, create('free', name));
      expect([tried.status, tried.headers.get('idempotency-replayed')]).toEqual([201, null]);
    }
    const written = await send(space, create('free', 'Third'));
    expect([written.status, written.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  it('answers as the write would that comes again', async () => {
    const { space } = running;
    const written = await send(space, create('taken', 'Once'));
    const tried = await dryRun(space, create('taken', 'Once'));
    expect(tried.text).toBe(written.text);
    expect(tried.status).toBe(201);
    const names = ['idempotency-replayed', 'dry-run', 'etag'];
    expect(names.map((name) => tried.headers.get(name))).toEqual(['true', 'true', null]);
    expect((await dryRun(space, create('taken', 'Another'))).status).toBe(409);
    expect((await send(space, create('taken', 'Once'))).text).toBe(written.text);
  });
});
