/**
 * GraphiQL in a real browser: it works from our own files alone, and the browser's own prompt asks for token and password.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerPrompts, missingBrowser, openBrowser, watch } from '../browser.js';
import { GraphqlServer } from './graphql-server.js';

describe.skipIf(missingBrowser)(`GraphiQL${missingBrowser}`, () => {
  let server: GraphqlServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await GraphqlServer.start('sqlite');
    browser = await openBrowser();
  }, 60_000);

  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('asks for token and password once, then runs queries and shows the schema', async () => {
    const page = await browser.newPage();
    const [token = '', password = ''] = atob(server.authorization.replace('Basic ', '')).split(':');
    const challenges = await answerPrompts(await page.context().newCDPSession(page), token, password);
    const { problems, origins } = watch(page);
    await page.goto(server.url);
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.locator('.result-window', { hasText: 'hasNextPage' }).waitFor();
    for (const name of ['OpenDeals', 'KeyFigures', 'Agenda', 'WonByQuarter', 'NewTask']) {
      await page.getByRole('tab', { name }).waitFor();
    }
    await page.getByRole('button', { name: /documentation explorer/i }).click();
    await page.locator('.graphiql-doc-explorer', { hasText: 'Mutation' }).waitFor();
    expect(challenges).toEqual([{ source: 'Server', origin: server.server.origin, scheme: 'basic', realm: 'restapi' }]);
    expect(problems).toEqual([]);
    expect([...origins]).toEqual([server.server.origin]);
  }, 60_000);

  it('shows its examples again on every visit, and how to get in', async () => {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.getByRole('tab', { name: 'Agenda' }).waitFor();
    await page.evaluate(() => localStorage.setItem('graphiql:tabState', '{"tabs":[],"activeTabIndex":0}'));
    await page.reload();
    await page.getByRole('tab', { name: 'Agenda' }).waitFor();
    await page.locator('.graphiql-query-editor', { hasText: 'HEADWATER_DEMO_TOKEN=demo' }).waitFor();
    // Characters that an editor takes for others of the same look stand in boxes.
    expect(await page.locator('.unicode-highlight').count()).toBe(0);
    await page.close();
  }, 60_000);

  it('puts the answer below the query on a phone', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.goto(server.url);
    const query = page.locator('.graphiql-query-editor');
    await query.waitFor();
    const [above, below] = [await query.boundingBox(), await page.locator('.graphiql-response').boundingBox()];
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + 100);
    expect(above?.width).toBeGreaterThan(250);
    expect(below?.width).toBeGreaterThan(250);
    await page.close();
  }, 60_000);
});
