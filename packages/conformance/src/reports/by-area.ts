/**
 * Groups results by area, the first word of a check's id. Pure.
 */
import type { CheckResult } from '../result.js';

export interface Area {
  readonly name: string;
  readonly results: readonly CheckResult[];
}

/** Areas in the order in which they first come. */
export function byArea(results: readonly CheckResult[]): readonly Area[] {
  const areas = new Map<string, CheckResult[]>();
  for (const result of results) {
    const [name = result.id] = result.id.split('.', 1);
    const area = areas.get(name);
    if (area === undefined) areas.set(name, [result]);
    else area.push(result);
  }
  return [...areas].map(([name, list]) => ({ name, results: list }));
}
