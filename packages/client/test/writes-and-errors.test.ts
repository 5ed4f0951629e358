/** Writes to the real server, and every error that it can be made to give. */
import type { paths } from '@headwater/openapi-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApiError,
  AuthenticationError,
  ConflictError,
  createClient,
  type HeadwaterClient,
  NotFoundError,
  ParameterError,
  PermissionError,
  unwrap,
  ValidationError,
} from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';

const unknownId = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';

let server: RealServer;
let client: HeadwaterClient<paths>;

beforeAll(async () => {
  server = await startRealServer('writes');
  client = server.client;
});

afterAll(() => server.close());

async function createContact(last_name: string) {
  const { data } = await unwrap(client.POST('/entities/Contacts', { body: { owner_id: server.ownerId, last_name } }));
  return data;
}

/** Why a promise rejected. */
async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.unreachable('it succeeded'),
    (error: unknown) => error,
  );
}

describe('a record', () => {
  it('is created, read, changed and deleted', async () => {
    const { id } = await createContact('Okafor');
    const params = { path: { id } };
    const { data: changed } = await unwrap(
      client.PATCH('/entities/Contacts/{id}', { params, body: { first_name: 'Zoë' } }),
    );
    expect(changed.formatted_name).toBe('Zoë Okafor');
    expect((await unwrap(client.GET('/entities/Contacts/{id}', { params }))).data).toEqual(changed);
    expect((await unwrap(client.DELETE('/entities/Contacts/{id}', { params }))).data).toBe(id);
    expect(await errorOf(unwrap(client.GET('/entities/Contacts/{id}', { params })))).toBeInstanceOf(NotFoundError);
  });

  it('is not sent again while it is the same', async () => {
    const { id } = await createContact('Okafor');
    const { response } = await client.GET('/entities/Contacts/{id}', { params: { path: { id } } });
    const header = { 'If-None-Match': response.headers.get('ETag') ?? '' };
    const again = await client.GET('/entities/Contacts/{id}', { params: { path: { id }, header } });
    expect([again.response.status, again.data]).toEqual([304, undefined]);
  });

  it('is changed only at the revision that is named', async () => {
    const { id, revision } = await createContact('Okafor');
    const params = { path: { id }, header: { 'If-Match': revision } };
    await unwrap(client.PATCH('/entities/Contacts/{id}', { params, body: { city: 'Leeds' } }));
    const error = await errorOf(unwrap(client.PATCH('/entities/Contacts/{id}', { params, body: { city: 'York' } })));
    expect(error).toBeInstanceOf(ConflictError);
    expect(error).toMatchObject({ status: 409, codeName: 'ERROR_REVISION_CONFLICT' });
    const { data } = await unwrap(client.GET('/entities/Contacts/{id}', { params: { path: { id } } }));
    expect(data.city).toBe('Leeds');
  });
});

describe('errors', () => {
  it('401: a wrong password, another space and a space that does not exist', async () => {
    const { url: baseUrl, space, credentials } = server;
    const strangers = [
      createClient({ baseUrl, space, ...credentials, password: 'wrong' }),
      createClient({ baseUrl, space, ...credentials, token: 'ẅröng', password: 'ẅröng' }),
      createClient({ baseUrl, ...credentials, space: 'nowhere' }),
    ];
    for (const stranger of strangers) {
      const error = await errorOf(unwrap(stranger.GET('/entities/Contacts')));
      expect(error).toBeInstanceOf(AuthenticationError);
      expect(error).toMatchObject({ status: 401, codeName: 'ERROR_UNAUTHORIZED' });
    }
  });

  it('403: a key that may only read', async () => {
    await unwrap(server.reader.GET('/entities/Contacts'));
    const body = { owner_id: server.ownerId, last_name: 'Okafor' };
    expect(await errorOf(unwrap(server.reader.POST('/entities/Contacts', { body })))).toBeInstanceOf(PermissionError);
  });

  it('404: no such record', async () => {
    const error = await errorOf(unwrap(client.GET('/entities/Contacts/{id}', { params: { path: { id: unknownId } } })));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({
      code: 9003,
      codeName: 'ERROR_RECORD_NOT_FOUND',
      requestId: expect.stringMatching(/./),
    });
  });

  it('400: a parameter that cannot be, also in the middle of a list', async () => {
    const listing = client.records('/entities/Contacts', { params: { query: { 'order-by': 'lastname' } } });
    const error = await errorOf(listing.next());
    expect(error).toBeInstanceOf(ParameterError);
    expect(error).toMatchObject({ code: 117, message: expect.stringContaining('last_name') });
  });

  it('422: every error of a record', async () => {
    const body = { owner_id: unknownId, email1: 'x'.repeat(100_000) };
    const error = await errorOf(unwrap(client.POST('/entities/Contacts', { body })));
    expect(error).toBeInstanceOf(ValidationError);
    if (!(error instanceof ValidationError)) return;
    expect(error).toMatchObject({
      code: 40000,
      entityName: 'Contact',
      entityId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(error.leaves.length).toBeGreaterThan(1);
    expect(error.messagesOf('owner_id')).toEqual([expect.stringContaining(unknownId)]);
  });

  it('the rest: an ApiError with its status', async () => {
    const result = client.POST('/entities/Contacts', {
      body: { owner_id: server.ownerId, last_name: 'Okafor' },
      headers: { 'Content-Type': 'text/plain' },
    });
    const error = await errorOf(unwrap(result));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'ApiError', status: 415, codeName: 'ERROR_MEDIA_TYPE' });
  });

  it('are results without unwrap', async () => {
    const { data, error, response } = await client.GET('/entities/Contacts/{id}', {
      params: { path: { id: unknownId } },
    });
    expect([data, response.status]).toEqual([undefined, 404]);
    expect(error).toMatchObject({ success: false, http_status: 404, code: 9003 });
  });
});
