/** What lists show that follow the changes of a real space. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { databases, follow, Line, LiveSpace } from './live-space.js';

describe.each(databases)('on %s', (database) => {
  const space = new LiveSpace(database);

  it('shows what is there, and what comes, changes, ceases to match and goes', async () => {
    const ames = await space.newContact('Ames', { city: 'Leeds' });
    const byrd = await space.newContact('Byrd', { city: 'York' });
    const shown = space.inCity(space.client, 'Leeds');
    await shown.becomes('Ames');
    const cole = await space.newContact('Cole', { city: 'Leeds' });
    await shown.becomes('Ames,Cole');
    await space.client.contacts.update(byrd.id, { city: 'Leeds' });
    await shown.becomes('Ames,Byrd,Cole');
    await space.client.contacts.update(ames.id, { last_name: 'Zorn' });
    await shown.becomes('Byrd,Cole,Zorn');
    await space.client.contacts.update(cole.id, { city: 'Bath' });
    await shown.becomes('Byrd,Zorn');
    await space.client.contacts.delete(ames.id);
    await shown.becomes('Byrd');
    expect(shown.lists).toEqual(['Ames', 'Ames,Cole', 'Ames,Byrd,Cole', 'Byrd,Cole,Zorn', 'Byrd,Zorn', 'Byrd']);
  });

  it('shows an empty list, and one that is equal to the last only once', async () => {
    const line = new Line();
    const shown = space.inCity(space.openClient(line), 'Nowhere');
    await shown.becomes('');
    await space.client.accounts.create({ owner_id: space.ownerId, name: 'Other' });
    await space.newContact('Elsewhere', { city: 'Elsewhere' });
    await expect.poll(() => line.readings('Contacts'), { timeout: 10_000 }).toBeGreaterThan(1);
    await sleep(200);
    expect(shown.lists).toEqual(['']);
  });

  it('keeps the object of a record that has not changed', async () => {
    await space.newContact('Ames', { city: 'Kept' });
    const over = new AbortController();
    const live = space.client.contacts.live({ where: { city: 'Kept' }, orderBy: ['last_name'], signal: over.signal });
    const lists = live[Symbol.asyncIterator]();
    const [first] = (await lists.next()).value!;
    await space.newContact('Byrd', { city: 'Kept' });
    const { value } = await lists.next();
    expect(value).toHaveLength(2);
    expect(value![0]).toBe(first);
    expect(first!.created).toMatch(/Z$/);
    over.abort();
  });

  it('follows what is reached by a relation, in conditions, orders and what is shown', async () => {
    const account = await space.client.accounts.create({ owner_id: space.ownerId, name: 'Old name', city: 'Graz' });
    const ames = await space.newContact('Ames', { city: 'Linked' });
    const byrd = await space.newContact('Byrd', { city: 'Linked' });
    const where = { city: 'Linked', account_relations: { account: { city: 'Graz' } } };
    const found = follow(
      (signal) => space.client.contacts.live({ where, throttleMs: 50, signal }),
      ({ last_name }) => last_name,
    );
    const shown = follow(
      (signal) =>
        space.client.contacts.live({
          where: { city: 'Linked' },
          orderBy: ['last_name'],
          only: ['last_name', { account_relations: [{ account: ['name'] }] }],
          ...{ throttleMs: 50, signal },
        }),
      ({ last_name, account_relations }) => `${last_name} of ${account_relations.map((row) => row.account?.name)}`,
    );
    await found.becomes('');
    await shown.becomes('Ames of ,Byrd of ');
    const link = { contact_id: ames.id, account_id: account.id, is_primary: true };
    await space.client.contactAccountRelations.create(link);
    await found.becomes('Ames');
    await shown.becomes('Ames of Old name,Byrd of ');
    await space.client.accounts.update(account.id, { name: 'New name' });
    await shown.becomes('Ames of New name,Byrd of ');
    await space.client.accounts.update(account.id, { city: 'Ulm' });
    await found.becomes('');
    await space.client.contacts.delete(byrd.id);
    await shown.becomes('Ames of New name');
  });

  it('follows rows that belong to its records without a relation in the query', async () => {
    const tag = await space.client.tags.create({ name: 'Key account' });
    const { id } = await space.newContact('Ames', { city: 'Rows' });
    const shown = follow(
      (signal) => space.client.contacts.live({ where: { city: 'Rows' }, throttleMs: 50, signal }),
      ({ tags }) => String(tags.length),
    );
    await shown.becomes('0');
    await space.client.tagRelations.create({ tag_id: tag.id, contact_id: id });
    await shown.becomes('1');
  });

  it('follows the records of unions', async () => {
    const shown = follow(
      (signal) => space.client.leadOppties.live({ orderBy: ['created'], throttleMs: 50, signal }),
      ({ table_name, description }) => `${table_name} ${description}`,
    );
    await shown.becomes('');
    const { id } = await space.client.leads.create({ owner_id: space.ownerId, name: 'L', description: 'one' });
    await shown.becomes('lead one');
    await space.client.leads.update(id, { description: 'two' });
    await shown.becomes('lead two');
  });

  it('follows records of another collection that its records show', async () => {
    const shown = follow(
      (signal) => space.client.pipelines.live({ throttleMs: 50, signal }),
      ({ steps }) => String(steps.length),
    );
    const [pipeline] = (await space.client.pipelines.list({ first: 1 }).pages().next()).value!.data;
    await shown.becomes(String(pipeline!.steps.length));
    await space.client.steps.create({ pipeline_id: pipeline!.id, name: 'Another', percent: 15 });
    await shown.becomes(String(pipeline!.steps.length + 1));
  });

  it('takes entity types, and unions, for the collections that lead to another reading', async () => {
    const shown = follow(
      (signal) => space.client.leads.live({ orderBy: ['created'], changesOf: ['Lead'], throttleMs: 50, signal }),
      ({ name }) => name,
    );
    const union = follow(
      (signal) => space.client.leads.live({ orderBy: ['created'], changesOf: ['LeadOppties'], throttleMs: 50, signal }),
      ({ name }) => name,
    );
    const before = (
      await space.client.leads
        .list({ orderBy: ['created'] })
        .pages()
        .next()
    ).value!.data;
    const names = before.map(({ name }) => name);
    await shown.becomes(names.join(','));
    await union.becomes(names.join(','));
    await space.client.leads.create({ owner_id: space.ownerId, name: 'Named' });
    await shown.becomes([...names, 'Named'].join(','));
    await union.becomes([...names, 'Named'].join(','));
  });

  it('takes the collections that lead to another reading', async () => {
    const line = new Line();
    const live = { where: { city: 'Chosen' }, expand: ['owner'], changesOf: ['Contacts'] } as const;
    const client = space.openClient(line);
    const shown = follow(
      (signal) => client.contacts.live({ ...live, throttleMs: 0, signal }),
      (one) => one.last_name,
    );
    await shown.becomes('');
    await space.client.accounts.create({ owner_id: space.ownerId, name: 'Not chosen' });
    await sleep(300);
    expect(line.readings('Contacts')).toBe(1);
    await space.newContact('Ames', { city: 'Chosen' });
    await shown.becomes('Ames');
  });

  it('reads once for a burst of changes', async () => {
    const line = new Line();
    const began = performance.now();
    const shown = space.inCity(space.openClient(line), 'Burst', { throttleMs: 1_000, limit: 1_000 });
    await shown.becomes('');
    const names = Array.from({ length: 120 }, (_, at) => `Person ${String(at).padStart(3, '0')}`);
    for (const name of names) await space.newContact(name, { city: 'Burst' });
    await shown.becomes(names.join());
    // One at the beginning, and one a second; the machine may be so slow that 120 changes take many of them.
    const most = 2 + (performance.now() - began) / 1_000;
    expect(most).toBeLessThan(names.length);
    // Two pages each.
    expect(line.readings('Contacts')).toBeLessThan(2 * most);
    expect(shown.lists.length).toBeLessThan(most);
  });

  it('shows no more than its limit, and what moves up', async () => {
    const shown = space.inCity(space.client, 'Limited', { limit: 2 });
    await shown.becomes('');
    const [, second] = [
      await space.newContact('B', { city: 'Limited' }),
      await space.newContact('C', { city: 'Limited' }),
    ];
    await space.newContact('D', { city: 'Limited' });
    await shown.becomes('B,C');
    await space.newContact('A', { city: 'Limited' });
    await shown.becomes('A,B');
    await space.client.contacts.delete(second.id);
    const first = await space.client.contacts.list({ where: { city: 'Limited', last_name: 'A' } }).first();
    await space.client.contacts.delete(first!.id);
    await shown.becomes('B,D');
  });
});
