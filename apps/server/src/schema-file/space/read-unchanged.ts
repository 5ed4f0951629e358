/**
 * Reads with several statements as if with one: reads again when the definitions of the space have changed meanwhile.
 */
import { CatalogConflict } from '../../db/translate-error.js';
import type { SpaceStores } from '../../metadata/space-catalog/space-stores.js';
import type { RecordStore } from '../../records/record-store.js';
import { withCurrentCatalog } from '../../records/write/run-write.js';

/**
 * @param read gets the store of the space; called again when the space was redefined before it ended
 * @throws ApiError `ERROR_UNAVAILABLE` when it was redefined each time for some seconds
 */
export async function readUnchanged<T>(
  stores: SpaceStores,
  space: string,
  read: (store: RecordStore) => Promise<T>,
): Promise<T> {
  return withCurrentCatalog(await stores.of(space), space, async (store) => {
    const result = await read(store);
    // As long as nothing changes, it is the same store.
    if ((await stores.of(space)) !== store) throw new CatalogConflict();
    return result;
  });
}
