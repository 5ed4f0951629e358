/**
 * A list as it will be read: which records, and how each looks.
 */

import type { Projection } from '../projection/projection.js';
import type { PagePlan } from './page-plan.js';

export interface ListPlan extends PagePlan {
  readonly projection: Projection;
  readonly withTotal: boolean;
  /** The same plan comes again: its statement is worth keeping. */
  readonly isCached?: boolean;
}
