/**
 * The metrics of this process: memory, CPU, event loop, garbage collection. One registry, however many servers run in it.
 */
import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/** Watching the process costs a little, so it begins when somebody first asks. */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
