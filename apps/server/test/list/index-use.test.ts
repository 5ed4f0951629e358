/**
 * A page costs the same however far in it lies: each order that users use walks along an index, from the cursor on.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { TestServer } from '../fixture.js';
import type { Sent, TestRecord } from '../test-space.js';

describe('on sqlite', () => {
  let server: TestServer;
  let contact: TestRecord;
  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    contact = await server.space.newContact({ created: '2024-01-01' });
    return () => server.close();
  });

  /** @returns how the database goes about the list, step by step, without what merely builds the JSON */
  const planOf = async (query: Sent['query']): Promise<string[]> => {
    const list = () => server.space.list('Contacts', { 'load-only': 'id', ...query });
    // The work behind requests may ask for something at the same time.
    const statement = (await server.statementsOf(list)).find(({ text }) => text.includes('"contacts"'));
    if (!statement) throw new Error('the list took no statement');
    const steps = await server.deps.db.read({ ...statement, text: `EXPLAIN QUERY PLAN ${statement.text}` });
    return steps.map((step) => String(step.detail)).filter((step) => /\bq\b|\br\b.*INDEX/.test(step));
  };
  const cursorOf = async (orderBy: string) => {
    const query = orderBy === '' ? {} : { 'order-by': orderBy };
    return (await server.space.list('Contacts', { ...query, 'filter[id]': contact.id })).page_info.end_cursor ?? '';
  };

  it.each([
    ['', 'sqlite_autoindex_contacts_1'],
    ['created', 'contacts_created'],
    ['-modified', 'contacts_modified'],
    ['last_name', 'contacts_last_name'],
    ['-formatted_name', 'contacts_formatted_name'],
    ['owner_id', 'contacts_owner_id'],
  ])('order-by=%s walks along %s', async (orderBy, index) => {
    const order = orderBy === '' ? {} : { 'order-by': orderBy };
    for (const query of [
      order,
      { ...order, after: await cursorOf(orderBy) },
      { ...order, last: 3, before: await cursorOf(orderBy) },
    ]) {
      const steps = await planOf(query);
      expect(steps.length).toBeGreaterThan(0);
      for (const step of steps) expect(step).not.toMatch(/SCAN|TEMP B-TREE/);
      expect(steps.join('\n')).toContain(index);
    }
  });

  it.each([
    [{ 'filter[email1]': 'x' }, 'contacts_email1_folded'],
    [{ 'filter[owner_id]': '00000000-0000-0000-0000-000000000001' }, 'contacts_owner_id'],
    [{ 'filter[modified]': '2024-01-01', 'filter-op[modified]': 'gte', 'order-by': 'modified' }, 'contacts_modified'],
  ])('%j looks it up in %s', async (query, index) => {
    expect((await planOf(query)).join('\n')).toContain(index);
  });
});
