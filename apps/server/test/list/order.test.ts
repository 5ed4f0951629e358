/**
 * The order of lists: null first, text by code point, ties by id, and walks that lose nothing.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';
import type { Page, TestSpace } from '../test-space.js';

const ids = (page: Page) => page.data.map((record) => record.id);
const names = (page: Page, member = 'name') => page.data.map((record) => record[member]);

onBothDatabases((running) => {
  let space: TestSpace;
  beforeAll(async () => {
    space = await running.server.newSpace('lists');
  });

  describe('order', () => {
    beforeAll(async () => {
      const values = [null, 'b', 'B', 'a', 'ä', 'Z', '😀', '\uffee', null, 'a', ''];
      for (const city of values) await space.newAccount({ name: 'ordered', city });
    });
    const listed = (orderBy: string, more = {}) =>
      space.list('Accounts', { 'filter[name]': 'ordered', 'order-by': orderBy, ...more });

    it('puts null first and text by code point', async () => {
      const page = await listed('city');
      const wanted = [null, null, '', 'B', 'Z', 'a', 'a', 'b', 'ä', '\uffee', '😀'];
      expect(names(page, 'city')).toEqual(wanted);
      expect(names(await listed('-city'), 'city')).toEqual([...wanted].reverse());
      expect(names(await listed('+city'), 'city')).toEqual(wanted);
    });

    it('breaks ties by id, in the direction of the last field', async () => {
      const ascending = ids(await listed('city'));
      expect(ids(await listed('-city'))).toEqual([...ascending].reverse());
      const byName = ids(await listed('name'));
      expect(byName).toEqual([...byName].sort());
      expect(ids(await listed('-name'))).toEqual([...byName].reverse());
      expect(ids(await listed('name,-id'))).toEqual([...byName].reverse());
    });

    it('takes several fields, blanks around them, and paths through to-one relations', async () => {
      const page = await listed('name, -city');
      expect(names(page, 'city')[0]).toBe('😀');
      const through = await listed('owner.email,account_type.name,-city');
      expect(ids(through)).toEqual(ids(page));
    });

    it('walks through long texts, of which the first characters count', async () => {
      const start = '😀'.repeat(250);
      const texts = [`${start}b`, `${start}a`, `${'z'.repeat(249)}b`, 'é'.repeat(60_000), '\u0001'.repeat(3_000), null];
      for (const comments of texts) await space.newAccount({ name: 'long', comments });
      for (const orderBy of ['comments', '-comments', 'comments,-comments,name,comments']) {
        const list = (more: Record<string, unknown>) =>
          space.list('Accounts', { 'filter[name]': 'long', 'order-by': orderBy, ...more });
        const all = await list({});
        const shown = names(all, 'comments').map((text) => (text === null ? null : Array.from(String(text))[0]));
        const wanted = [null, '\u0001', 'z', 'é', '😀', '😀'];
        expect(shown, orderBy).toEqual(orderBy === '-comments' ? wanted.reverse() : wanted);
        const walked: unknown[] = [];
        for (let page = await list({ first: 1 }); ; page = await list({ first: 1, after: page.page_info.end_cursor })) {
          walked.push(...ids(page));
          if (!page.page_info.has_next_page) break;
        }
        expect(walked, orderBy).toEqual(ids(all));
      }
    });

    it('walks through nulls in both directions without losing a record', async () => {
      for (const orderBy of ['city', '-city', '-city,created', 'parent_account.city,-city']) {
        const all = ids(await listed(orderBy));
        const walked: string[] = [];
        let after: string | null = null;
        for (let step = 0; step < 8; step++) {
          const page: Page = await listed(orderBy, { first: 2, ...(after === null ? {} : { after }) });
          walked.push(...ids(page));
          after = page.page_info.end_cursor;
          if (after === null || !page.page_info.has_next_page) break;
        }
        expect(walked).toEqual(all);
      }
    });
  });

  it('walks in the order of amounts of related records', async () => {
    const account = await space.newAccount();
    const amounts = [100.25, 9.5, 0.3, -2, 10, 9.5];
    for (const base_value of amounts) {
      await space.newOpportunity({
        value: { base_value },
        account_relations: [{ account_id: account.id, is_primary: true }],
      });
    }
    const query = { 'filter[account_id]': account.id, expand: 'oppty', first: 2 };
    for (const orderBy of ['oppty.value', '-oppty.value']) {
      const met: number[] = [];
      let after: Record<string, string> = {};
      for (let step = 0; step < 4; step++) {
        const page = await space.list('LeadOpptyAccountRelations', { ...query, 'order-by': orderBy, ...after });
        met.push(...page.data.map(({ oppty }) => (oppty as { value: { base_value: number } }).value.base_value));
        after = { after: page.page_info.end_cursor ?? '' };
        if (!page.page_info.has_next_page) break;
      }
      const sorted = [...amounts].sort((a, b) => a - b);
      expect(met).toEqual(orderBy.startsWith('-') ? sorted.reverse() : sorted);
    }
  });
});
