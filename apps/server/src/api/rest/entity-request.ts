/**
 * A request of REST v100 to an address of an entity type, and what carries it out.
 */
import type { EntityRequest } from '../../http/operation-routes.js';
import type { QueryReader } from './query-reader.js';

export interface RestRequest extends EntityRequest {
  readonly query: QueryReader;
}

export type Operate = (request: RestRequest) => Promise<void>;

/** Writes answer links, never expanded records. */
export const written = { kind: 'rest', expand: {} } as const;
