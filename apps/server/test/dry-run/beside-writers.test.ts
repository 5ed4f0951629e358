/**
 * Dry runs beside real writes of the same records, through two servers: readers see the real writes alone.
 */
import { expect, it } from 'vitest';
import { spaceRevision } from '../../src/records/read/space-revision.js';
import { onDatabaseInTurn } from '../fixture.js';
import { useSecondServer } from '../second-server.js';
import type { Answer, TestSpace } from '../test-space.js';
import { dryRun } from './dry-run.js';

const rounds = 12;

onDatabaseInTurn((running) => {
  const second = useSecondServer(running);

  it('leaves no trace of what is tried', { timeout: 120_000 }, async () => {
    const { server, space } = running;
    const shared = await Promise.all([space.newContact(), space.newContact(), space.newContact()]);
    const ids = shared.map(({ id }) => id);
    const start = await spaceRevision(server.deps, space.id);
    const spaces = [space, second.space];
    let written = 0;
    const seen: unknown[] = [];

    const write = async (through: TestSpace, round: number) => {
      // What changes nothing takes no revision.
      const city = `written by ${spaces.indexOf(through)} in ${round}`;
      const answer =
        round % 2 === 0
          ? await through.send('PATCH', `Contacts/${ids[round % 3]}`, { body: { city } })
          : await through.send('POST', 'Contacts/batch-modify', { body: ids.map((id) => ({ id, city })) });
      expect(answer.status, answer.text).toBe(200);
      written += 1;
    };
    const trials: readonly ((through: TestSpace) => Promise<Answer>)[] = [
      (through) => dryRun(through, { method: 'PATCH', path: `Contacts/${ids[0]}`, sent: { body: { city: 'tried' } } }),
      (through) => dryRun(through, { method: 'DELETE', path: `Contacts/${ids[1]}` }),
      (through) =>
        dryRun(through, {
          method: 'POST',
          path: 'Contacts/merge',
          sent: { body: { master: { id: ids[0], city: 'tried' }, secondary_ids: ids.slice(1) } },
        }),
      (through) =>
        dryRun(through, {
          method: 'POST',
          path: 'Contacts',
          sent: { body: { last_name: 'Okafor', city: 'tried', owner_id: space.ids.ownerId } },
        }),
    ];
    const attempt = async (through: TestSpace, round: number) => {
      const answer = await trials[round % trials.length]?.(through);
      expect(answer?.status, answer?.text).toBeLessThan(300);
    };
    const look = async (through: TestSpace) => {
      seen.push(...(await through.list('Contacts', { 'filter[city]': 'tried', 'include-deleted': true })).data);
    };
    const repeat = async (work: (round: number) => Promise<void>) => {
      for (let round = 0; round < rounds; round++) await work(round);
    };
    await Promise.all(
      spaces.flatMap((through) => [
        repeat((round) => write(through, round)),
        repeat((round) => attempt(through, round)),
        repeat((round) => attempt(through, round + 2)),
        repeat(() => look(through)),
      ]),
    );

    expect(seen).toEqual([]);
    const { data } = await space.list('Contacts', { 'filter[id]': ids });
    for (const { city, is_deleted } of data)
      expect([city, is_deleted]).toEqual([expect.stringMatching(/^written/), false]);
    expect(data).toHaveLength(ids.length);
    // Each real write has taken one, and nobody else.
    expect(await spaceRevision(server.deps, space.id)).toBe(start + written);
    expect(written).toBe(2 * rounds);
  });

  it('keeps nothing of fields that were only tried, not even until others of their name come', async () => {
    const { space } = running;
    const field = (type_id: string) => ({
      method: 'POST',
      path: 'Fields',
      sent: { body: { entity_name: 'Contact', name: 'Badge', type_id } },
    });
    for (const through of [space, second.space]) expect((await dryRun(through, field('integer'))).status).toBe(201);
    const badge = { last_name: 'Okafor', owner_id: space.ids.ownerId, cf_badge: 'B-1' };
    const before = await space.send('POST', 'Contacts', { body: badge });
    expect(before.status).toBe(422);
    expect(before.text).toContain('has no member');
    // It takes the revision that the others would have had.
    await space.create('Fields', field('input').sent.body);
    for (const through of [space, second.space]) {
      expect((await through.create('Contacts', badge)).cf_badge).toBe('B-1');
    }
  });
});
