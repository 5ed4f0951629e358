/**
 * The report for a terminal: one line a check, what broke in full, a sum at the end. Pure.
 */
import {
  type CheckResult,
  countOutcomes,
  isConformant,
  type Outcome,
  type RunResult,
  reasonsToSkip,
} from '../result.js';
import { countsByLevel, findingOf } from './finding.js';

const words: Record<Outcome, string> = { passed: 'ok', failed: 'FAILED', skipped: 'skipped', error: 'ERROR' };

type RunHead = Pick<RunResult, 'baseUrl' | 'space' | 'seed'>;

/** The whole report. */
export function renderText(run: RunResult): string {
  return [renderTextHead(run), ...run.results.map((result) => renderTextResult(result, run)), renderTextSum(run)].join(
    '\n',
  );
}

/** What was run against what; the seed repeats it. */
export function renderTextHead({ baseUrl, space, seed }: RunHead): string {
  return `Conformance of ${baseUrl}, space ${space}, seed ${seed}\n`;
}

/** One check; without a line break at the end. */
export function renderTextResult(result: CheckResult, run: RunHead): string {
  const line = `${words[result.outcome].padEnd(8)}${result.level.padEnd(7)}${result.id}  ${result.durationMs} ms`;
  if (result.outcome === 'passed') return line;
  if (result.outcome === 'skipped') return `${line}\n${indent(result.message ?? '')}`;
  const { at, expected, got, message, request, answer, again } = findingOf(result, run);
  const details = [
    result.sentence,
    message,
    ...(at === undefined ? [] : [`at        ${at}`]),
    ...(expected === undefined ? [] : [`expected  ${expected}`, `got       ${got}`]),
    `spec      ${result.spec}`,
    ...(request === undefined ? [] : [`request   ${request}`, `answer    ${answer}`]),
    `again     ${again}`,
  ];
  return [line, ...details.map(indent)].join('\n');
}

/** How far a run is, on one line. */
export function renderTextProgress(results: readonly CheckResult[], total: number, seconds: number): string {
  const { failed, error } = countOutcomes(results);
  return `${results.length} of ${total} checks, ${failed} failed, ${error} errors, ${Math.round(seconds)} s`;
}

/** The counts and the verdict. */
export function renderTextSum(run: RunResult): string {
  const counts = countOutcomes(run.results);
  const levels = countsByLevel(run.results).map(
    ({ level, counts: of }) =>
      `${level.padEnd(7)}${of.passed} passed, ${of.failed} failed, ${of.skipped} skipped, ${of.error} errors`,
  );
  return [
    '',
    ...levels,
    ...reasonsToSkip(run.results).map(({ reason, count }) => `${count} skipped: ${reason}`),
    ...(run.made > 0
      ? [`${run.made} records were made and deleted; where deletes are soft, include-deleted shows them.`]
      : []),
    ...run.leftovers.map((left) => `left behind: ${left.collection}/${left.id}: ${left.reason}`),
    ...(run.notBegun > 0 ? [`${run.notBegun} checks were not begun: the time for the run was spent (--budget).`] : []),
    ...(run.stopped ? ['The run was stopped before its end.'] : []),
    `${run.results.length} checks: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ` +
      `${counts.error} errors; ${(run.durationMs / 1000).toFixed(1)} s`,
    isConformant(run) ? 'Every MUST that was tried holds.' : 'The server does not conform.',
  ].join('\n');
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n');
}
