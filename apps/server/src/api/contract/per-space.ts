/**
 * What was made of the catalogs of spaces, cached while a space has that catalog. Knows nothing of what is made.
 */
import type { Catalog } from '@headwater/catalog';
import { LRUCache } from 'lru-cache';

export class PerSpace<T> {
  private readonly cache: LRUCache<string, { readonly catalog: Catalog; readonly made: T }>;

  /** @param max number of spaces */
  constructor(
    max: number,
    private readonly make: (catalog: Catalog) => T,
  ) {
    this.cache = new LRUCache({ max });
  }

  of(space: string, catalog: Catalog): T {
    const found = this.cache.get(space);
    if (found?.catalog === catalog) return found.made;
    const made = this.make(catalog);
    this.cache.set(space, { catalog, made });
    return made;
  }
}
