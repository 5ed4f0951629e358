/**
 * What a check gets to work with. Everything it needs comes from here; checks share nothing else.
 */

import type { GraphqlApi } from './api/graphql-api.js';
import type { LegacyApi } from './api/legacy-api.js';
import type { RestApi } from './api/rest-api.js';
import type { ContractDocuments } from './documents/contract-documents.js';
import type { Fixtures } from './fixtures/fixtures.js';
import type { Http } from './http/http.js';
import type { Random } from './random/random.js';
import type { Inbox } from './receiver/inbox.js';

/** The three APIs of one space. */
export interface Apis {
  readonly rest: RestApi;
  readonly legacy: LegacyApi;
  readonly graphql: GraphqlApi;
}

/** A second space of the same server, for checks that nothing leaks between spaces. */
export interface Neighbour extends Apis {
  readonly http: Http;
  readonly fixtures: Fixtures;
}

export interface CheckContext extends Apis {
  /** For requests outside the three APIs, or with other credentials. */
  readonly http: Http;
  /** The interface as documents: operations and schemas. */
  readonly documents: ContractDocuments;
  /** Seeded by the run's seed and the check's id: a check makes the same choices alone and among others. */
  readonly random: Random;
  readonly fixtures: Fixtures;
  /** @throws CheckSkipped when the run has no second space */
  neighbour(): Neighbour;
  /**
   * The same space with a key that may read accounts and do nothing else.
   * @throws CheckSkipped when the run has no such key
   */
  scoped(): Apis;
  /**
   * An address at which the check gets what webhooks send.
   * @throws CheckSkipped when the run has no receiver, or the server does not reach it
   */
  openInbox(): Promise<Inbox>;
}
