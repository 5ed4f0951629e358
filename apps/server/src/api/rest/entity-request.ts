/**
 * A request of REST v100 whose sender and entity type are known, and what carries it out.
 */
import type { EntityType } from '@headwater/catalog';
import type { Context } from 'koa';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';

export interface EntityRequest {
  readonly ctx: Context;
  readonly call: Call;
  readonly entityType: EntityType;
  /** The id in the address; '' where it has none. */
  readonly id: string;
  /** What stands in the address where its template has `{name}`. */
  readonly params: Readonly<Record<string, string>>;
}

export type Operate = (deps: ServerDeps, request: EntityRequest) => Promise<void>;

/** Writes answer links, never expanded records. */
export const written = { kind: 'rest', expand: {} } as const;
