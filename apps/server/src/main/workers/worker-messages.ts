/**
 * What the process that supervises the workers and the workers send each other. Each request has a number that its answer repeats.
 */
import type { MetricsJson } from '../../api/site/server-metrics.js';

/** From a worker. */
export type FromWorker =
  | { readonly kind: 'metrics of all'; readonly id: number }
  | { readonly kind: 'own metrics'; readonly id: number; readonly metrics: MetricsJson };

/** To a worker. */
export type ToWorker =
  | { readonly kind: 'stop' }
  | { readonly kind: 'own metrics'; readonly id: number }
  | { readonly kind: 'metrics of all'; readonly id: number; readonly text: string };
