/** GraphQL over HTTP: methods, credentials, media types, status codes, and the pages beside it. */
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphqlServer } from './graphql-server.js';

let server: GraphqlServer;

beforeAll(async () => {
  server = await GraphqlServer.start('sqlite');
});

afterAll(() => server.close());

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly url?: string;
}

/** Sends with the space's credentials unless the headers say otherwise. */
function send({ url = server.url, headers = {}, ...rest }: Sent): Promise<Response> {
  const given = { Authorization: server.authorization, ...headers };
  return fetch(url, {
    ...rest,
    headers: Object.entries(given).filter(([, value]) => value !== '') as [string, string][],
  });
}

const post = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  send({ method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });

const standard = { Accept: 'application/graphql-response+json' };
const query = '{ clients { totalCount } }';
const wanted = { data: { clients: { totalCount: 1 } } };
const asGet = (document: string, more = '') => `${server.url}?query=${encodeURIComponent(document)}${more}`;

describe('operations', () => {
  it('come by POST', async () => {
    const response = await post(JSON.stringify({ query }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await response.json()).toEqual(wanted);
  });

  it('come by GET, with variables and the name of one of several', async () => {
    const document = 'query A { __typename } query B ($n: Int) { clients(first: $n) { totalCount } }';
    const url = asGet(document, `&operationName=B&variables=${encodeURIComponent('{"n":1}')}`);
    const response = await send({ url });
    expect(await response.json()).toEqual(wanted);
  });

  it('do not write by GET', async () => {
    const response = await send({
      url: asGet('mutation { deleteAccount(id: "00000000-0000-0000-0000-000000000001") }'),
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it('are answered in the media type that the client prefers', async () => {
    const accept = 'application/graphql-response+json, application/json;q=0.9';
    const response = await post(JSON.stringify({ query }), { Accept: accept });
    expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
    expect(await response.json()).toEqual(wanted);
  });

  it.each(['PUT', 'PATCH', 'DELETE'])('do not come by %s', async (method) => {
    const response = await send({ method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
    expect(await response.json()).toMatchObject({ name: 'ERROR_METHOD_NOT_ALLOWED', http_status: 405, success: false });
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', ''])(
    'do not come as "%s"',
    async (type) => {
      const body = `query=${encodeURIComponent(query)}`;
      const response = await send({ method: 'POST', body, headers: { 'Content-Type': type } });
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ code: 9007, name: 'ERROR_MEDIA_TYPE', success: false });
    },
  );
});

describe('headers', () => {
  it('tell how long the steps took', async () => {
    const timing = (await post(JSON.stringify({ query: '{ clients { nodes { id } } }' }))).headers.get('server-timing');
    expect(timing).toMatch(/^parse;dur=[\d.]+, validate;dur=[\d.]+, execute;dur=[\d.]+, db;dur=[\d.]+$/);
    const [, , execute = 0, db = 0] = (timing ?? '').match(/[\d.]+/g)?.map(Number) ?? [];
    expect(db).toBeGreaterThan(0);
    expect(execute).toBeGreaterThanOrEqual(db);
  });

  it('name only the steps that were reached', async () => {
    const timing = (await post(JSON.stringify({ query: '{' }))).headers.get('server-timing');
    expect(timing).toMatch(/^parse;dur=[\d.]+, db;dur=0\.00$/);
  });

  it('let the one who asked keep an answer to GET, and ask whether it is the same', async () => {
    const first = await send({ url: asGet(query) });
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toMatch(/\baccept\b/i);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    const again = await send({ url: asGet(query), headers: { 'If-None-Match': tag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const other = await send({ url: asGet('{ clients { nodes { id } } }'), headers: { 'If-None-Match': tag } });
    expect(other.status).toBe(200);
  });

  it('let nobody keep other answers', async () => {
    const kept = [await post(JSON.stringify({ query })), await send({ url: asGet('{ nope }'), headers: standard })];
    for (const { headers } of kept) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('etag')).toBeNull();
    }
  });

  it.each([200, 400, 401, 405])('name the request under status %i', async (status) => {
    const sent: Readonly<Record<number, () => Promise<Response>>> = {
      200: () => post(JSON.stringify({ query }), { 'X-Request-Id': 'r-1' }),
      400: () => post('{', { 'X-Request-Id': 'r-1', ...standard }),
      401: () => post('{}', { 'X-Request-Id': 'r-1', Authorization: '' }),
      405: () => send({ method: 'PUT', headers: { 'X-Request-Id': 'r-1' } }),
    };
    const response = await sent[status]?.();
    expect([response?.status, response?.headers.get('x-request-id')]).toEqual([status, 'r-1']);
  });
});

describe('questions about the schema', () => {
  let closed: GraphqlServer;
  beforeAll(async () => {
    closed = await GraphqlServer.start('sqlite', { introspection: false });
  });
  afterAll(() => closed.close());

  it.each(['{ __schema { queryType { name } } }', '{ __type(name: "Contact") { name } }'])(
    'can be switched off: %s',
    async (document) => {
      expect((await server.send(document)).status).toBe(200);
      const { status, body } = await closed.send(document);
      expect(status).toBe(400);
      expect(body.errors?.[0]?.message).toContain('introspection has been disabled');
    },
  );

  it('leave all others alone', async () => {
    expect((await closed.send('{ __typename clients { nodes { __typename } } }')).status).toBe(200);
  });
});

describe('errors in a request', () => {
  it.each([
    ['no JSON', '{', 'BAD_REQUEST'],
    ['no query', '{}', 'BAD_REQUEST'],
    ['null', 'null', 'BAD_REQUEST'],
    ['a text', '"{ clients { totalCount } }"', 'BAD_REQUEST'],
    ['a query that is not a text', '{"query":0}', 'BAD_REQUEST'],
    ['a document that cannot be parsed', JSON.stringify({ query: '{' }), 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', JSON.stringify({ query: '{ contcats { totalCount } }' }), 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a variable of the wrong type',
      JSON.stringify({ query: 'query ($n: Int) { contacts(first: $n) { totalCount } }', variables: { n: 'x' } }),
      'BAD_USER_INPUT',
    ],
    [
      'an unknown operation',
      JSON.stringify({ query: 'query A { __typename }', operationName: 'B' }),
      'OPERATION_RESOLUTION_FAILURE',
    ],
  ])('give 400 for %s', async (_case, body, code) => {
    const response = await post(body, standard);
    expect(response.status).toBe(400);
    const answer = (await response.json()) as { errors: { extensions: { code: string } }[] };
    expect(answer).not.toHaveProperty('data');
    expect(answer.errors[0]?.extensions.code).toBe(code);
  });

  it('name what was meant', async () => {
    const response = await post(JSON.stringify({ query: '{ contcats { totalCount } }' }));
    expect(await response.text()).toContain('Did you mean \\"contacts\\"');
  });

  it('are errors under status 200 to clients that ask for plain JSON', async () => {
    const accept = { Accept: 'application/json' };
    const invalid = await post(JSON.stringify({ query: '{ contcats { totalCount } }' }), accept);
    const rejected = await post(JSON.stringify({ query: '{ contacts(first: 0) { totalCount } }' }), accept);
    expect([invalid.status, rejected.status]).toEqual([200, 200]);
    expect(await rejected.json()).toMatchObject({ data: null, errors: [{ extensions: { number: 117 } }] });
  });

  it('of one root field leave the others their answer', async () => {
    const document = `{ clients { totalCount } client(id: "00000000-0000-0000-0000-000000000001") { id } }`;
    const response = await post(JSON.stringify({ query: document }), standard);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: { ...wanted.data, client: null } });
  });
});

describe('credentials', () => {
  const rejected = {
    code: 9001,
    name: 'ERROR_UNAUTHORIZED',
    message: expect.any(String),
    http_status: 401,
    success: false,
  };

  it.each([
    ['missing', () => ({ headers: { Authorization: '' } })],
    ['wrong', () => ({ headers: { Authorization: `Basic ${Buffer.from('a:b').toString('base64')}` } })],
    ['for another space', () => ({ url: `${server.server.origin}/api/v100/graphql/spaces/other` })],
  ])('that are %s give 401', async (_case, sent) => {
    for (const below of ['', '/schema.graphql']) {
      const given: Sent = sent();
      const response = await send({ ...given, url: `${given.url ?? server.url}${below}` });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Basic realm="restapi"');
      expect(await response.json()).toEqual(rejected);
    }
  });
});

describe('the schema', () => {
  it.each([
    ['of the interface', () => `${server.server.origin}/graphql/schema.graphql`],
    ['of the space', () => `${server.url}/schema.graphql`],
  ])('%s is text', async (_which, url) => {
    const response = await send({ url: url() });
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(buildSchema(await response.text()).getType('Contact')).toBeDefined();
  });

  it('is public in general', async () => {
    const response = await send({
      url: `${server.server.origin}/graphql/schema.graphql`,
      headers: { Authorization: '' },
    });
    expect(response.status).toBe(200);
  });

  it('is only read', async () => {
    const response = await send({ url: `${server.server.origin}/graphql/schema.graphql`, method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });
});

describe('the page for browsers', () => {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  it('needs no credentials and nothing from elsewhere', async () => {
    const response = await send({ headers: { Accept: accept, Authorization: '' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self'");
    const page = await response.text();
    expect(page).toContain('<title>Headwater GraphQL</title>');
    expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="http/);
  });

  it.each(['br', 'gzip', 'identity'])('comes as %s', async (encoding) => {
    const response = await send({ headers: { Accept: accept, Authorization: '', 'Accept-Encoding': encoding } });
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    expect((await response.text()).length).toBeGreaterThan(5_000_000);
  });

  it('is not for clients that take anything', async () => {
    const response = await send({ url: asGet(query), headers: { Accept: '*/*' } });
    expect(await response.json()).toEqual(wanted);
  });
});
