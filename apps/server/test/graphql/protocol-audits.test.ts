/** GraphQL over HTTP as its own suite sees it: every audit of `graphql-http`, whether it says MUST, SHOULD or MAY. */
import { type AuditFail, serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphqlServer } from './graphql-server.js';

let server: GraphqlServer;

beforeAll(async () => {
  server = await GraphqlServer.start('sqlite');
});

afterAll(() => server.close());

/** The suite knows no credentials. */
const withCredentials: typeof fetch = (url, init) => {
  const headers = new Headers(init?.headers);
  headers.set('Authorization', server.authorization);
  return fetch(url, { ...init, headers });
};

const audits = serverAudits({ url: () => server.url, fetchFn: withCredentials });

it('has audits of every weight', () => {
  expect(new Set(audits.map(({ name }) => name.split(' ')[0]))).toEqual(new Set(['MUST', 'SHOULD', 'MAY']));
});

describe('the audit', () => {
  it.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s: %s', async (_id, _name, audit) => {
    const result = await audit.fn();
    expect(result.status, (result as AuditFail).reason).toBe('ok');
  });
});
