/**
 * What holds for the records of every entity type, generated from the catalog.
 */
import { buildCatalog, type EntityType, entityTypes } from '@headwater/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { someOf } from '../properties/runs.js';
import { RecordMaker } from './record-maker.js';
import { testWritableType } from './writable-type.js';

const catalog = buildCatalog(entityTypes);
const writable = someOf(entityTypes.filter((entityType: EntityType) => entityType.operations.includes('create')));
const readable = someOf(entityTypes.filter((entityType: EntityType) => entityType.operations.includes('list')));

onDatabaseInTurn((running) => {
  let maker: RecordMaker;
  beforeAll(() => {
    maker = new RecordMaker(running.space, catalog);
  });

  describe.each(writable.map((entityType) => ({ name: entityType.name, entityType })))('$name', ({ entityType }) => {
    testWritableType(running, () => maker, entityType);
  });

  it.each(readable.map(({ name, collection }) => ({ name, collection })))('$name is listed', async ({ collection }) => {
    expect(await running.space.list(collection, { first: 3, 'order-by': '-modified' })).toMatchObject({
      success: true,
    });
  });
});
