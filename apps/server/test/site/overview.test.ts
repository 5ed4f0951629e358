/** The page at `/`: what it says to people and to programs, and in which state of the service. */
import { get } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startDemoServer } from '../demo-server.js';
import { runCurl } from '../docs/run-curl.js';
import { RunningSite, space } from './running-site.js';

let site: RunningSite;

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('/', () => {
  afterEach(() => site.close());

  it('tells programs where everything is', async () => {
    site = await RunningSite.start();
    for (const accept of ['*/*', 'application/json']) {
      const { headers, text } = await site.ask('/', { headers: { accept } });
      expect(headers).toMatchObject({ 'content-type': 'application/json; charset=utf-8', vary: 'Accept' });
      expect(JSON.parse(text)).toEqual({
        name: 'Headwater',
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        state: 'ready',
        interfaces: {
          rest_v100: {
            address: `${site.origin}/api/v100/rest/spaces/{space_id}/entities/{collection}`,
            contract: `${site.origin}/openapi/v100.json`,
            space_contract: `${site.origin}/api/v100/rest/spaces/{space_id}/openapi.json`,
          },
          graphql: {
            address: `${site.origin}/api/v100/graphql/spaces/{space_id}`,
            contract: `${site.origin}/graphql/schema.graphql`,
          },
          rest_v1: {
            address: `${site.origin}/rest_services/v1/{space_name}/{collection}`,
            contract: `${site.origin}/openapi/v1.json`,
          },
        },
        reference: `${site.origin}/docs`,
        health: { live: `${site.origin}/health/live`, ready: `${site.origin}/health/ready` },
        metrics: `${site.origin}/metrics`,
      });
    }
  });

  it('gives addresses that lead somewhere', async () => {
    site = await RunningSite.start();
    const { text } = await site.ask('/');
    const addresses = text.match(/http:[^"]+/g) ?? [];
    const paths = addresses.map((address) =>
      new URL(address.replace(/\{space_(id|name)\}/, space).replace('{collection}', 'Accounts')).href.slice(
        site.origin.length,
      ),
    );
    const html = { accept: 'text/html' };
    const answers = await Promise.all(paths.map((path) => site.askSpace(path, { headers: html })));
    expect(answers.map(({ status }, index) => `${paths[index]} ${status}`)).toEqual(paths.map((path) => `${path} 200`));
    expect(paths).toHaveLength(11);
  });

  it('shows browsers a page whose links lead somewhere', async () => {
    site = await RunningSite.start();
    const { status, headers, text } = await site.ask('/', { headers: html });
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<title>Headwater</title>');
    expect(text).not.toContain(space);
    const links = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(links.length).toBeGreaterThan(8);
    for (const link of links) expect.soft([link, (await site.ask(link)).status]).toEqual([link, 200]);
  });

  it('explains the next step while there is no space', async () => {
    site = await RunningSite.start({ isEmpty: true });
    expect(JSON.parse((await site.ask('/')).text)).toMatchObject({ state: 'empty' });
    expect((await site.ask('/', { headers: html })).text).toContain('headwater space create');
  });

  it('says so when the database does not answer', async () => {
    site = await RunningSite.start({ database: 'postgres' });
    await site.dropDatabase();
    expect(JSON.parse((await site.ask('/')).text)).toMatchObject({ state: 'database unreachable' });
    expect((await site.ask('/', { headers: html })).text).toContain('The database does not answer');
  });

  it('gives the public address, escaped', async () => {
    site = await RunningSite.start({ publicUrl: 'https://crm.example.com/"><b>' });
    const { text } = await site.ask('/', { headers: html });
    expect(text).toContain('https://crm.example.com/&quot;&gt;');
    expect(text).not.toContain('<b>');
  });

  it('is read only', async () => {
    site = await RunningSite.start();
    const { status, headers, text } = await site.ask('/', { method: 'POST' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(text)).toMatchObject({ name: 'ERROR_METHOD_NOT_ALLOWED', http_status: 405, success: false });
  });
});

describe('/ of a demo server', () => {
  it('shows the demo space to callers on the same machine only, with lines that work', async () => {
    const server = await startDemoServer();
    try {
      const read = async (headers: Record<string, string> = {}) =>
        new Promise<string>((resolve, reject) => {
          get(server.url, { headers: { accept: 'text/html', ...headers } }, (answer) => {
            answer.toArray().then((parts) => resolve(Buffer.concat(parts).toString()), reject);
          });
        });
      const lines = [...(await read()).matchAll(/data-copy>(.*?)<\/pre>/gs)].map(([, line = '']) =>
        line.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
      );
      expect(lines).toHaveLength(3);
      for (const line of lines) expect([line, (await runCurl(line)).status]).toEqual([line, 200]);
      for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { host: 'crm.example.com' }]) {
        expect(await read(headers)).not.toContain('demo:demo');
      }
    } finally {
      await server.close();
    }
  });
});
