/**
 * The report for programs: the whole run as JSON, with its verdict and counts. Pure.
 */
import { countOutcomes, isConformant, type RunResult } from '../result.js';

/** @returns JSON text: `conformant`, `counts`, then the members of `RunResult` */
export function renderJson(run: RunResult): string {
  return `${JSON.stringify({ conformant: isConformant(run), counts: countOutcomes(run.results), ...run }, null, 2)}\n`;
}
