/**
 * What rules are read with besides the catalog: the moment of the request, and the zone in which days are counted.
 */
import type { Catalog } from '@headwater/catalog';

export interface FilterScope {
  readonly catalog: Catalog;
  /** A moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly now: string;
  readonly timeZone: string;
}
