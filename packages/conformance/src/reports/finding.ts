/**
 * What all reports say of a run and of what does not hold. Pure.
 */
import type { Level } from '../check.js';
import { type CheckResult, countOutcomes, isConformant, levels, type Outcome, type RunResult } from '../result.js';
import { curlOf } from './curl.js';

/** What a reader needs to see one finding and to meet it once more. */
export interface Finding {
  /** The place in what was compared; undefined: the whole, or nothing was compared. */
  readonly at: string | undefined;
  readonly expected: string | undefined;
  readonly got: string | undefined;
  readonly message: string;
  /** The last request as a command; undefined: none was answered. */
  readonly request: string | undefined;
  /** Its status and body, cut. */
  readonly answer: string | undefined;
  /** The command that tries the same check with the same random choices. */
  readonly again: string;
}

export function findingOf(
  result: CheckResult,
  { baseUrl, space, seed }: Pick<RunResult, 'baseUrl' | 'space' | 'seed'>,
): Finding {
  const { difference, message = '', exchanges } = result;
  const last = exchanges.at(-1);
  return {
    at: difference?.path || undefined,
    expected: difference?.wanted,
    got: difference?.got,
    message,
    request: last && curlOf(last),
    answer: last && `${last.status} ${shortened(last.answerBody)}`,
    again: `headwater-conformance --base-url ${baseUrl} --space ${space} --only ${result.id} --seed ${seed}`,
  };
}

export function verdictOf(run: RunResult): string {
  if (run.stopped) return 'the run was stopped before its end';
  return isConformant(run) ? 'every MUST that was tried holds' : 'the server does not conform';
}

/** The levels of which there are checks, the strictest first. */
export function countsByLevel(
  results: readonly CheckResult[],
): readonly { readonly level: Level; readonly counts: Record<Outcome, number> }[] {
  return levels
    .map((level) => ({ level, of: results.filter((result) => result.level === level) }))
    .filter(({ of }) => of.length > 0)
    .map(({ level, of }) => ({ level, counts: countOutcomes(of) }));
}

/** @returns the text on one line, cut where it is long */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
