/**
 * Fills the index over parts of texts with all records, where that is not done as they are written.
 */
import type { ServerDeps } from '../../src/http/server-deps.js';
import { fillSearch } from '../../src/jobs/search-filler.js';
import { searchedTypes } from '../../src/sql/filter/search-index.js';
import { allSpaces } from '../../src/sql/tables/spaces.js';

export async function fillAll({ db, catalog }: Pick<ServerDeps, 'db' | 'catalog'>): Promise<void> {
  if (!db.dialect.searchesApart) return;
  for (const row of await db.read(allSpaces)) {
    for (const entityType of searchedTypes(catalog.entityTypes)) {
      await fillSearch(db, { space: String(row.space_id), entityType });
    }
  }
}
