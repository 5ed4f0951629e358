/**
 * Lists: the envelope and the windows.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import type { Page, TestRecord, TestSpace } from '../test-space.js';

const ids = (page: Page) => page.data.map((record) => record.id);

onBothDatabases((running) => {
  let space: TestSpace;
  let products: TestRecord[];

  beforeAll(async () => {
    space = await running.server.newSpace('lists');
    products = [];
    for (let index = 0; index < 35; index++) {
      products.push(await space.newProduct({ name: `p${String(index).padStart(2, '0')}` }));
    }
  });

  describe('the envelope', () => {
    it('has success, page_info and data, in this order', async () => {
      const { text } = await space.send('GET', 'Products', { query: { first: 1, 'load-only': 'id' } });
      const cursor = JSON.stringify(Buffer.from(`["${products[0]?.id}"]`).toString('base64'));
      expect(text).toBe(
        `{"success":true,"page_info":{"start_cursor":${cursor},"end_cursor":${cursor},` +
          `"has_previous_page":false,"has_next_page":true},"data":[{"id":"${products[0]?.id}"}]}`,
      );
    });

    it('has the number of all matches between them when it is requested', async () => {
      const query = { first: 1, 'filter[name]': 'p1', 'filter-op[name]': 'starts', 'include-total': true };
      const { text, body } = await space.send('GET', 'Products', { query });
      expect(Object.keys(body)).toEqual(['success', 'total', 'page_info', 'data']);
      expect(text).toContain('"success":true,"total":10,"page_info":');
    });

    it('has no page_info when the list is requested by limit and offset', async () => {
      const { body } = await space.send('GET', 'Products', { query: { limit: 2, offset: 3 } });
      expect(Object.keys(body)).toEqual(['success', 'data']);
      expect(ids(body as unknown as Page)).toEqual(products.slice(3, 5).map(({ id }) => id));
      expect(ids(await space.list('Products', { offset: 33 }))).toHaveLength(2);
    });

    it('skips records by an offset, however many of their rows match', async () => {
      const account = await space.newAccount();
      const relation = { account_id: account.id };
      const made: string[] = [];
      for (let index = 0; index < 3; index++) {
        const account_relations = [{ ...relation, is_primary: true }, relation, relation];
        made.push((await space.newContact({ last_name: 'Skipped', account_relations })).id);
      }
      const query = { 'filter[last_name]': 'Skipped', 'filter[account_relations.account_id]': account.id };
      expect(ids(await space.list('Contacts', { ...query, limit: 5, offset: 1 }))).toEqual(made.slice(1));
    });

    it('is that of the records as they are, when the same query comes again in another space and later', async () => {
      const other = await running.server.newSpace('repeated-lists');
      const query = { 'filter[name]': 'again', 'load-only': 'name', 'include-total': true };
      const totals: unknown[] = [];
      for (const one of [other, space, other, other]) {
        totals.push((await one.list('Products', query)).total);
        if (one === other) await other.newProduct({ name: 'again' });
      }
      expect(totals).toEqual([0, 0, 1, 2]);
    });

    it('has an empty list where nothing matches', async () => {
      expect(await space.list('Products', { 'filter[name]': 'none', 'include-total': true })).toStrictEqual({
        success: true,
        total: 0,
        page_info: { start_cursor: null, end_cursor: null, has_previous_page: false, has_next_page: false },
        data: [],
      });
    });
  });

  describe('windows', () => {
    it('holds 30 records in the order of their ids by default', async () => {
      const page = await space.list('Products');
      expect(ids(page)).toEqual(products.slice(0, 30).map(({ id }) => id));
      expect(page.page_info).toMatchObject({ has_previous_page: false, has_next_page: true });
    });

    it('goes on after a cursor, to a page with nothing but null and false', async () => {
      const first = await space.list('Products');
      const second = await space.list('Products', { after: first.page_info.end_cursor ?? '' });
      expect(ids(second)).toEqual(products.slice(30).map(({ id }) => id));
      expect(second.page_info).toMatchObject({ has_previous_page: true, has_next_page: false });
      const third = await space.list('Products', { after: second.page_info.end_cursor ?? '', 'include-total': true });
      expect(third).toStrictEqual({
        success: true,
        total: 35,
        page_info: { start_cursor: null, end_cursor: null, has_previous_page: false, has_next_page: false },
        data: [],
      });
    });

    it.each([
      ['first', { first: 3 }, [0, 1, 2], false, true],
      ['last: the end of the list, in its order', { last: 3 }, [32, 33, 34], true, false],
      ['last of the first', { first: 5, last: 2 }, [3, 4], true, true],
      ['more last than first', { first: 2, last: 100 }, [0, 1], false, true],
      ['all', { first: 100 }, Array.from({ length: 35 }, (_, index) => index), false, false],
    ] as const)('%s', async (_, query, wanted, hasPrevious, hasNext) => {
      const page = await space.list('Products', query);
      expect(ids(page)).toEqual(wanted.map((index) => products[index]?.id));
      expect(page.page_info).toMatchObject({ has_previous_page: hasPrevious, has_next_page: hasNext });
    });

    it('goes backward with last and before', async () => {
      const end = await space.list('Products', { last: 5 });
      const before = await space.list('Products', { last: 5, before: end.page_info.start_cursor ?? '' });
      expect(ids(before)).toEqual(products.slice(25, 30).map(({ id }) => id));
      expect(before.page_info).toMatchObject({ has_previous_page: true, has_next_page: true });
    });

    it('lies between two cursors', async () => {
      const page = await space.list('Products', { first: 10 });
      const { start_cursor: after, end_cursor: before } = page.page_info;
      const between = await space.list('Products', { after: after ?? '', before: before ?? '' });
      expect(ids(between)).toEqual(products.slice(1, 9).map(({ id }) => id));
    });

    it('takes a cursor with its plus, slash and equals signs as they are', async () => {
      const name = '>>>???ÿ';
      const product = await space.newProduct({ name });
      const after = (await space.list('Products', { 'order-by': 'name', 'filter[name]': name })).page_info.end_cursor;
      expect(after).toMatch(/[+/].*=$/);
      const raw = await fetch(`${space.entities}/Products?order-by=name&after=${after}`, {
        headers: { authorization: space.authorization },
      });
      expect(raw.status).toBe(200);
      expect(JSON.parse(Buffer.from(after ?? '', 'base64').toString())).toEqual([name, product.id]);
      expect(Buffer.from(after ?? '', 'base64').toString()).toBe(`["${name}", "${product.id}"]`);
      await space.delete('Products', product.id);
    });
  });

  it('ignores parameters that it does not know', async () => {
    expect(await space.list('Products', { first: 1, colour: 'red', utm_source: 'x', constructor: 1 })).toEqual(
      await space.list('Products', { first: 1 }),
    );
  });

  it('takes a HEAD request as a GET without its body', async () => {
    const head = await space.send('HEAD', 'Products', { query: { first: 2 } });
    const get = await space.send('GET', 'Products', { query: { first: 2 } });
    expect(head.status).toBe(200);
    expect(head.text).toBe('');
    expect(head.headers.get('Content-Length')).toBe(String(Buffer.byteLength(get.text)));
    expect(get.headers.get('Content-Type')).toMatch(/^application\/json/);
  });
});
