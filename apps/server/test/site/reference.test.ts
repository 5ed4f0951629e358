/** The API reference: its files over HTTP, and the page in a real browser without a network. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser, openBrowser, type Watched, watch } from '../browser.js';
import { RunningSite, space } from './running-site.js';

/** Swagger UI thinks for some seconds about documents of this size, and longer where others compute at the same time. */
const pageTimeoutMs = 120_000;

let site: RunningSite;

beforeAll(async () => {
  site = await RunningSite.start();
});

afterAll(() => site.close());

async function filesOf(path: string): Promise<string[]> {
  const { text } = await site.ask(path);
  return [...text.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
}

describe('the files of the reference', () => {
  it('are our own, compressed, and kept as long as they stay the same', async () => {
    const files = await filesOf('/docs');
    expect(files).toHaveLength(5);
    for (const file of files) {
      const { status, headers, bytes } = await site.ask(file, { headers: { 'accept-encoding': 'gzip' } });
      expect([file, status, headers['content-encoding']]).toEqual([file, 200, 'gzip']);
      expect(headers['cache-control']).toBe(
        file.includes('/swagger-ui-') ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      expect(bytes.length).toBeLessThan(600_000);
      const known = { 'accept-encoding': 'gzip', 'if-none-match': headers.etag };
      expect((await site.ask(file, { headers: known })).status).toBe(304);
    }
  });

  it('are the same bytes whatever their encoding', async () => {
    for (const file of await filesOf('/docs')) {
      const plain = await site.ask(file);
      for (const encoding of ['br', 'gzip']) {
        const { text } = await site.ask(file, { headers: { 'accept-encoding': encoding } });
        expect([file, text === plain.text]).toEqual([file, true]);
      }
    }
  });

  it('have one address', async () => {
    const { status, headers } = await site.ask('/docs/');
    expect([status, headers.location]).toEqual([302, '/docs']);
    expect((await site.ask('/docs/swagger-ui-0.0.0/swagger-ui.css')).status).toBe(404);
  });
});

describe.skipIf(missingBrowser)(`the reference in a browser${missingBrowser}`, () => {
  let browser: Browser;
  /** One for all tests: Swagger UI computes for seconds before it shows a document. */
  let page: Page;
  let watched: Watched;

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    page.setDefaultTimeout(pageTimeoutMs);
    watched = watch(page);
  }, 60_000);

  afterAll(() => browser.close());

  afterEach(() => {
    expect(watched.problems).toEqual([]);
    expect([...watched.origins]).toEqual([site.origin]);
  });

  async function authorize(): Promise<void> {
    await page.getByRole('button', { name: 'Authorize' }).click();
    const dialog = page.locator('.modal-ux');
    await dialog.locator('input[name="username"]').fill(site.credentials.token);
    await dialog.locator('input[name="password"]').fill(site.credentials.password);
    await dialog.getByRole('button', { name: 'Apply credentials' }).click();
    await dialog.getByRole('button', { name: 'Close' }).first().click();
  }

  it(
    'tries operations out with the credentials of a space',
    async () => {
      await page.goto(`${site.origin}/docs#/Clients/listClients`);
      await authorize();
      await page
        .getByRole('textbox', { name: /space_id/ })
        .or(page.locator('.servers input'))
        .first()
        .fill(space);
      const operation = page.locator('#operations-Clients-listClients');
      const answer = operation.locator('.live-responses-table .response');
      await operation.getByRole('button', { name: 'Execute' }).click();
      await answer.filter({ hasText: '200' }).waitFor();
      expect(await answer.textContent()).toContain('"default_unit_id"');
      await operation.locator('[data-param-name="filter"] textarea').fill('{"email": "nobody@example.com"}');
      await operation.getByRole('button', { name: 'Execute' }).click();
      await answer.filter({ hasText: '"data": []' }).waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'shows both documents and asks nobody but this server',
    async () => {
      await page.locator('.info .title', { hasText: 'Headwater REST v100' }).waitFor();
      await page.locator('.opblock-tag', { hasText: 'OpportunityTypes' }).waitFor();
      await page.getByRole('combobox', { name: /select a definition/i }).selectOption('REST v1');
      await page.locator('.info .title', { hasText: 'Headwater REST v1' }).waitFor();
      await page.locator('.opblock-tag', { hasText: 'AddressbookRelations' }).waitFor();
    },
    pageTimeoutMs,
  );
});
