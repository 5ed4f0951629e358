/** What each report says of one run with every outcome. */
import { describe, expect, it } from 'vitest';
import { type CheckResult, isConformant, type RunResult } from '../result.js';
import { reportFormats } from './report-formats.js';
import { renderTextResult } from './text-report.js';

const result = (id: string, more: Partial<CheckResult> = {}): CheckResult => ({
  id,
  level: 'MUST',
  sentence: `MUST keep ${id}`,
  spec: 'v100#/info',
  outcome: 'passed',
  durationMs: 12,
  exchanges: [],
  ...more,
});

const nasty = 'wanted <b>"1"</b> & \'2\', got \u0000\ud800]]>';
const exchange = {
  method: 'GET',
  url: 'http://localhost/x?a=<script>',
  requestHeaders: { 'content-type': 'application/json' },
  credentials: 'first' as const,
  requestBody: '{"a":"</pre><script>alert(1)</script>"}',
  status: 500,
  answerBody: '<h1>no</h1>',
  durationMs: 3,
};

const run: RunResult = {
  baseUrl: 'http://localhost:8080',
  space: 'demo',
  seed: '42',
  startedAt: '2026-01-02T03:04:05.000Z',
  durationMs: 1500,
  results: [
    result('list.passes'),
    result('list.fails', {
      outcome: 'failed',
      message: nasty,
      difference: { path: 'data[0].name', wanted: '"`1`"', got: "'2'" },
      exchanges: [exchange],
    }),
    result('filter.notes', { level: 'SHOULD', sentence: 'SHOULD be nice', outcome: 'failed', message: 'is not' }),
    result('filter.skips', { outcome: 'skipped', message: 'no second space' }),
    result('filter.breaks', { outcome: 'error', message: 'TypeError: fetch failed' }),
  ],
  stopped: false,
  notBegun: 0,
  made: 3,
  leftovers: [{ collection: 'Accounts', id: 'a1', reason: 'answered 500' }],
};

const onlyNoted: RunResult = {
  ...run,
  results: run.results.filter(({ id }) => id === 'filter.notes' || id === 'list.passes'),
};

describe('the verdict', () => {
  it('depends on MUST, errors and the end of the run alone', () => {
    expect(isConformant(run)).toBe(false);
    expect(isConformant(onlyNoted)).toBe(true);
    expect(isConformant({ ...onlyNoted, stopped: true })).toBe(false);
    expect(isConformant({ ...run, results: run.results.filter(({ outcome }) => outcome === 'error') })).toBe(false);
    expect(isConformant({ ...run, results: run.results.filter(({ outcome }) => outcome === 'skipped') })).toBe(true);
  });
});

describe('the text report', () => {
  const text = reportFormats.text(run);

  it('has the seed, a line for each check, the counts, what is left behind and the verdict', () => {
    expect(text).toContain('seed 42');
    for (const { id } of run.results) expect(text).toContain(id);
    expect(text).toContain('5 checks: 1 passed, 2 failed, 1 skipped, 1 errors; 1.5 s');
    expect(text).toMatch(/MUST +1 passed, 1 failed, 1 skipped, 1 errors\nSHOULD +0 passed, 1 failed/);
    expect(text).toContain('1 skipped: no second space');
    expect(text).toContain('3 records were made and deleted;');
    expect(text).toContain('left behind: Accounts/a1: answered 500');
    expect(text).toContain('The server does not conform.');
    expect(reportFormats.text(onlyNoted)).toContain('Every MUST that was tried holds.');
    expect(reportFormats.text({ ...onlyNoted, notBegun: 7 })).toContain('7 checks were not begun');
  });

  it('shows of a failure the promise, the place, both values, the request and how to try it again', () => {
    const [, failed] = run.results;
    const shown = renderTextResult(failed ?? result('none'), run);
    const request = `curl -sS -u "$HEADWATER_CONFORMANCE_TOKEN:$HEADWATER_CONFORMANCE_PASSWORD" -X GET`;
    for (const part of [
      ...['FAILED', 'MUST keep list.fails', 'v100#/info', 'at        data[0].name', 'expected  "`1`"', "got       '2'"],
      ...[request, "'http://localhost/x?a=<script>'", '500 <h1>no</h1>', '--only list.fails --seed 42'],
    ]) {
      expect(shown).toContain(part);
    }
  });
});

describe('the JSON report', () => {
  it('is the run with its verdict and counts', () => {
    const counts = { passed: 1, failed: 2, skipped: 1, error: 1 };
    expect(JSON.parse(reportFormats.json(run))).toEqual({
      conformant: false,
      counts,
      ...JSON.parse(JSON.stringify(run)),
    });
  });
});

describe('the JUnit report', () => {
  const xml = reportFormats.junit(run);

  it('counts only a failed MUST as a failure', () => {
    expect(xml).toContain('<testsuites name="conformance" tests="5" failures="1" errors="1" skipped="2"');
    expect(xml).toContain('<testsuite name="list" ');
    expect(xml).toMatch(/name="filter.notes"[^>]*><skipped message="is not">/);
    expect(reportFormats.junit(onlyNoted)).toContain('failures="0" errors="0"');
  });

  it('has the place, the request and the way to try it again', () => {
    for (const part of ['at: data[0].name', 'request: curl -sS', 'again: headwater-conformance']) {
      expect(xml).toContain(part);
    }
  });

  it('has an error when the run was stopped', () => {
    expect(reportFormats.junit({ ...onlyNoted, stopped: true })).toContain(
      '<error message="The run was stopped before its end."/>',
    );
  });

  it('holds only characters that XML allows, and markup only of its own', () => {
    for (const unfit of ['\u0000', '\ud800']) expect(xml).not.toContain(unfit);
    expect(xml).toContain('wanted &lt;b&gt;&quot;1&quot;&lt;/b&gt; &amp; &#39;2&#39;');
    expect(
      xml
        .match(/<[a-z]+/g)
        ?.every((tag) => ['<testsuites', '<testsuite', '<testcase', '<failure', '<skipped', '<error'].includes(tag)),
    ).toBe(true);
  });
});

describe('the Markdown report', () => {
  const markdown = reportFormats.md(run);

  it('has the verdict, the counts by level and what does not hold', () => {
    for (const part of [
      '## Conformance: the server does not conform',
      '| MUST | 1 | 1 | 1 | 1 |\n| SHOULD | 0 | 1 | 0 | 0 |',
      '### ` list.fails `',
      'expected: "`1`"',
      '--only list.fails --seed 42',
      '- 1: no second space',
      '- ` Accounts/a1 `: answered 500',
    ]) {
      expect(markdown).toContain(part);
    }
  });

  it('lets no text of a server end the block that it stands in', () => {
    const fence = '```\n# A headline of the server\n~~~';
    const [, failed = result('none')] = run.results;
    const nastier = reportFormats.md({
      ...run,
      results: [{ ...failed, message: fence, sentence: 'MUST <b>*be*</b> [x](y)' }],
    });
    expect(nastier).toContain('````text\nat:');
    expect(nastier).toContain('MUST \\<b\\>\\*be\\*\\</b\\> \\[x\\]\\(y\\)');
  });

  it('shows 50 findings at most and says how many more there are', () => {
    const [, failed = result('none')] = run.results;
    const many = reportFormats.md({ ...run, results: Array.from({ length: 53 }, () => failed) });
    expect(many.match(/^### /gm)).toHaveLength(50);
    expect(many).toContain('…and 3 more');
  });
});

describe('the HTML report', () => {
  const html = reportFormats.html(run);

  it('needs nothing from elsewhere and runs no script', () => {
    expect(html).toContain("default-src 'none'");
    expect(html).not.toMatch(/<script|<link|<img|@import|url\(/);
  });

  it('shows the broken promises first, then every check', () => {
    expect(html.indexOf('What does not hold')).toBeLessThan(html.indexOf('All checks'));
    for (const { id } of run.results) expect(html).toContain(`<code>${id}</code>`);
    expect(html).toContain('Records left behind');
    expect(reportFormats.html({ ...onlyNoted, leftovers: [] })).not.toContain('Records left behind');
  });

  it('shows what servers answered as text', () => {
    expect(html).toContain('&lt;h1&gt;no&lt;/h1&gt;');
    expect(html).toContain('&lt;/pre&gt;&lt;script&gt;');
  });
});
