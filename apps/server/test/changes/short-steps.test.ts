/**
 * What reads many logged changes lets other requests run between them.
 */
import { expect, it } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { recordAtRevision } from '../../src/records/changes/record-at-revision.js';
import { revertChanges } from '../../src/records/revert/revert-changes.js';
import { withWriteContext } from '../../src/records/write/write-context.js';
import { Yielder } from '../../src/records/yielder.js';
import { onDatabaseInTurn } from '../fixture.js';

/** Counts the moments at which others may go on. */
class Counter extends Yielder {
  count = 0;

  override async pause(): Promise<void> {
    this.count++;
  }
}

onDatabaseInTurn((running) => {
  it('a record as it was, change by change', async () => {
    const space = await running.server.newSpace('steps-as-it-was');
    const { id, revision } = await space.newContact({ city: 'Graz' });
    for (const city of ['Linz', 'Wels', 'Rome']) await space.update('Contacts', id, { city });
    const counter = new Counter();
    const request = { entityType: 'Contact', id, selection: { kind: 'rest', expand: {} }, revision } as const;
    const store = await running.server.deps.stores.of(space.id);
    const { text } = await recordAtRevision(
      store,
      systemCall(space.id),
      { ...request, includeDeleted: false },
      counter,
    );
    expect(JSON.parse(text).city).toBe('Graz');
    // Three are taken back; the one that made it ends the search.
    expect(counter.count).toBe(4);
  });

  it('a revert, record by record', async () => {
    const space = await running.server.newSpace('steps-of-a-revert');
    const count = 10;
    const ids: string[] = [];
    for (let index = 0; index < count; index++) ids.push((await space.newContact({ city: 'Graz' })).id);
    const body = ids.map((id) => ({ id, city: 'Linz' }));
    expect((await space.send('POST', 'Contacts/batch-modify', { body })).status).toBe(200);
    const [{ revision }] = await running.server.deps.db.knex('spaces').where({ space_id: space.id }).select('revision');
    const store = await running.server.deps.stores.of(space.id);
    const counter = new Counter();
    const done = await withWriteContext(store, systemCall(space.id), (context) =>
      revertChanges(context, Number(revision), counter),
    );
    expect(done.reverted.length).toBe(count);
    // The log, the members that go back, what is urgent, all members, what is urgent, twice what is written, the report.
    expect(counter.count).toBe(8 * count);
  });

  it('a revert of what was made, record by record', async () => {
    const space = await running.server.newSpace('steps-of-made-records');
    const { revision } = await space.newContact({ city: 'Graz' });
    const store = await running.server.deps.stores.of(space.id);
    const counter = new Counter();
    const done = await withWriteContext(store, systemCall(space.id), (context) =>
      revertChanges(context, revision, counter),
    );
    expect(done.not_reverted).toEqual([]);
    // The log, the comparison with what was made, the report.
    expect(counter.count).toBe(3 * done.reverted.length);
  });
});
