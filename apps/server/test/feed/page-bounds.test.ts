/**
 * A page of the feed that leaves out most of what it looks at misses nothing, also when others write while it is read.
 */
import { expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { systemCall } from '../../src/records/call.js';
import { followChanges } from '../../src/records/changes/read-changes.js';
import { onDatabaseInTurn } from '../fixture.js';

/** A page looks at so many changes. */
const lookedAt = 10_000;

onDatabaseInTurn((running) => {
  it('ends where both of its statements have looked', { timeout: 120_000 }, async () => {
    const space = await running.server.newSpace('page-bounds');
    const { deps } = running.server;
    const { knex } = deps.db;
    const [{ revision: from }] = await knex('spaces').where({ space_id: space.id }).select('revision');
    let revision = Number(from);
    const log = async (acts: readonly string[]) => {
      const rows = acts.map((act) => ({
        ...{ space_id: space.id, revision: ++revision, position: 0, entity_type: 'Contact', act, token: 'test' },
        ...{ record_id: space.ids.ownerId, changed_at: '2026-01-01T00:00:00.000000', members: null },
      }));
      for (let start = 0; start < rows.length; start += 50) await knex('changes').insert(rows.slice(start, start + 50));
      await knex('spaces').where({ space_id: space.id }).update({ revision });
    };
    await log(Array.from({ length: lookedAt - 5 }, () => 'updated'));
    const seen = revision;
    let isWritten = false;
    const db = new Proxy(deps.db, {
      get(target, name) {
        if (name !== 'read') return Reflect.get(target, name);
        const read: Database['read'] = async (statement) => {
          const rows = await target.read(statement);
          // Behind the statement that reads the changes, ahead of the one that asks how far it has looked.
          if (!isWritten && statement.text.includes('FROM changes')) {
            isWritten = true;
            await log(['deleted', ...Array.from({ length: 9 }, () => 'updated')]);
          }
          return rows;
        };
        return read;
      },
    });
    const store = { ...(await deps.stores.of(space.id)), db };
    const request = { acts: ['deleted' as const], isNewestFirst: false, first: 100 };
    const first = await followChanges(
      store,
      systemCall(space.id),
      { ...request, after: { revision: Number(from) } },
      seen,
    );
    const next = await followChanges(store, systemCall(space.id), { ...request, after: first.end }, revision);
    expect([...first.changes, ...next.changes].map(({ place }) => place.revision)).toEqual([seen + 1]);
  });
});
