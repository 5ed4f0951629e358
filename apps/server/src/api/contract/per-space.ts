/**
 * What was made of the catalogs of spaces, kept while a space has that catalog. Knows nothing of what is made.
 */
import type { Catalog } from '@headwater/catalog';

export class PerSpace<T> {
  /** By space, in the order of their last use. */
  private readonly kept = new Map<string, { readonly catalog: Catalog; readonly made: T }>();

  /** @param capacity number of spaces whose part is kept; the one unused for longest goes first */
  constructor(
    private readonly capacity: number,
    private readonly make: (catalog: Catalog) => T,
  ) {}

  of(space: string, catalog: Catalog): T {
    const found = this.kept.get(space);
    const made = found?.catalog === catalog ? found.made : this.make(catalog);
    // A Map keeps the order of insertion: what is used goes to its end.
    this.kept.delete(space);
    this.kept.set(space, { catalog, made });
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size > this.capacity) this.kept.delete(oldest);
    return made;
  }
}
