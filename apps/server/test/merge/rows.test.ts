/**
 * What becomes of the rows that belong to merged records, or tie others to them.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { merge } from './merge.js';

const rowsOf = async (space: TestSpace, collection: string, reference: string, id: string) =>
  (await space.list(collection, { [`filter[${reference}]`]: id, first: 100 })).data;

onDatabaseInTurn((running) => {
  const contactAt = (accounts: readonly Json[], members: Json = {}) =>
    running.space.newContact({ account_relations: accounts, ...members });

  it('gives the master the rows of all, each other end once', async () => {
    const { space } = running;
    const [one, two, three] = [await space.newAccount(), await space.newAccount(), await space.newAccount()];
    const master = await contactAt([{ account_id: one.id, is_primary: true, position: null, comment: '' }]);
    const second = await contactAt([
      { account_id: one.id, is_primary: false, position: 'CEO', comment: 'knows all' },
      { account_id: two.id, is_primary: true },
    ]);
    const third = await contactAt([{ account_id: three.id, is_primary: true, position: 'CTO' }]);
    const merged = await merge(space, 'Contacts', { id: master.id }, [second, third]);
    const rows = await rowsOf(space, 'ContactAccountRelations', 'contact_id', master.id);
    expect(
      rows.map(({ account_id, is_primary, position, comment }) => [account_id, is_primary, position, comment]),
    ).toEqual([
      [one.id, true, 'CEO', 'knows all'],
      [two.id, false, null, null],
      [three.id, false, 'CTO', null],
    ]);
    expect(merged.primary_account).toContain(one.id);
    expect(merged).toMatchObject({ primary_account_position: 'CEO', account_position: 'CEO' });
    expect(merged.account_relations).toHaveLength(3);
  });

  it('leaves the flag with the first who brings one', async () => {
    const { space } = running;
    const [one, two] = [await space.newAccount(), await space.newAccount()];
    const master = await space.newContact({ account_position: 'Head' });
    const second = await contactAt([
      { account_id: one.id, is_primary: false },
      { account_id: two.id, is_primary: true },
    ]);
    const third = await contactAt([{ account_id: one.id, is_primary: true }]);
    const merged = await merge(space, 'Contacts', { id: master.id }, [second, third]);
    expect(merged.account_relations).toHaveLength(2);
    expect(merged.primary_account).toContain(two.id);
    // A title that was kept until there was an account.
    expect(merged).toMatchObject({ account_position: 'Head', primary_account_position: 'Head' });
  });

  it('makes one of two rows that tie others to the merged records, and what they show follows', async () => {
    const { space } = running;
    const [master, other] = [await space.newAccount(), await space.newAccount()];
    const contact = await contactAt([
      { account_id: master.id, is_primary: false, position: 'Buyer' },
      { account_id: other.id, is_primary: true, position: 'Head', relationship: 3 },
    ]);
    expect(contact.primary_account_position).toBe('Head');
    const opportunity = await space.newOpportunity({
      account_relations: [
        { account_id: other.id, is_primary: true },
        { account_id: master.id, is_primary: false },
      ],
    });
    const { revision } = await merge(space, 'Accounts', { id: master.id }, [other]);
    const after = await space.get('Contacts', contact.id);
    expect(after.account_relations).toHaveLength(1);
    expect(after.primary_account).toContain(master.id);
    expect(after).toMatchObject({ primary_account_position: 'Buyer', account_position: 'Buyer', revision });
    const [row] = await rowsOf(space, 'ContactAccountRelations', 'contact_id', contact.id);
    expect(row).toMatchObject({ account_id: master.id, is_primary: true, position: 'Buyer', revision });
    const deal = await space.get('Opportunities', opportunity.id);
    expect(deal.account_relations).toHaveLength(1);
    expect(deal.primary_account).toContain(master.id);
  });

  it('keeps what rows of their own hold', async () => {
    const { space } = running;
    const roles = await Promise.all(['a', 'b'].map((label) => space.create('AccountRoles', { label })));
    const [shared, own] = roles.map(({ id }) => ({ account_role_id: id }));
    const [master, other] = [await space.newAccount(), await space.newAccount()];
    const contact = await contactAt([
      { account_id: master.id, is_primary: true, account_roles: [shared ?? {}] },
      { account_id: other.id, is_primary: false, account_roles: [shared ?? {}, own ?? {}] },
    ]);
    await merge(space, 'Accounts', { id: master.id }, [other]);
    const shown = await space.get('Contacts', contact.id, { expand: 'primary_account_account_roles' });
    const roleIds = (shown.primary_account_account_roles as TestRecord[]).map((role) => role.account_role_id);
    expect(roleIds.toSorted()).toEqual(roles.map(({ id }) => id).toSorted());
  });

  it('adds up no item twice, and none to another one', async () => {
    const { space } = running;
    const [one, two] = [await space.newProduct({ name: 'one' }), await space.newProduct({ name: 'two' })];
    const deal = (items: readonly Json[]) =>
      space.newOpportunity({ is_value_auto_calculate: true, product_relations: items });
    const master = await deal([
      { product_id: one.id, price: 10, quantity: 2 },
      { product_id: one.id, price: 10, quantity: 2 },
    ]);
    const other = await deal([
      { product_id: one.id, price: 10, quantity: 2, comment: 'blue' },
      { product_id: one.id, price: 10, quantity: 3 },
      { product_id: two.id, price: 1, quantity: 1 },
    ]);
    const merged = await merge(space, 'Opportunities', { id: master.id }, [other]);
    const items = await rowsOf(space, 'OpptyProductRelations', 'oppty_id', master.id);
    expect(items.map(({ quantity, comment }) => [quantity, comment])).toEqual([
      [2, 'blue'],
      [2, null],
      [3, null],
      [1, null],
    ]);
    expect(merged.value).toMatchObject({ base_value: 71 });
  });

  it('keeps one row where a record has but one', async () => {
    const { space } = running;
    const recurrence = (occur_every: number) => ({ oppty_recurrence: { type: 1, occur_every } });
    const [first, second] = [await space.newOpportunity(recurrence(1)), await space.newOpportunity(recurrence(2))];
    const master = await space.newOpportunity();
    await merge(space, 'Opportunities', { id: master.id }, [first, second]);
    const [row, ...others] = await rowsOf(space, 'OpptyRecurrences', 'oppty_id', master.id);
    expect(others).toEqual([]);
    expect(row?.occur_every).toBe(1);
  });

  it('takes a set of rows in the body for the own ones of the master', async () => {
    const { space } = running;
    const tags = await Promise.all(['a', 'b', 'c'].map((name) => space.create('Tags', { name })));
    const [a, b, c] = tags.map(({ id }) => id);
    const master = await space.newAccount({ tags: [{ id: a }] });
    const other = await space.newAccount({ tags: [{ id: b }, { id: c }] });
    const merged = await merge(space, 'Accounts', { id: master.id, tags: [{ id: b }] }, [other]);
    expect(merged.tags).toHaveLength(2);
    const rows = await rowsOf(space, 'TagRelations', 'account_id', master.id);
    expect(rows.map(({ tag_id }) => tag_id).toSorted()).toEqual([b, c].toSorted());
  });

  it('shares with everybody with whom one of them was shared', async () => {
    const { space } = running;
    const unit = await space.create('SalesUnits', { name: 'north', parent_id: space.ids.unitId });
    const share = (ids: readonly string[]) => ({ sharing_units: ids.map((unit_id) => ({ unit_id, role: 1 })) });
    const master = await space.newContact(share([unit.id]));
    const other = await space.newContact({ ...share([unit.id, space.ids.unitId]), share_mode: 1 });
    const merged = await merge(space, 'Contacts', { id: master.id }, [other]);
    expect(merged.sharing_units).toHaveLength(2);
  });

  it('lets one quote be the active one', async () => {
    const { space } = running;
    const quote = (oppty: TestRecord, is_active_in_opportunity: boolean) =>
      space.create('Quotes', { name: 'q', owner_id: space.ids.ownerId, oppty_id: oppty.id, is_active_in_opportunity });
    const [master, first, second] = [
      await space.newOpportunity(),
      await space.newOpportunity(),
      await space.newOpportunity(),
    ];
    const quotes = [await quote(first, false), await quote(first, true), await quote(second, true)];
    const merged = await merge(space, 'Opportunities', { id: master.id }, [first, second]);
    expect(merged).toMatchObject({ active_quote_id: quotes[1]?.id });
    expect(merged.quote_relations).toHaveLength(3);
    const after = await Promise.all(quotes.map(({ id }) => space.get('Quotes', id)));
    expect(after.map(({ is_active_in_opportunity }) => is_active_in_opportunity)).toEqual([false, true, false]);
    const last = await space.newOpportunity();
    const given = await merge(space, 'Opportunities', { id: last.id, active_quote_id: quotes[2]?.id }, [merged]);
    expect(given.active_quote_id).toBe(quotes[2]?.id);
  });

  it('fails on nothing', () => {
    expect(running.server.failures).toEqual([]);
  });
});
