/** Calls from web pages of other origins (CORS): only where the operator allows them. */
import { afterEach, describe, expect, it } from 'vitest';
import { RunningSite, space } from './running-site.js';

let site: RunningSite;

afterEach(() => site.close());

const contacts = `/api/v100/rest/spaces/${space}/entities/Contacts`;
const app = 'https://app.example.com';

const preflight = (origin: string) => ({
  method: 'OPTIONS',
  headers: {
    origin,
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization,content-type,if-match',
  },
});

describe('without allowed origins', () => {
  it('nothing is allowed', async () => {
    site = await RunningSite.start();
    for (const sent of [preflight(app), { headers: { origin: app } }]) {
      const { status, headers } = await site.ask(contacts, sent);
      expect(status).toBe(401);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('with a list of origins', () => {
  it('answers a preflight without credentials', async () => {
    site = await RunningSite.start({ corsOrigins: ['http://localhost:3000', app] });
    const { status, headers } = await site.ask(contacts, preflight(app));
    expect(status).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': app,
      'access-control-allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
      'access-control-allow-headers': 'authorization,content-type,if-match',
      'access-control-max-age': '7200',
      vary: 'Origin',
    });
  });

  it('lets scripts read answers and errors, with their headers', async () => {
    site = await RunningSite.start({ corsOrigins: [app] });
    const headers = { origin: app };
    const answers = [await site.askSpace(contacts, { headers }), await site.ask(contacts, { headers })];
    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    for (const answer of answers) {
      expect(answer.headers['access-control-allow-origin']).toBe(app);
      const exposed = String(answer.headers['access-control-expose-headers']).split(',');
      expect(exposed).toEqual(
        expect.arrayContaining(['ETag', 'Content-Range', 'X-Request-Id', 'Location', 'Retry-After']),
      );
      // The browser would add the token and password that it remembers.
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it.each(['https://app.example.com.evil.example', 'http://app.example.com', 'null'])(
    'leaves out %s',
    async (origin) => {
      site = await RunningSite.start({ corsOrigins: [app] });
      for (const sent of [preflight(origin), { headers: { origin } }]) {
        const { status, headers } = await site.ask(contacts, sent);
        expect([status, headers['access-control-allow-origin']]).toEqual([401, undefined]);
        expect(headers.vary).toBe('Origin');
      }
    },
  );
});

it('with * allows all', async () => {
  site = await RunningSite.start({ corsOrigins: '*' });
  expect((await site.ask(contacts, preflight('null'))).headers['access-control-allow-origin']).toBe('*');
  const { status, headers } = await site.askSpace(contacts, { headers: { origin: app } });
  expect([status, headers['access-control-allow-origin']]).toEqual([200, '*']);
});
