/**
 * Records made because none has what the address says.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';

onDatabaseInTurn((running) => {
  const put = (path: string, body: Json, sent = {}) => running.space.send('PUT', path, { body, ...sent });
  const product = { name: 'GTX', allowed_pipelines: 1, unit_symbol: 'pcs' };

  it('by a unique member, which the new record has', async () => {
    const { space } = running;
    const answer = await put('Products/by/sku/B-1', product);
    expect(answer.status).toBe(201);
    const made = answer.body.data as TestRecord;
    expect(made).toMatchObject({ ...product, sku: 'B-1' });
    expect(made).toEqual(await space.get('Products', made.id));
    const tag = answer.headers.get('ETag') ?? '';
    const read = await space.send('GET', `Products/${made.id}`, { headers: { 'If-None-Match': tag } });
    expect(read.status).toBe(304);
  });

  it('by an id, without a validation level', async () => {
    const { space } = running;
    const id = '01A1FDEA-10DA-766F-926D-3BBD6B3A1100';
    const body = { last_name: 'Chosen', owner_id: space.ids.ownerId };
    const answer = await put(`Contacts/by/id/${id}`, { ...body, created: '2020-01-01', modified: '2020-01-01' });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ id: id.toLowerCase(), last_name: 'Chosen' });
    // Other read-only members are ignored as ever.
    expect((answer.body.data as Json).modified).not.toBe('2020-01-01T00:00:00.000000');
    expect((await put(`Contacts/by/id/${id}`, { city: 'Hull' })).status).toBe(200);
  });

  it('with the id of the address in the body', async () => {
    const id = '01a1fdea-10da-766f-926d-3bbd6b3a1101';
    expect((await put(`Pipelines/by/id/${id}`, { id: id.toUpperCase(), name: 'Repeated' })).status).toBe(201);
  });

  it('where the one that had it is deleted', async () => {
    const { space } = running;
    const old = await space.newProduct({ sku: 'B-2' });
    await space.delete('Products', old.id);
    const answer = await put('Products/by/sku/B-2', product);
    expect(answer.status).toBe(201);
    expect((answer.body.data as TestRecord).id).not.toBe(old.id);
  });

  it('in another case than any has', async () => {
    const { space } = running;
    await space.newProduct({ sku: 'B-3' });
    expect((await put('Products/by/sku/b-3', product)).status).toBe(201);
  });

  it('because the caller wants a new one', async () => {
    const headers = { 'If-None-Match': '*' };
    expect((await put('Products/by/sku/B-4', product, { headers })).status).toBe(201);
  });

  it('in each space its own', async () => {
    const other = await running.server.newSpace('upserts');
    await running.space.newProduct({ sku: 'B-5' });
    expect((await other.send('PUT', 'Products/by/sku/B-5', { body: product })).status).toBe(201);
  });
});
