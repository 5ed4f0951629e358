/**
 * GraphiQL in a real browser: it works from our own files alone, and the browser's own prompt asks for token and password.
 * Needs Chromium at `/usr/bin/chromium` or where `HEADWATER_TEST_CHROMIUM` says.
 */
import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphqlServer } from './graphql-server.js';

const executablePath = process.env.HEADWATER_TEST_CHROMIUM ?? '/usr/bin/chromium';
const hasBrowser = existsSync(executablePath);
if (!hasBrowser) console.warn(`Skipped: there is no browser at ${executablePath}; set HEADWATER_TEST_CHROMIUM.`);

/** Answers the browser's prompts in place of a person. @returns what the prompts asked, as it comes */
async function answerPrompts(session: CDPSession, username: string, password: string): Promise<object[]> {
  const challenges: object[] = [];
  session.on('Fetch.requestPaused', ({ requestId }) => void session.send('Fetch.continueRequest', { requestId }));
  session.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    challenges.push(authChallenge);
    const authChallengeResponse = { response: 'ProvideCredentials' as const, username, password };
    void session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse });
  });
  await session.send('Fetch.enable', { handleAuthRequests: true });
  return challenges;
}

/** @returns what scripts and the security policy complained about, and the origins asked for anything, as they come */
function watch(page: Page): { readonly problems: string[]; readonly origins: Set<string> } {
  const problems: string[] = [];
  const origins = new Set<string>();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (request.url().startsWith('http')) origins.add(new URL(request.url()).origin);
  });
  return { problems, origins };
}

describe.skipIf(!hasBrowser)('GraphiQL', () => {
  let server: GraphqlServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await GraphqlServer.start('sqlite');
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
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
    await page.getByRole('button', { name: /documentation explorer/i }).click();
    await page.locator('.graphiql-doc-explorer', { hasText: 'Mutation' }).waitFor();
    expect(challenges).toEqual([{ source: 'Server', origin: server.server.origin, scheme: 'basic', realm: 'restapi' }]);
    expect(problems).toEqual([]);
    expect([...origins]).toEqual([server.server.origin]);
  }, 60_000);
});
