/** How the console is served: what its page may do, how long its files are kept, and that it can be left out. */
import { afterEach, expect, it } from 'vitest';
import { RunningSite } from '../site/running-site.js';

let site: RunningSite;

afterEach(() => site.close());

const asBrowser = { headers: { accept: 'text/html', 'accept-encoding': 'br' } };

it('sends a page that runs nothing inline, and files that are kept for ever', async () => {
  site = await RunningSite.start();
  for (const path of ['/console', '/console/']) {
    const { status, headers, text } = await site.ask(path, asBrowser);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-cache',
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
    const files = [...text.matchAll(/(?:src|href)="(\/console\/[^"]*)"/g)].map(([, file]) => String(file));
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const answer = await site.ask(file, asBrowser);
      expect([answer.status, answer.headers['cache-control'], answer.headers['content-encoding']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        'br',
      ]);
    }
  }
  const overview = await site.ask('/', asBrowser);
  expect(overview.text).toContain('href="/console"');
});

it('is not there where the operator does not want it', async () => {
  site = await RunningSite.start({ hasConsole: false });
  expect((await site.ask('/console', asBrowser)).status).toBe(404);
  expect((await site.ask('/', asBrowser)).text).not.toContain('/console');
});
