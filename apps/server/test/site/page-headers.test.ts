/** What pages may do in a browser: as little as each of them needs, and TLS where there is TLS. */
import { afterEach, describe, expect, it } from 'vitest';
import { RunningSite, space } from './running-site.js';

let site: RunningSite;

afterEach(() => site.close());

const graphiql = `/api/v100/graphql/spaces/${space}`;
const asBrowser = { headers: { accept: 'text/html' } };

function directivesOf(policy: unknown): Record<string, string> {
  const directives = String(policy).split(';');
  return Object.fromEntries(directives.map((text) => [text.split(' ')[0], text.split(' ').slice(1).join(' ')]));
}

const closed = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

describe('pages', () => {
  it.each([
    // The first page has the head of all pages, with their search and buttons that copy.
    ...['/', '/docs'].map((path): [string, Record<string, string>] => [
      path,
      {
        'script-src': "'self'",
        'style-src': "'self'",
        'img-src': "'self'",
        'connect-src': "'self'",
      },
    ]),
    [
      graphiql,
      {
        'script-src': "'unsafe-inline' blob:",
        'style-src': "'unsafe-inline'",
        'worker-src': 'blob:',
        'img-src': 'data:',
        'font-src': 'data:',
        'connect-src': "'self'",
      },
    ],
  ])('%s is allowed no more than it needs', async (path, needed) => {
    site = await RunningSite.start();
    const { status, headers } = await site.ask(path, asBrowser);
    expect(status).toBe(200);
    expect(directivesOf(headers['content-security-policy'])).toEqual({ ...closed, ...needed });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  it.each(['/', '/docs', graphiql])('%s insists on TLS where the public address has it', async (path) => {
    site = await RunningSite.start({ publicUrl: 'https://crm.example.com' });
    const { headers } = await site.ask(path, asBrowser);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(directivesOf(headers['content-security-policy'])).toHaveProperty('upgrade-insecure-requests');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  });
});
