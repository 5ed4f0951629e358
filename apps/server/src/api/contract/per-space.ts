/**
 * What was made of the catalogs of spaces, cached while a space has that catalog; what was not used for longest is dropped. Knows nothing
 * of what is made.
 */
import type { Catalog } from '@headwater/catalog';
import { LRUCache } from 'lru-cache';

interface Cached<T> {
  readonly catalog: Catalog;
  readonly made: T;
}

export class PerSpace<T> {
  private readonly cache: LRUCache<string, Cached<T>>;

  /** @param maxFields of all catalogs together: what is made of a catalog grows with its fields. One that has more by itself stays alone */
  constructor(
    maxFields: number,
    private readonly make: (catalog: Catalog) => T,
  ) {
    const sizeCalculation = ({ catalog }: Cached<T>) => Math.min(countFields(catalog), maxFields);
    this.cache = new LRUCache({ maxSize: maxFields, sizeCalculation });
  }

  of(space: string, catalog: Catalog): T {
    const found = this.cache.get(space);
    if (found?.catalog === catalog) return found.made;
    const made = this.make(catalog);
    this.cache.set(space, { catalog, made });
    return made;
  }
}

function countFields({ entityTypes }: Catalog): number {
  return entityTypes.reduce((sum, { fields }) => sum + fields.length, 0);
}
