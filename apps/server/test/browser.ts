/**
 * A real browser for tests of pages, and what there is to see in it besides the page.
 */
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { findChromium } from '../../../tools/chromium.mjs';

const executablePath = await findChromium();

/** Why browser tests are skipped, if they are; it goes into their names. */
export const missingBrowser =
  executablePath === undefined ? ' (skipped: install Chromium or name one in HEADWATER_TEST_CHROMIUM)' : '';

/** Root has no sandbox. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
}

/** What a page complained about and whom it asked, as it comes. */
export interface Watched {
  /** Uncaught errors, errors on the console, and what the security policy forbade. */
  readonly problems: string[];
  /** Of every request over HTTP. */
  readonly origins: Set<string>;
}

/** @param isExpected tells an error on the console that the test wants */
export function watch(page: Page, isExpected: (text: string) => boolean = () => false): Watched {
  const problems: string[] = [];
  const origins = new Set<string>();
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isExpected(message.text())) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (request.url().startsWith('http')) origins.add(new URL(request.url()).origin);
  });
  return { problems, origins };
}

/** Answers the browser's own prompts in place of a person. @returns what the prompts asked, as it comes */
export async function answerPrompts(session: CDPSession, username: string, password: string): Promise<object[]> {
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
