/**
 * The report for pull requests and the summaries of build servers: GitHub's Markdown. Pure.
 */
import { brokenOf, type CheckResult, countOutcomes, type RunResult, reasonsToSkip } from '../result.js';
import { countsByLevel, findingOf, verdictOf } from './finding.js';

/** More would be cut by the places that show it; the other formats have all. */
const shownFindings = 50;

/** @returns Markdown without HTML: the verdict, the counts by level, what does not hold */
export function renderMarkdown(run: RunResult): string {
  const broken = brokenOf(run.results);
  const hidden = broken.length - shownFindings;
  return [
    `## Conformance: ${verdictOf(run)}`,
    `${code(run.baseUrl)}, space ${code(run.space)}, seed ${code(run.seed)}, ${(run.durationMs / 1000).toFixed(1)} s`,
    levelTable(run),
    ...broken.slice(0, shownFindings).map((result) => renderFinding(result, run)),
    ...(hidden > 0 ? [`…and ${hidden} more; the JSON and HTML reports have all of them.`] : []),
    ...skipped(run.results),
    ...leftBehind(run),
    '',
  ].join('\n\n');
}

function levelTable({ results }: RunResult): string {
  const rows = countsByLevel(results).map(
    ({ level, counts }) => `| ${level} | ${counts.passed} | ${counts.failed} | ${counts.error} | ${counts.skipped} |`,
  );
  return ['| Level | Passed | Failed | Errors | Skipped |', '| --- | ---: | ---: | ---: | ---: |', ...rows].join('\n');
}

function renderFinding(result: CheckResult, run: RunResult): string {
  const { expected, got, at, message, request, answer, again } = findingOf(result, run);
  const lines = [
    ...(at === undefined ? [] : [`at:       ${at}`]),
    ...(expected === undefined ? [] : [`expected: ${expected}`, `got:      ${got}`]),
    message,
    ...(request === undefined ? [] : ['', request, answer ?? '']),
    '',
    again,
  ];
  return `### ${code(result.id)}\n\n${text(result.sentence)} (${code(result.spec)})\n\n${fenced(lines.join('\n'))}`;
}

function skipped(results: readonly CheckResult[]): string[] {
  if (countOutcomes(results).skipped === 0) return [];
  return [
    'Skipped:',
    reasonsToSkip(results)
      .map(({ reason, count }) => `- ${count}: ${text(reason)}`)
      .join('\n'),
  ];
}

function leftBehind({ leftovers }: RunResult): string[] {
  if (leftovers.length === 0) return [];
  return [
    'Left behind:',
    leftovers.map((one) => `- ${code(`${one.collection}/${one.id}`)}: ${text(one.reason)}`).join('\n'),
  ];
}

/** Text of a server is shown as text: no link, picture or markup of its own. */
function text(words: string): string {
  return words.replaceAll(/[\\`*_{}[\]<>()#+!|~&@]/g, '\\$&').replaceAll(/\s+/g, ' ');
}

function code(words: string): string {
  const fence = '`'.repeat(longestRun(words) + 1);
  return `${fence} ${words} ${fence}`.replaceAll(/\s+/g, ' ');
}

function fenced(words: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(words) + 1));
  return `${fence}text\n${words}\n${fence}`;
}

function longestRun(words: string): number {
  return Math.max(0, ...(words.match(/`+/g) ?? []).map(({ length }) => length));
}
