/**
 * Upserts whose caller knows another state than the one there is, or that may not write.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json } from '../test-space.js';

const product = { name: 'GTX', allowed_pipelines: 1, unit_symbol: 'pcs' };

onOneDatabase((running) => {
  const put = (path: string, headers: Readonly<Record<string, string>>, body: Json = product) =>
    running.space.send('PUT', path, { body, headers });

  it('an older revision', async () => {
    const { space } = running;
    const seen = await space.newProduct({ sku: 'C-1' });
    const now = await space.update('Products', seen.id, { name: 'Now' });
    const stale = [
      await put('Products/by/sku/C-1', { 'If-Match': `"${seen.revision}"` }),
      await put('Products/by/sku/C-1', {}, { ...product, revision: seen.revision }),
      await put(`Products/by/id/${seen.id}`, { 'If-Match': `"${seen.revision}"` }),
    ];
    for (const { status, body } of stale) expect({ status, ...body }).toMatchObject({ status: 409, code: 9005 });
    expect(await space.get('Products', seen.id)).toEqual(now);
  });

  it('a record that is not there', async () => {
    const { space } = running;
    for (const tag of ['"1"', '*']) {
      const { status, body } = await put('Products/by/sku/C-2', { 'If-Match': tag });
      expect({ status, ...body }).toStrictEqual({
        status: 409,
        code: 9005,
        name: 'ERROR_REVISION_CONFLICT',
        message: 'There is no Product whose sku is "C-2". No record was created.',
        http_status: 409,
        success: false,
      });
    }
    expect((await space.list('Products', { 'filter[sku]': 'C-2' })).data).toEqual([]);
  });

  it('a new record where there is one', async () => {
    const { space } = running;
    const seen = await space.newProduct({ sku: 'C-3' });
    const { status, body } = await put('Products/by/sku/C-3', { 'If-None-Match': '*' });
    expect({ status, ...body }).toMatchObject({ status: 409, code: 9005 });
    expect(await space.get('Products', seen.id)).toEqual(seen);
  });

  it('403 for a key that may only read, whether or not there is a record', async () => {
    const { space } = running;
    await space.newProduct({ sku: 'C-4' });
    for (const sku of ['C-4', 'C-5']) {
      const answer = await put(`Products/by/sku/${sku}`, { authorization: space.readOnlyAuthorization });
      expect({ status: answer.status, ...answer.body }).toMatchObject({ status: 403, code: 9002 });
    }
  });
});
