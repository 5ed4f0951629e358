/** Requests over a real socket, to a server that misbehaves on purpose. */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  breakOff,
  hangUp,
  json,
  type ScriptedServer,
  silence,
  stall,
  startScriptedServer,
} from '../../test/scripted-server.js';
import { NetworkError, TimeoutError } from '../errors/no-answer-errors.js';
import { createRepeatingFetch, type FetchSettings, pause } from './repeating-fetch.js';

const ok = json(200, { success: true });
const unavailable = json(503, { success: false });

function fetchFrom(server: Pick<ScriptedServer, 'url'>, settings: Partial<FetchSettings> = {}) {
  return createRepeatingFetch({
    fetch: (request) => fetch(request),
    timeoutMs: 5_000,
    maxAttempts: 3,
    origin: server.url,
    authorization: 'Basic c2VjcmV0',
    ...settings,
  });
}

/** As a proxy does that takes the end of a connection for the end of an answer. */
const cutShort: Answer = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end('{"success":');
};

const methodsOf = (server: ScriptedServer) => server.seen.map((request) => request.method);

describe('what is repeated', () => {
  it.each([
    ['an answer that the service is not available', unavailable],
    ['too many requests', json(429, { success: false })],
    ['a bad gateway', json(502, {})],
    ['a closed connection', hangUp],
    ['a body that breaks off', breakOff],
    ['a body that is cut short', cutShort],
  ])('a GET after %s', async (_case, failure) => {
    const server = await startScriptedServer(failure, ok);
    const response = await fetchFrom(server)(new Request(server.url));
    expect(await response.json()).toEqual({ success: true });
    expect(methodsOf(server)).toEqual(['GET', 'GET']);
  });

  it.each([
    ['silence', silence],
    ['a body that stalls', stall],
  ])('a GET after %s that lasts longer than an attempt may', async (_case, failure) => {
    const server = await startScriptedServer(failure, ok);
    const response = await fetchFrom(server, { timeoutMs: 150 })(new Request(server.url));
    expect(response.status).toBe(200);
    expect(server.seen).toHaveLength(2);
  });

  it('a PATCH that names the revision, with the same body and headers', async () => {
    const server = await startScriptedServer(unavailable, hangUp, ok);
    const init = { method: 'PATCH', body: '{"name":"Ä"}', headers: { 'If-Match': '"17"' } };
    await fetchFrom(server)(new Request(server.url, init));
    expect(
      server.seen.map(({ method, body, headers }) => [method, body, headers['if-match'], headers.authorization]),
    ).toEqual(Array.from({ length: 3 }, () => ['PATCH', '{"name":"Ä"}', '"17"', 'Basic c2VjcmV0']));
  });
});

it('repeats a POST whose outcome is unknown with the same key', async () => {
  const server = await startScriptedServer(json(503, { code: 9017, name: 'ERROR_OUTCOME_UNKNOWN' }), ok);
  const init = { method: 'POST', body: '{}', headers: { 'Idempotency-Key': 'deal 1' } };
  expect((await fetchFrom(server)(new Request(server.url, init))).status).toBe(200);
  expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['deal 1', 'deal 1']);
});

describe('a POST under a key of the client', () => {
  const asked = async () => true;
  const post = (url: string, body = '{}', type = 'application/json') =>
    new Request(url, { method: 'POST', body, headers: { 'Content-Type': type } });

  it('waits for the first one while that is being carried out', async () => {
    const server = await startScriptedServer(hangUp, json(409, { code: 9011 }), json(201, { id: 1 }));
    const response = await fetchFrom(server, { knowsKeys: asked })(post(server.url));
    expect([response.status, await response.json()]).toEqual([201, { id: 1 }]);
    expect(new Set(server.seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('is not repeated after any other conflict, whose body stays readable', async () => {
    const server = await startScriptedServer(json(409, { code: 9010 }));
    const response = await fetchFrom(server, { knowsKeys: asked })(post(server.url));
    expect(await response.json()).toEqual({ code: 9010 });
    expect(server.seen).toHaveLength(1);
  });

  it('is for JSON only', async () => {
    const server = await startScriptedServer(unavailable);
    await fetchFrom(server, { knowsKeys: asked })(post(server.url, 'file', 'application/octet-stream'));
    expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined]);
  });

  it.each(['keys', 'keys/key-1/rotate'])('is not for %s, which would give another password', async (path) => {
    const server = await startScriptedServer(unavailable);
    await fetchFrom(server, { knowsKeys: asked })(post(`${server.url}/api/v100/rest/spaces/demo/${path}`));
    expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined]);
  });
});

describe('hooks', () => {
  it('see each attempt, its result and its repetition', async () => {
    const server = await startScriptedServer(json(503, {}, { 'X-Request-Id': 'r1' }), hangUp, ok);
    const seen: [string, object][] = [];
    await fetchFrom(server, {
      hooks: {
        onRequest: (attempt) => seen.push(['request', attempt]),
        onResponse: (result) => seen.push(['response', result]),
        onRetry: (retry) => seen.push(['retry', retry]),
      },
    })(new Request(server.url));
    const of = (attempt: number) => ({ method: 'GET', url: `${server.url}/`, attempt });
    const durationMs = expect.any(Number);
    const first = { ...of(1), durationMs, status: 503, requestId: 'r1', error: null };
    const second = { ...of(2), durationMs, status: null, requestId: null, error: expect.any(NetworkError) };
    const third = { ...of(3), durationMs, status: 200, requestId: null, error: null };
    expect(seen).toEqual([
      ['request', of(1)],
      ['response', first],
      ['retry', { ...first, delayMs: expect.any(Number) }],
      ['request', of(2)],
      ['response', second],
      ['retry', { ...second, delayMs: expect.any(Number) }],
      ['request', of(3)],
      ['response', third],
    ]);
    expect(inspect(seen)).not.toContain('c2VjcmV0');
  });
});

describe('what is not repeated', () => {
  it.each(['POST', 'PATCH', 'DELETE', 'PUT'])('a %s, whatever happened to it', async (method) => {
    const server = await startScriptedServer(unavailable, hangUp, ok);
    const send = fetchFrom(server);
    const request = () => new Request(server.url, { method, body: '{}' });
    expect((await send(request())).status).toBe(503);
    await expect(send(request())).rejects.toThrow(NetworkError);
    expect(server.seen).toHaveLength(2);
  });

  it.each([200, 304, 400, 401, 404, 409, 422, 500])('a GET answered with %i', async (status) => {
    const server = await startScriptedServer((response) => response.writeHead(status).end());
    expect((await fetchFrom(server)(new Request(server.url))).status).toBe(status);
    expect(server.seen).toHaveLength(1);
  });

  it('anything more often than allowed; the last answer is given', async () => {
    const server = await startScriptedServer(unavailable, unavailable, json(503, { last: true }));
    const response = await fetchFrom(server)(new Request(server.url));
    expect([response.status, await response.json()]).toEqual([503, { last: true }]);
    expect(server.seen).toHaveLength(3);
  });

  it('a request whose server asks for more than a minute', async () => {
    const server = await startScriptedServer(json(429, {}, { 'Retry-After': '3600' }));
    expect((await fetchFrom(server)(new Request(server.url))).status).toBe(429);
    expect(server.seen).toHaveLength(1);
  });
});

it('waits as long as the server asks', async () => {
  const server = await startScriptedServer(json(429, {}, { 'Retry-After': '1' }), ok);
  const before = performance.now();
  await fetchFrom(server)(new Request(server.url));
  expect(performance.now() - before).toBeGreaterThanOrEqual(990);
});

describe('no answer', () => {
  it('is a NetworkError that says what happened', async () => {
    const rejected = { url: 'http://127.0.0.1:9' };
    const error = await fetchFrom(rejected, { maxAttempts: 1 })(new Request(rejected.url)).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ name: 'NetworkError', method: 'GET', url: 'http://127.0.0.1:9/' });
    expect(String(error)).toMatch(/^NetworkError: GET http:\/\/127\.0\.0\.1:9\/ got no complete answer: .+/);
  });

  it('in time is a TimeoutError', async () => {
    const server = await startScriptedServer(silence);
    const sending = fetchFrom(server, { timeoutMs: 80, maxAttempts: 1 })(new Request(server.url));
    const error = await sending.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ name: 'TimeoutError', timeoutMs: 80 });
  });

  it('never shows the credentials', async () => {
    const server = await startScriptedServer(hangUp);
    const error = await fetchFrom(server, { maxAttempts: 1 })(new Request(server.url)).catch(
      (reason: unknown) => reason,
    );
    expect(inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain('c2VjcmV0');
  });
});

describe("the caller's signal", () => {
  it('ends the attempt, with its reason', async () => {
    const server = await startScriptedServer(silence);
    const controller = new AbortController();
    const sending = fetchFrom(server, { maxAttempts: 1 })(new Request(server.url, { signal: controller.signal }));
    await expect.poll(() => server.seen.length).toBe(1);
    const reason = new Error('closed by the user');
    controller.abort(reason);
    await expect(sending).rejects.toBe(reason);
  });

  it('ends the wait between two attempts', async () => {
    const server = await startScriptedServer(json(503, {}, { 'Retry-After': '30' }));
    const controller = new AbortController();
    const sending = fetchFrom(server)(new Request(server.url, { signal: controller.signal }));
    await expect.poll(() => server.seen.length).toBe(1);
    controller.abort(new Error('closed by the user'));
    await expect(sending).rejects.toThrow('closed by the user');
  });
});

it('takes a HEAD, which has no body, as it is', async () => {
  const server = await startScriptedServer(ok);
  const response = await fetchFrom(server, { maxAttempts: 1 })(new Request(server.url, { method: 'HEAD' }));
  expect([response.status, await response.text()]).toEqual([200, '']);
});

it('leaves a body that is not JSON flowing', async () => {
  const server = await startScriptedServer((response) => {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    response.write('begin');
    setTimeout(() => response.end(' end'), 300);
  });
  const response = await fetchFrom(server, { timeoutMs: 150 })(new Request(server.url));
  expect(await response.text()).toBe('begin end');
});

it('gives the credentials to no other server', async () => {
  const [ours, other] = [await startScriptedServer(ok), await startScriptedServer(ok)];
  await fetchFrom(ours)(new Request(other.url));
  await fetchFrom(ours)(new Request(ours.url));
  expect([other.seen[0]?.headers.authorization, ours.seen[0]?.headers.authorization]).toEqual([
    undefined,
    'Basic c2VjcmV0',
  ]);
});

it('waits', async () => {
  const before = performance.now();
  await pause(30, new AbortController().signal);
  expect(performance.now() - before).toBeGreaterThanOrEqual(28);
});

it('ends at once with the reason of the signal', async () => {
  const controller = new AbortController();
  const waiting = pause(60_000, controller.signal);
  controller.abort(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
});

it('does not begin when the signal is aborted already', async () => {
  await expect(pause(60_000, AbortSignal.abort(new Error('closed')))).rejects.toThrow('closed');
});
