/**
 * The report for people: one page that needs nothing from elsewhere. Broken promises first, then every check by area. Pure.
 */
import type { Exchange } from '../http/answer.js';
import { brokenOf, type CheckResult, countOutcomes, isConformant, type RunResult } from '../result.js';
import { type Area, byArea } from './by-area.js';
import { escapeMarkup } from './escape-markup.js';
import { countsByLevel, findingOf } from './finding.js';

/** @returns an HTML document without scripts and without outside requests */
export function renderHtml(run: RunResult): string {
  const broken = brokenOf(run.results);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Conformance of ${escapeMarkup(run.baseUrl)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<header>
<h1>Conformance report</h1>
${renderVerdict(run)}
${renderFacts(run)}
${renderLevels(run)}
</header>
<main>
${broken.length === 0 ? '' : `<section><h2>What does not hold</h2>\n${broken.map((result) => renderBroken(result, run)).join('\n')}\n</section>`}
${renderLeftovers(run)}
<section><h2>All checks</h2>
${byArea(run.results).map(renderArea).join('\n')}
</section>
</main>
</body>
</html>
`;
}

function renderVerdict(run: RunResult): string {
  const holds = isConformant(run);
  const words = run.stopped ? 'Stopped before its end' : holds ? 'Every MUST that was tried holds' : 'Does not conform';
  return `<p class="verdict ${holds ? 'passed' : 'failed'}">${words}</p>`;
}

function renderFacts(run: RunResult): string {
  const counts = countOutcomes(run.results);
  const facts: readonly (readonly [string, string])[] = [
    ['Server', run.baseUrl],
    ['Space', run.space],
    ['Began', run.startedAt],
    ['Took', `${(run.durationMs / 1000).toFixed(1)} s`],
    ['Seed', run.seed],
    ['Checks', `${run.results.length}`],
    ['Passed', `${counts.passed}`],
    ['Failed', `${counts.failed}`],
    ['Skipped', `${counts.skipped}`],
    ['Errors', `${counts.error}`],
    ['Records made and deleted', `${run.made}`],
  ];
  return `<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeMarkup(value)}</dd></div>`).join('')}</dl>`;
}

function renderLevels({ results }: RunResult): string {
  const rows = countsByLevel(results).map(
    ({ level, counts }) =>
      `<tr><th>${level}</th><td>${counts.passed}</td><td>${counts.failed}</td><td>${counts.error}</td><td>${counts.skipped}</td></tr>`,
  );
  return `<table class="levels"><thead><tr><th>Level</th><th>Passed</th><th>Failed</th><th>Errors</th><th>Skipped</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function renderBroken(result: CheckResult, run: RunResult): string {
  const { at, expected, got, message, request, answer, again } = findingOf(result, run);
  const facts = [
    ...(at === undefined ? [] : [['At', at]]),
    ...(expected === undefined ? [] : [['Expected', expected]]),
    ...(got === undefined ? [] : [['Got', got]]),
    ...(request === undefined ? [] : [['Request', request]]),
    ...(answer === undefined ? [] : [['Answer', answer]]),
    ['Again', again],
  ] as const;
  return `<article id="${escapeMarkup(result.id)}">
<h3>${renderBadge(result)} <code>${escapeMarkup(result.id)}</code></h3>
<p>${escapeMarkup(result.sentence)}</p>
<pre>${escapeMarkup(message)}</pre>
<table class="finding">${facts.map(([name = '', value = '']) => `<tr><th>${name}</th><td><code>${escapeMarkup(value)}</code></td></tr>`).join('')}</table>
<p class="spec">Spec: <code>${escapeMarkup(result.spec)}</code></p>
${result.exchanges.length === 0 ? '' : `<details><summary>Last exchanges</summary>${result.exchanges.map(renderExchange).join('\n')}</details>`}
</article>`;
}

function renderExchange({ method, url, requestBody, status, answerBody, durationMs }: Exchange): string {
  const sent = requestBody === undefined ? '' : `\n\n${shorten(requestBody)}`;
  return `<pre>${escapeMarkup(`${method} ${url}${sent}\n\n${status} in ${Math.round(durationMs)} ms\n${shorten(answerBody)}`)}</pre>`;
}

function shorten(text: string): string {
  return text.length > 4000 ? `${text.slice(0, 4000)}… (${text.length} characters)` : text;
}

function renderLeftovers({ leftovers }: RunResult): string {
  if (leftovers.length === 0) return '';
  const items = leftovers.map(
    ({ collection, id, reason }) => `<li>${escapeMarkup(`${collection}/${id}: ${reason}`)}</li>`,
  );
  return `<section><h2>Records left behind</h2><ul>${items.join('')}</ul></section>`;
}

function renderArea({ name, results }: Area): string {
  const counts = countOutcomes(results);
  const open = counts.failed + counts.error > 0 ? ' open' : '';
  const sum = `${counts.passed} of ${results.length} passed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`;
  return `<details${open}><summary><b>${escapeMarkup(name)}</b> ${sum}</summary>
<table><thead><tr><th>Outcome</th><th>Level</th><th>Check</th><th>Time</th></tr></thead><tbody>
${results.map(renderRow).join('\n')}
</tbody></table></details>`;
}

function renderRow(result: CheckResult): string {
  const reason = result.outcome === 'skipped' ? `<br><i>${escapeMarkup(result.message ?? '')}</i>` : '';
  return `<tr><td>${renderBadge(result)}</td><td>${result.level}</td><td><code>${escapeMarkup(result.id)}</code><br>${escapeMarkup(result.sentence)}${reason}</td><td>${result.durationMs} ms</td></tr>`;
}

function renderBadge({ outcome, level }: CheckResult): string {
  const weight = outcome === 'failed' && level !== 'MUST' ? 'noted' : outcome;
  return `<span class="badge ${weight}">${outcome === 'failed' ? `${level} failed` : outcome}</span>`;
}

/**
 * The look of the HTML report, for light and dark screens and for print.
 */
const htmlStyle = `
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fbfcfd; --line: #d5dde5; --soft: #eef2f6; --good: #1a7f45; --bad: #b3261e; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #dde5ee; --paper: #12181f; --line: #33404d; --soft: #1b242d; --good: #5fd08f; --bad: #ff8a80; --warn: #f0bf5a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 2rem 0 .75rem; font-size: 1.25rem; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; }
.verdict { margin: .25rem 0 1rem; font-size: 1.2rem; font-weight: 600; }
.passed { color: var(--good); }
.failed, .error { color: var(--bad); }
.noted { color: var(--warn); }
.skipped { color: var(--ink); opacity: .75; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 0; }
dl div { border: 1px solid var(--line); border-radius: .5rem; padding: .5rem .75rem; overflow-wrap: anywhere; }
dt { font-size: .8rem; opacity: .8; }
dd { margin: 0; font-weight: 600; }
article { border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: .5rem; padding: .75rem 1rem; margin: 0 0 1rem; }
article p { margin: .5rem 0; }
.spec { font-size: .9rem; }
.badge { display: inline-block; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .6rem; font-size: .8rem; white-space: nowrap; }
pre { background: var(--soft); border-radius: .4rem; padding: .6rem .8rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem; }
code { font-size: .9em; overflow-wrap: anywhere; }
details { margin: 0 0 .5rem; }
summary { cursor: pointer; padding: .35rem 0; }
table { width: 100%; border-collapse: collapse; margin: .25rem 0 1rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-top: 1px solid var(--line); font-size: .92rem; }
section > details td:last-child, section > details th:last-child { text-align: right; white-space: nowrap; }
.levels { width: auto; }
.levels td { text-align: right; }
.finding th { width: 6rem; }
@media print { body { max-width: none; } details { display: block; } }
`;
