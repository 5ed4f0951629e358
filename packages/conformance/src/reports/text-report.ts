/**
 * The report for a terminal: one line a check, what broke in full, a sum at the end. Pure.
 */
import type { Exchange } from '../http/answer.js';
import { type CheckResult, countOutcomes, failuresOf, isConformant, type Outcome, type RunResult } from '../result.js';

const words: Record<Outcome, string> = { passed: 'ok', failed: 'FAILED', skipped: 'skipped', error: 'ERROR' };

/** The whole report. */
export function renderText(run: RunResult): string {
  return [renderTextHead(run), ...run.results.map(renderTextResult), renderTextSum(run)].join('\n');
}

/** What was run against what; the seed repeats it. */
export function renderTextHead(run: Pick<RunResult, 'baseUrl' | 'space' | 'seed'>): string {
  return `Conformance of ${run.baseUrl}, space ${run.space}, seed ${run.seed}\n`;
}

/** One check; without a line break at the end. */
export function renderTextResult(result: CheckResult): string {
  const line = `${words[result.outcome].padEnd(8)}${result.level.padEnd(7)}${result.id}  ${result.durationMs} ms`;
  if (result.outcome === 'passed') return line;
  const details = [
    result.sentence,
    result.message ?? '',
    `spec: ${result.spec}`,
    ...result.exchanges.map(exchangeLine),
  ];
  if (result.outcome === 'skipped') return `${line}\n${indent(result.message ?? '')}`;
  return [line, ...details.map(indent)].join('\n');
}

/** The counts and the verdict. */
export function renderTextSum(run: RunResult): string {
  const counts = countOutcomes(run.results);
  const broken = (['MUST', 'SHOULD', 'MAY'] as const)
    .map((level) => ({ level, count: failuresOf(run.results, level).length }))
    .filter(({ count }) => count > 0)
    .map(({ level, count }) => `${count} ${level}`);
  const lines = [
    '',
    `${run.results.length} checks: ${counts.passed} passed, ${counts.failed} failed${broken.length > 0 ? ` (${broken.join(', ')})` : ''}, ` +
      `${counts.skipped} skipped, ${counts.error} errors; ${(run.durationMs / 1000).toFixed(1)} s`,
    ...run.leftovers.map((left) => `left behind: ${left.collection}/${left.id}: ${left.reason}`),
    ...(run.stopped ? ['The run was stopped before its end.'] : []),
    isConformant(run) ? 'Every MUST that was tried holds.' : 'The server does not conform.',
  ];
  return lines.join('\n');
}

function exchangeLine({ method, url, requestBody, status, answerBody }: Exchange): string {
  const sent = requestBody === undefined ? '' : `\n    sent ${shorten(requestBody)}`;
  return `${method} ${url}${sent}\n    ${status} ${shorten(answerBody)}`;
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n');
}
