/**
 * The report for people: one page that needs nothing from elsewhere. Broken promises first, then every check by area. Pure.
 */
import type { Exchange } from '../http/answer.js';
import { type CheckResult, countOutcomes, isConformant, type RunResult } from '../result.js';
import { type Area, byArea } from './by-area.js';
import { escapeMarkup } from './escape-markup.js';
import { htmlStyle } from './html-style.js';

/** @returns an HTML document without scripts and without outside requests */
export function renderHtml(run: RunResult): string {
  const broken = run.results.filter((result) => result.outcome === 'failed' || result.outcome === 'error');
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
</header>
<main>
${broken.length === 0 ? '' : `<section><h2>What does not hold</h2>\n${broken.map(renderBroken).join('\n')}\n</section>`}
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
  ];
  return `<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeMarkup(value)}</dd></div>`).join('')}</dl>`;
}

function renderBroken(result: CheckResult): string {
  return `<article id="${escapeMarkup(result.id)}">
<h3>${renderBadge(result)} <code>${escapeMarkup(result.id)}</code></h3>
<p>${escapeMarkup(result.sentence)}</p>
<pre>${escapeMarkup(result.message ?? '')}</pre>
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
