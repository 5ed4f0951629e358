/** What a space has defined is read as it was at one moment, also when it changes between the statements that read it. */
import { expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { createSpaceStores } from '../../src/metadata/space-catalog/space-stores.js';
import { createRecordStore } from '../../src/records/record-store.js';
import { entityRules } from '../../src/records/rules/entity-rules.js';
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import { onDatabaseInTurn } from '../fixture.js';

onDatabaseInTurn((running) => {
  it('an entity type that comes back while it is read has its fields, or is not there yet', async () => {
    const { space, server } = running;
    const { entity } = await defineEntityType(space, 'Vehicle');
    await space.create('Fields', { entity_name: 'Vehicle', name: 'Load', type_id: 'integer' });
    await space.delete('Entities', entity.id);
    const restore = () => space.send('POST', 'Entities/batch-restore', { body: [entity.id] });
    const db = withPause(server.deps.db, /FROM "?fields/, restore);
    const stores = createSpaceStores(createRecordStore(server.deps.catalog, db, entityRules));
    const { catalog } = await stores.of(space.id);
    expect(catalog.entityType('Vehicle')).toBeDefined();
    expect(catalog.field('Vehicle', 'cf_load')).toBeDefined();
  });
});

/** @param pause waited for once, after the first statement that matches has been answered */
function withPause(db: Database, pattern: RegExp, pause: () => Promise<unknown>): Database {
  let isDue = true;
  const read: Database['read'] = async (statement) => {
    const rows = await db.read(statement);
    if (isDue && pattern.test(statement.text)) {
      isDue = false;
      await pause();
    }
    return rows;
  };
  return Object.create(db, { read: { value: read } }) as Database;
}
