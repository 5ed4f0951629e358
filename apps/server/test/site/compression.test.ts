/** The compression of answers: for those who ask, where it pays, and without a loss on the way. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { inTransaction } from '../../src/records/write/run-write.js';
import { writeRecord } from '../../src/records/write/write-records.js';
import { RunningSite, space } from './running-site.js';

let site: RunningSite;

const entities = `/api/v100/rest/spaces/${space}/entities`;
const fields = `${entities}/Fields?first=100`;

const accepting = (encoding: string) => ({ headers: { 'accept-encoding': encoding } });

beforeAll(async () => {
  site = await RunningSite.start();
});

afterAll(() => site.close());

describe('a long JSON answer', () => {
  it('comes as it is to those who do not ask', async () => {
    const { headers, bytes } = await site.askSpace(fields);
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers.vary).toBe('Authorization');
    expect(Number(headers['content-length'])).toBe(bytes.length);
  });

  it.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['deflate', undefined],
    ['identity', undefined],
    ['*', undefined],
  ])('requested as "%s" comes as %s', async (accepted, encoding) => {
    const plain = await site.askSpace(fields);
    const { status, headers, bytes, text } = await site.askSpace(fields, accepting(accepted));
    expect([status, headers['content-encoding']]).toEqual([200, encoding]);
    expect(Number(headers['content-length'])).toBe(bytes.length);
    expect(text).toBe(plain.text);
    if (encoding === undefined) return;
    expect(bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(headers.vary).toBe('Authorization, Accept-Encoding');
  });

  it('has the same headers for HEAD', async () => {
    const got = await site.askSpace(fields, accepting('gzip'));
    const headed = await site.askSpace(fields, { method: 'HEAD', ...accepting('gzip') });
    expect(headed.bytes).toHaveLength(0);
    for (const name of ['content-encoding', 'content-length', 'content-type', 'vary'] as const) {
      expect([name, headed.headers[name]]).toEqual([name, got.headers[name]]);
    }
  });

  it('of GraphQL is one, too', async () => {
    const query = '{ fields(first: 100) { nodes { id name apiName entityName created modified } } }';
    const { headers, text } = await site.askSpace(`/api/v100/graphql/spaces/${space}`, {
      method: 'POST',
      headers: { 'accept-encoding': 'gzip', 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(text).data.fields.nodes).toHaveLength(100);
  });
});

describe('a list of any length', () => {
  const count = 250;

  beforeAll(() =>
    inTransaction(site.server.deps, systemCall(space), async (context) => {
      for (let index = 0; index < count; index += 1) {
        const body = { name: `Type ${index}` };
        await writeRecord(context, { kind: 'create', entityType: 'AccountType', body, validationLevel: 0 });
      }
    }),
  );

  it.each(['gzip', 'br'])('is compressed as %s while it is made', async (encoding) => {
    const plain = await site.askSpace(`/rest_services/v1/${space}/AccountTypes?limit=-1`);
    const answer = await site.askSpace(`/rest_services/v1/${space}/AccountTypes?limit=-1`, accepting(encoding));
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, 'transfer-encoding': 'chunked' });
    expect(answer.headers['content-range']).toBe(plain.headers['content-range']);
    expect(answer.text).toBe(plain.text);
    expect(JSON.parse(answer.text).length).toBeGreaterThan(count);
  });
});

describe('the tag of a record that comes compressed', () => {
  it('is weak, and as good as the other one', async () => {
    const clients = JSON.parse((await site.askSpace(`${entities}/Clients`)).text).data;
    const made = await site.askSpace(`${entities}/Accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Wool & Sons', owner_id: clients[0].id, comments: 'long '.repeat(1_000) }),
    });
    const path = `${entities}/Accounts/${JSON.parse(made.text).data.id}`;
    const strong = (await site.askSpace(path)).headers.etag;
    const { etag } = (await site.askSpace(path, accepting('gzip'))).headers;
    expect(etag).toBe(`W/${strong}`);
    const known = await site.askSpace(path, { headers: { ...accepting('gzip').headers, 'if-none-match': etag } });
    expect(known.status).toBe(304);
    const update = (ifMatch = '') =>
      site.askSpace(path, {
        method: 'PATCH',
        headers: { 'if-match': ifMatch, 'content-type': 'application/json' },
        body: '{"city":"Ghent"}',
      });
    expect((await update(etag)).status).toBe(200);
    expect((await update(etag)).status).toBe(409);
  });
});

it.each([`${entities}/Clients?load-only=id`, '/health/live', '/nowhere'])('%s is too short for it', async (path) => {
  const { headers } = await site.askSpace(path, accepting('gzip, br'));
  expect(headers).not.toHaveProperty('content-encoding');
});
