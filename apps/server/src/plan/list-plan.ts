/**
 * A list as it will be read: which records, and how each looks.
 */
import type { PagePlan } from './page-plan.js';
import type { Projection } from './projection.js';

export interface ListPlan extends PagePlan {
  readonly projection: Projection;
  readonly withTotal: boolean;
}
