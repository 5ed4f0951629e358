/**
 * Ids of the demo space's users: always the same, so that examples can ask for what belongs to one of them.
 */
import type { Place } from './demo-records.js';

/** @returns `de300000-0000-4000-8000-000000000001` for the first */
export function demoUserId(place: Place): string {
  return `de300000-0000-4000-8000-${String(place + 1).padStart(12, '0')}`;
}
