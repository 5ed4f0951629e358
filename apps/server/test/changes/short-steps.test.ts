/**
 * What reads many logged changes lets other requests run between them.
 */
import { expect, it } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { recordAtRevision } from '../../src/records/changes/record-at-revision.js';
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
});
