/**
 * Methods that an address does not take: 405, and the header that says which it does.
 */
import { v100Operations } from '@headwater/openapi-types';
import { expect, it } from 'vitest';
import { onOneDatabase } from './fixture.js';

const id = '01a1fdea-10da-766f-926d-3bbd6b3a11b4';

onOneDatabase((running) => {
  it.each([
    ['PUT', 'Contacts', 'GET, HEAD, POST'],
    ['PATCH', 'Contacts', 'GET, HEAD, POST'],
    ['DELETE', 'Contacts', 'GET, HEAD, POST'],
    ['POST', `Contacts/${id}`, 'DELETE, GET, HEAD, PATCH'],
    ['PUT', `Contacts/${id}`, 'DELETE, GET, HEAD, PATCH'],
    ['POST', 'Types', 'GET, HEAD'],
    ['PATCH', `Types/${id}`, 'GET, HEAD'],
    ['DELETE', `Types/${id}`, 'GET, HEAD'],
    ['GET', 'Contacts/batch-modify', 'POST'],
    ['PUT', 'Contacts/batch-delete', 'POST'],
    ['PATCH', 'Contacts/batch-restore', 'POST'],
    ['DELETE', 'Contacts/merge', 'POST'],
    ['POST', 'Contacts/duplicates', 'GET, HEAD'],
    ['GET', 'Products/by/sku/1', 'PUT'],
    ['POST', `Contacts/by/id/${id}`, 'PUT'],
  ])('%s %s', async (method, path, allowed) => {
    const answer = await running.space.send(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('Allow')).toBe(allowed);
    expect(answer.body).toStrictEqual({
      code: 9004,
      name: 'ERROR_METHOD_NOT_ALLOWED',
      message: expect.stringContaining(method),
      http_status: 405,
      success: false,
    });
  });

  it('allows just what the documents declare', async () => {
    const declared = new Map<string, Set<string>>();
    for (const { method, path } of v100Operations) {
      const known = declared.get(path) ?? new Set();
      declared.set(path, known.add(method.toUpperCase()));
      if (method === 'get') known.add('HEAD');
    }
    for (const [path, methods] of declared) {
      const below = path.replace('{collection}', 'Contacts').replaceAll(/\{\w+\}/g, id);
      const { headers } = await running.space.send(methods.has('PUT') ? 'POST' : 'PUT', `..${below}`);
      expect(headers.get('Allow'), path).toBe([...methods].sort().join(', '));
    }
  });
});
