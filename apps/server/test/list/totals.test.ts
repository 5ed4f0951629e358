/**
 * The number of all records of a collection follows every write, whichever interface asks for it.
 */
import { expect, it } from 'vitest';
import { onBothDatabases } from '../fixture.js';

onBothDatabases((running) => {
  it('counts living records, and deleted ones where they are listed', async () => {
    const space = await running.server.newSpace('numbers');
    const total = async (query: Record<string, string> = {}) =>
      (await space.send('GET', 'Contacts', { query: { 'include-total': 'true', 'load-only': 'id', ...query } })).body
        .total;
    expect(await total()).toBe(0);
    const first = await space.newContact();
    await space.newContact();
    expect(await total()).toBe(2);
    await space.send('DELETE', `Contacts/${first.id}`);
    expect([await total(), await total({ 'include-deleted': 'true' })]).toEqual([1, 2]);
    await space.send('POST', 'Contacts/batch-restore', { body: [first.id] });
    expect(await total()).toBe(2);
  });

  it('counts what a filter finds once, until something that it reads changes', async () => {
    const space = await running.server.newSpace('filtered');
    const account = await space.newAccount({ name: 'Harbour' });
    const contact = await space.newContact({
      city: 'Graz',
      account_relations: [{ account_id: account.id, is_primary: true }],
    });
    const counts = async (filter: Record<string, string>) => {
      let total: unknown;
      const statements = await running.server.statementsOf(async () => {
        const query = { 'include-total': 'true', 'load-only': 'id', ...filter };
        total = (await space.send('GET', 'Contacts', { query })).body.total;
      });
      return [total, statements.filter(({ text }) => text.startsWith('SELECT count(*)')).length];
    };
    const inGraz = { 'filter[city]': 'Graz' };
    // Longer than anybody asks twice.
    const long = { 'filter[city]': 'Graz'.repeat(2_600) };
    expect(await counts(long)).toEqual([0, 1]);
    expect(await counts(long)).toEqual([0, 1]);
    const atHarbour = { 'filter[account_relations.account.name]': 'Harbour' };
    expect(await counts(inGraz)).toEqual([1, 1]);
    expect(await counts(inGraz)).toEqual([1, 0]);
    expect(await counts(atHarbour)).toEqual([1, 1]);
    await space.update('Accounts', account.id, { name: 'Port' });
    expect(await counts(atHarbour)).toEqual([0, 1]);
    expect(await counts(inGraz)).toEqual([1, 0]);
    await space.update('Contacts', contact.id, { city: 'Linz' });
    expect(await counts(inGraz)).toEqual([0, 1]);
  });
});
