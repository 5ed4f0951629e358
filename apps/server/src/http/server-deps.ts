/**
 * What the running server is made of: built once at start, passed to every door and use.
 */

import type { GraphqlRules } from '../api/graphql/graphql-rules.js';
import type { KeyRing } from '../auth/key-ring.js';
import type { SpaceStores } from '../metadata/space-catalog/space-stores.js';
import type { ContentStore } from '../records/content/content-store.js';
import type { OriginRules } from './origin.js';

export interface ServerDeps extends ContentStore, OriginRules {
  readonly keys: KeyRing;
  /** The rest is a store by the catalog that all spaces have; requests work in that of their space. */
  readonly stores: SpaceStores;
  /** @returns the moment it is, in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`; what lies around today is counted from it */
  readonly clock: () => string;
  readonly graphql: GraphqlRules;
  readonly limits: { readonly maxBodyBytes: number; readonly maxUploadBytes: number };
}
