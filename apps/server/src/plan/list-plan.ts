/**
 * A list as it will be read: which records, and how each looks.
 */
import type { PagePlan } from './page-plan.js';
import type { Shape } from './shape.js';

export interface ListPlan extends PagePlan {
  readonly shape: Shape;
  readonly withTotal: boolean;
}
