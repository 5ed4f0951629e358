/**
 * The formats a report can be written in.
 */
import { type CheckResult, countOutcomes, isConformant, type RunResult } from '../result.js';
import { type Area, byArea } from './by-area.js';
import { escapeMarkup } from './escape-markup.js';
import { findingOf } from './finding.js';
import { renderHtml } from './html-report.js';
import { renderMarkdown } from './markdown-report.js';
import { renderText } from './text-report.js';

export const reportFormats = {
  text: (run) => `${renderText(run)}\n`,
  json: renderJson,
  junit: renderJunit,
  html: renderHtml,
  md: renderMarkdown,
} satisfies Record<string, (run: RunResult) => string>;

export type ReportFormat = keyof typeof reportFormats;

export function isReportFormat(name: string): name is ReportFormat {
  return Object.hasOwn(reportFormats, name);
}

// The report for programs: the whole run as JSON, with its verdict and counts. Pure.

/** @returns JSON text: `conformant`, `counts`, then the members of `RunResult` */
function renderJson(run: RunResult): string {
  return `${JSON.stringify({ conformant: isConformant(run), counts: countOutcomes(run.results), ...run }, null, 2)}\n`;
}

// The report for build servers: JUnit XML, a suite for each area. Pure.
// Only what fails the run is a failure there; a SHOULD or MAY that does not hold counts as skipped, with the reason.

/** @returns an XML document */
function renderJunit(run: RunResult): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="conformance" ${totals(run.results)}>`,
    ...byArea(run.results).map((area) => renderSuite(area, run)),
    ...(isConformant(run) || !run.stopped ? [] : [stoppedSuite]),
    '</testsuites>',
    '',
  ].join('\n');
}

/** A stopped run must not look like a passed one. */
const stoppedSuite =
  '<testsuite name="run" tests="1" failures="0" errors="1" skipped="0" time="0">' +
  '<testcase classname="run" name="run.complete" time="0"><error message="The run was stopped before its end."/></testcase></testsuite>';

function renderSuite({ name, results }: Area, run: RunResult): string {
  return [
    `<testsuite name="${escapeMarkup(name)}" hostname="${escapeMarkup(run.baseUrl)}" timestamp="${run.startedAt}" ${totals(results)}>`,
    ...results.map((result) => renderCase(result, run)),
    '</testsuite>',
  ].join('\n');
}

function totals(results: readonly CheckResult[]): string {
  const kinds = results.map(kindOf);
  const count = (kind: Kind) => kinds.filter((each) => each === kind).length;
  const seconds = results.reduce((sum, result) => sum + result.durationMs, 0) / 1000;
  return `tests="${results.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}" time="${seconds}"`;
}

type Kind = 'failure' | 'error' | 'skipped' | 'passed';

function kindOf({ outcome, level }: CheckResult): Kind {
  if (outcome === 'failed') return level === 'MUST' ? 'failure' : 'skipped';
  return outcome;
}

function renderCase(result: CheckResult, run: RunResult): string {
  const [area = ''] = result.id.split('.', 1);
  const open = `<testcase classname="${escapeMarkup(area)}" name="${escapeMarkup(result.id)}" time="${result.durationMs / 1000}"`;
  const kind = kindOf(result);
  if (kind === 'passed') return `${open}/>`;
  const { at, expected, got, message, request, answer, again } = findingOf(result, run);
  const details = [
    result.sentence,
    message,
    ...(at === undefined ? [] : [`at: ${at}`]),
    ...(expected === undefined ? [] : [`expected: ${expected}`, `got: ${got}`]),
    `spec: ${result.spec}`,
    ...(request === undefined ? [] : [`request: ${request}`, `answer: ${answer}`]),
    `again: ${again}`,
  ];
  const first = escapeMarkup(result.message ?? result.sentence).replaceAll('\n', ' ');
  return `${open}><${kind} message="${first}">${kind === 'skipped' ? '' : escapeMarkup(details.join('\n'))}</${kind}></testcase>`;
}
