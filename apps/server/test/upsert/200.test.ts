/**
 * Records that are there already, changed by what distinguishes them from all others.
 */
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json } from '../test-space.js';

onDatabaseInTurn((running) => {
  const put = (path: string, body: Json, sent = {}) => running.space.send('PUT', path, { body, ...sent });

  it('by a unique member', async () => {
    const { space } = running;
    const product = await space.newProduct({ sku: 'A-1', name: 'Before' });
    const answer = await put('Products/by/sku/A-1', { name: 'After' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id: product.id, sku: 'A-1', name: 'After', unit_symbol: 'pcs' });
    expect(answer.body.data).toEqual(await space.get('Products', product.id));
  });

  it('by the id, in capitals too', async () => {
    const { space } = running;
    const contact = await space.newContact();
    for (const id of [contact.id, contact.id.toUpperCase()]) {
      const answer = await put(`Contacts/by/id/${id}`, { city: id });
      expect(answer.status).toBe(200);
      expect(answer.body.data).toMatchObject({ id: contact.id, city: id });
    }
  });

  it('of which the body repeats it, and what else answers have', async () => {
    const { space } = running;
    const product = await space.newProduct({ sku: 'A-2' });
    const answer = await put('Products/by/sku/A-2', { ...product, name: 'Sent back' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id: product.id, name: 'Sent back' });
  });

  it.each(['with/slash', 'with blank', '100%', 'ünïcödé', '.', '?&#', 'by'])('whose value is %j', async (sku) => {
    const { space } = running;
    const product = await space.newProduct({ sku });
    const answer = await put(`Products/by/sku/${encodeURIComponent(sku).replace('.', '%2E')}`, { name: 'Found' });
    // What means itself or the folder above in addresses never reaches the service.
    if (sku === '.') return;
    expect([answer.status, (answer.body.data as Json).id]).toEqual([200, product.id]);
  });

  it('with nothing to change', async () => {
    const { space } = running;
    const product = await space.newProduct({ sku: 'A-3' });
    const answer = await put('Products/by/sku/A-3', {});
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual(product);
  });

  describe('names its state', () => {
    it('as a read does', async () => {
      const { space } = running;
      const product = await space.newProduct({ sku: 'A-4' });
      const tag = (await put('Products/by/sku/A-4', { name: 'Tagged' })).headers.get('ETag') ?? '';
      const headers = { 'If-None-Match': tag };
      expect((await space.send('GET', `Products/${product.id}`, { headers })).status).toBe(304);
    });

    it('for a next change', async () => {
      const { space } = running;
      await space.newProduct({ sku: 'A-5' });
      const tag = (await put('Products/by/sku/A-5', { name: 'One' })).headers.get('ETag') ?? '';
      const headers = { 'If-Match': tag };
      expect((await put('Products/by/sku/A-5', { name: 'Two' }, { headers })).status).toBe(200);
      expect((await put('Products/by/sku/A-5', { name: 'Three' }, { headers })).status).toBe(409);
      expect((await put('Products/by/sku/A-5', { name: 'Four' }, { headers: { 'If-Match': '*' } })).status).toBe(200);
    });
  });
});
