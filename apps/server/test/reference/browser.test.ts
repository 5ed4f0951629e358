/**
 * The reference in a real browser: read without a key, searched, filled in after signing in, at the width of a phone, by day and by night,
 * by keyboard and by those who cannot see it.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import axeCore from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser, type Watched, watch } from '../browser.js';
import { RunningSite, space } from '../site/running-site.js';

const pages = [
  '/docs',
  '/docs/Accounts',
  '/docs/MasterRights',
  '/docs/parameters',
  '/docs/errors',
  '/docs/changes',
  '/',
  '/guides',
  '/guides/errors',
];

describe.skipIf(missingBrowser)(`the reference in a browser${missingBrowser}`, () => {
  let site: RunningSite;
  let browser: Browser;
  let page: Page;
  let watched: Watched;

  beforeAll(async () => {
    site = await RunningSite.start();
    const post = (collection: string, body: object) =>
      site.askSpace(`/api/v100/rest/spaces/${space}/entities/${collection}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const made = [
      await post('Entities', { name_singular: 'Vehicle', name_plural: 'Vehicles', entity_api_name: 'Vehicle' }),
      await post('Fields', { entity_name: 'Account', name: 'Budget', api_name: 'cf_budget', type_id: 'currency' }),
    ];
    expect(made.map(({ status }) => status)).toEqual([201, 201]);
    browser = await openBrowser();
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<void> {
    page = await browser.newPage(options);
    watched = watch(page, (text) => text.includes('401') || text.includes('404'));
    await page.goto(`${site.origin}${path}`);
    if (path.startsWith('/docs')) await page.locator('html[data-ready]').waitFor();
  }

  async function signIn({ password = site.credentials.password } = {}): Promise<void> {
    await page.getByText('Sign in').first().click();
    await page.getByLabel('Space').fill(space);
    await page.getByLabel('Token').fill(site.credentials.token);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  afterEach(async () => {
    expect(watched.problems).toEqual([]);
    expect([...watched.origins]).toEqual([site.origin]);
    await page.close();
  });

  it('loads a page alone, below 300 kB', async () => {
    await open('/docs');
    await page.getByRole('link', { name: 'Opportunities', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Opportunities' }).waitFor();
    const loaded = await page.evaluate(
      () =>
        [
          ...performance.getEntriesByType('navigation'),
          ...performance.getEntriesByType('resource'),
        ] as PerformanceResourceTiming[],
    );
    expect(loaded.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)).toBeLessThan(300_000);
    expect(loaded.length).toBeLessThan(8);
  });

  it('finds entity types, members, operations and errors', async () => {
    await open('/docs');
    const box = page.getByRole('searchbox');
    const found = page.getByRole('region', { name: 'Found' });
    for (const [words, title, place] of [
      ['opportun', 'Opportunities', '/docs/Opportunities'],
      ['industry', 'industry_id', '/docs/Accounts#member-industry_id'],
      ['merge contacts', 'Merge contacts', '/docs/Contacts#merge'],
      ['9005', 'ERROR_REVISION_CONFLICT', '/docs/errors#ERROR_REVISION_CONFLICT'],
    ] as const) {
      await box.fill(words);
      const link = found.getByRole('link', { name: new RegExp(`^${title} `) }).first();
      await link.waitFor();
      expect(await link.getAttribute('href')).toBe(place);
    }
    await box.press('Enter');
    await page.waitForURL('**/docs/errors#ERROR_REVISION_CONFLICT');
  });

  it('says which credentials do not fit, and keeps none', async () => {
    await open('/docs/Accounts');
    await signIn({ password: 'wrong' });
    await page.getByRole('alert').filter({ hasText: 'wrong token' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('fills the examples in with the space that the reader signed in to, and they run as they stand', async () => {
    await open('/docs/Accounts');
    await signIn();
    await page.locator('#member-cf_budget').waitFor();
    const answers = [];
    for (const operation of ['list', 'create']) {
      const example = page.locator(`#${operation}-curl`);
      const { stdout } = await promisify(execFile)('bash', ['-c', `${await example.textContent()} -s`], {
        env: { PATH: process.env.PATH },
      });
      answers.push([operation, (JSON.parse(stdout) as { success: boolean }).success]);
    }
    expect(answers).toEqual([
      ['list', true],
      ['create', true],
    ]);
    await page.locator('#list').getByRole('button', { name: 'Send' }).click();
    await page.locator('#list pre[aria-label="Answer"]', { hasText: '200 OK' }).waitFor();
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
      0,
      1,
      '',
    ]);
    // The tab stays signed in, on the pages of the space's own entity types as well.
    await page.goto(`${site.origin}/docs`);
    await page.getByRole('link', { name: 'Vehicle', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Vehicle' }).waitFor();
    await page.getByRole('searchbox').fill('cf_budget');
    await page.getByRole('link', { name: 'cf_budget' }).first().waitFor();
    await page.locator('#account summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('copies an example', async () => {
    await open('/docs/Accounts');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('#list').getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl -u .*Accounts\?first=3'$/s);
  });

  it.each(pages)('%s fits a phone', async (path) => {
    await open(path, { viewport: { width: 390, height: 800 } });
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  });

  it.each(pages.flatMap((path) => (['light', 'dark'] as const).map((colorScheme) => ({ path, colorScheme }))))(
    '$path is for everybody ($colorScheme)',
    async ({ path, colorScheme }) => {
      await open(path, { colorScheme, bypassCSP: true });
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      await page.addScriptTag({ content: axeCore.source });
      const violations = await page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
        };
        return (await axe.run()).violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      });
      expect(violations).toEqual([]);
    },
  );

  it('is reached and left by keyboard', async () => {
    await open('/docs/Accounts');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('merge accounts');
    await page.getByRole('region', { name: 'Found' }).getByRole('link', { name: 'Merge accounts' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/Accounts#merge');
  });
});
