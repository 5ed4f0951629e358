/**
 * How fast deals should move in a demo space, and what warns of those that do not. Data only.
 */
import type { StepName } from '../spaces/first-records.js';

/** Days after which a deal in a step counts as slow; in the last step it is won. */
export const stepTimeframes: Readonly<Partial<Record<StepName, number>>> = {
  Prospecting: 21,
  Engaging: 28,
  Proposal: 21,
  Negotiation: 14,
};

/** Indicators of the fitness of deals: what they look at, and the least value of each level. */
export const dealIndicators = [
  { name: 'Tasks are overdue', type: 4, thresholds: { notice: 1, warning: 2, error: 4 } },
  { name: 'Nobody follows up', type: 5, thresholds: { notice: 14, warning: 30, error: 60 } },
  { name: 'Closing date has passed', type: 6, thresholds: { notice: 1, warning: 7, error: 30 } },
  { name: 'Slow in its step', type: 7, thresholds: { notice: 1, warning: 14, error: 45 } },
  { name: 'Takes longer than deals should', type: 8, thresholds: { notice: 7, warning: 30, error: 90 } },
] as const;
