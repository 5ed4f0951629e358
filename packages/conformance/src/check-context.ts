/**
 * What a check gets to work with. Everything it needs comes from here; checks share nothing else.
 */

import type { ContractDocuments } from './documents/contract-documents.js';
import type { GraphqlDoor } from './doors/graphql-door.js';
import type { LegacyDoor } from './doors/legacy-door.js';
import type { RestDoor } from './doors/rest-door.js';
import type { Fixtures } from './fixtures/fixtures.js';
import type { Http } from './http/http.js';
import type { Random } from './random/random.js';

/** The three doors of one space. */
export interface Doors {
  readonly rest: RestDoor;
  readonly legacy: LegacyDoor;
  readonly graphql: GraphqlDoor;
}

/** A second space of the same server, for checks that nothing leaks between spaces. */
export interface Neighbour extends Doors {
  readonly http: Http;
  readonly fixtures: Fixtures;
}

export interface CheckContext extends Doors {
  /** For requests outside the doors, or with other credentials. */
  readonly http: Http;
  /** The interface as documents: operations and schemas. */
  readonly documents: ContractDocuments;
  /** Seeded by the run's seed and the check's id: a check makes the same choices alone and among others. */
  readonly random: Random;
  readonly fixtures: Fixtures;
  /** @throws CheckSkipped when the run has no second space */
  neighbour(): Neighbour;
}
