/**
 * Picks checks by the beginning of their ids. Pure.
 */
import type { Check } from './check.js';

/** @param prefixes none picks all; `list` picks `list.cursor.forward` but not `listing.x`, `list.c` does pick `list.cursor.forward` */
export function selectChecks(checks: readonly Check[], prefixes: readonly string[]): readonly Check[] {
  if (prefixes.length === 0) return checks;
  return checks.filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)));
}
