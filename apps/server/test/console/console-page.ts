/** The console in a real browser, signed in to the demo space with an entity type of its own. */
import axeCore from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { openBrowser, type Watched, watch } from '../browser.js';
import { type DemoServer, startDemoServer } from '../demo-server.js';

const rest = '/api/v100/rest/spaces/demo';

export class ConsolePage {
  page!: Page;
  watched!: Watched;

  private constructor(
    readonly server: DemoServer,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<ConsolePage> {
    // Tests receive webhooks on this machine.
    const server = await startDemoServer({ HEADWATER_WEBHOOKS_PRIVATE: 'true' });
    return new ConsolePage(server, await openBrowser());
  }

  /** Closes the page of a test, which must have logged no problem, and asked nobody but the server. */
  async closePage(): Promise<void> {
    expect(this.watched.problems).toEqual([]);
    expect([...this.watched.origins]).toEqual([this.server.url]);
    await this.page.close();
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  /** @returns the body of an answer of the space @throws for an answer that is no success */
  async ask<Body>(path: string, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<Body> {
    const answer = await fetch(`${this.server.url}${rest}${path}`, {
      method,
      headers: { authorization: `Basic ${btoa('demo:demo')}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  }

  /** Opens the console in a page of its own, not signed in. */
  async open(options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    this.page = await this.browser.newPage(options);
    this.watched = watch(this.page, (text) => /\b(401|404|409|422)\b/.test(text));
    await this.page.goto(`${this.server.url}/console`);
    return this.page;
  }

  async signIn(password = 'demo', token = 'demo'): Promise<void> {
    await this.page.getByLabel('Space').fill('demo');
    await this.page.getByLabel('Token').fill(token);
    await this.page.getByLabel('Password').fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Opens the console signed in, at an address behind the `#`. */
  async openAt(address: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await this.open(options);
    await this.signIn();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await this.goTo(address);
    return page;
  }

  async goTo(address: string): Promise<void> {
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    await this.page.locator('main h1').waitFor();
  }

  /** Waits until the page says of nothing any more that it is loading. */
  async quiet(): Promise<void> {
    await this.page.waitForFunction(() => {
      const isLoading = [...document.querySelectorAll('[role="status"]')].some((one) =>
        /^Loading/.test(one.textContent),
      );
      return !isLoading && document.querySelector('[aria-busy="true"]') === null;
    });
  }

  /** Drops what the browser says of an answer that the test wants, beside what the page says. @throws where it has said nothing */
  dropProblems(status: number): void {
    const { problems } = this.watched;
    const left = problems.filter((text) => !text.includes(`status of ${status}`));
    if (left.length === problems.length) throw new Error(`No answer with ${status} has come`);
    problems.splice(0, problems.length, ...left);
  }

  /** @param rules of axe; all of them unless given @returns what axe finds that is serious or critical */
  async violations(rules?: readonly string[]): Promise<string[]> {
    await this.page.addScriptTag({ content: axeCore.source });
    return this.page.evaluate(async (runOnly) => {
      const { axe } = window as unknown as {
        axe: {
          run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
        };
      };
      return (await axe.run(runOnly ? { runOnly } : {})).violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    }, rules);
  }

  /** @returns how much wider than the window the page is, in pixels */
  async overflow(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  }
}
