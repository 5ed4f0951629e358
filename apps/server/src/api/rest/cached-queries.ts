/**
 * Caches the queries of reads that were answered: programs send the same ones again and again, and what was read and planned of them is
 * the same each time.
 */
import type { EntityType } from '@headwater/catalog';
import type { StandardOperation, V100SpecialOperation } from '@headwater/openapi-types';
import { LRUCache } from 'lru-cache';
import { queryParameters } from './query-parameters.js';
import { QueryReader } from './query-reader.js';

type RestOperation = StandardOperation | V100SpecialOperation;

const maxQueries = 300;
/** Of a query that is cached. */
const maxCharacters = 2_000;

const queries = new LRUCache<string, QueryReader<string>>({ max: maxQueries });

export class CachedQuery {
  readonly reader: QueryReader<string>;
  private readonly key: string;
  private readonly isCached: boolean;

  /** @param search the query part of the address, without the question mark */
  constructor(
    private readonly operation: RestOperation,
    entityType: EntityType,
    search: string,
  ) {
    this.key = `${operation} ${entityType.name} ${search}`;
    const known = queries.get(this.key);
    this.isCached = known !== undefined;
    this.reader = known ?? new QueryReader(search, queryParameters(operation));
  }

  /** Called when the request was answered: nothing is wrong with its query. */
  keep(): void {
    const isRead = this.operation === 'list' || this.operation === 'get';
    if (isRead && !this.isCached && this.key.length <= maxCharacters) queries.set(this.key, this.reader);
  }
}
