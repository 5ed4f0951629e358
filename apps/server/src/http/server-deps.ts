/**
 * The dependencies of the running server: built once at start, passed to every API and use.
 */

import type { KeyRing } from '../auth/key-ring.js';
import type { RateLimits } from '../auth/rate-limits.js';
import type { SpaceStores } from '../metadata/space-catalog/space-stores.js';
import type { SharedPages } from '../records/changes/shared-pages.js';
import type { SpaceWatch } from '../records/changes/space-watch.js';
import type { ContentStore } from '../records/content/content-store.js';
import type { KnownAnswers } from '../records/read/known-answers.js';
import type { UserRightsOf } from '../records/read/user-rights-of.js';
import type { HeldBytes } from '../request/held-bytes.js';
import type { WebhookRules } from '../webhooks/delivery-worker.js';
import type { Admission } from './admission.js';
import type { OriginRules } from './origin.js';

/** What the operator has set for GraphQL. */
export interface GraphqlRules {
  /** Queries of the schema are answered. */
  readonly introspection: boolean;
  /** Milliseconds that an operation may take. */
  readonly timeoutMs: number;
  /** The texts of stored documents by their ids; undefined where the operator has stored none. */
  readonly documents: { textOf(id: string): string | undefined } | undefined;
  /** Only stored documents run. */
  readonly onlyDocuments: boolean;
}

export interface ServerDeps extends ContentStore, OriginRules {
  readonly keys: KeyRing;
  /** The rest is a store by the catalog that all spaces have; requests work in that of their space. */
  readonly stores: SpaceStores;
  readonly knownAnswers: KnownAnswers;
  readonly userRights: UserRightsOf;
  /** @returns the moment it is, in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`; what lies around today is counted from it */
  readonly clock: () => string;
  /** Who may work now, of those who ask this process. */
  readonly admission: Admission;
  readonly rateLimits: RateLimits;
  /** For those who wait for changes. */
  readonly watch: SpaceWatch;
  /** For streams of changes. */
  readonly feedPages: SharedPages;
  /** What the requests in work hold. */
  readonly heldBytes: HeldBytes;
  readonly graphql: GraphqlRules;
  /** Days that the change log reaches back. */
  readonly changesDays: number;
  readonly webhooks: WebhookRules;
  readonly limits: {
    readonly maxBodyBytes: number;
    readonly maxUploadBytes: number;
    /** Milliseconds that a request to REST may take once it has come whole. */
    readonly timeoutMs: number;
  };
}
