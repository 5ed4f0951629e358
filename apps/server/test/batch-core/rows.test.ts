/**
 * Owned rows at several levels, chosen ones and single ones, in bodies and in their own collections.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { WriteItem } from '../../src/request/write-request.js';
import { onDatabaseInTurn } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json, TestRecord } from '../test-space.js';
import { choosing, create, newId, rejectionOf, remove, restore, update, wordsOf, writeMany } from './write-many.js';

onDatabaseInTurn((running) => {
  let accounts: TestRecord[];
  let roles: TestRecord[];
  beforeAll(async () => {
    const { space } = running;
    accounts = [];
    for (const name of ['A', 'B', 'C']) accounts.push(await space.newAccount({ name }));
    roles = [];
    for (const label of ['Decider', 'User', 'Payer']) roles.push(await space.create('AccountRoles', { label }));
  });
  const at = (index: number) => accounts[index]?.id ?? '';
  const role = (index: number) => roles[index]?.id ?? '';
  const all = async (collection: string, filter: Json) =>
    (
      await running.space.list(collection, {
        ...Object.fromEntries(Object.entries(filter).map(([name, value]) => [`filter[${name}]`, String(value)])),
        'include-deleted': true,
      })
    ).data;
  const live = async (collection: string, filter: Json) =>
    (await all(collection, filter)).filter((row) => row.is_deleted === false);
  const rolesOf = async (relation: string) =>
    (await live('ContactAccountAccountRoleRelations', { contact_account_relation_id: relation })).map(
      (row) => row.account_role_id,
    );

  describe('rows of rows', () => {
    const newPlayer = async () => {
      const contact = await running.space.newContact({
        account_relations: [
          { account_id: at(0), is_primary: true, account_roles: [{ account_role_id: role(0) }, { id: role(1) }] },
          { account_id: at(1), account_roles: [{ account_role_id: role(2) }] },
        ],
      });
      const [first, second] = await live('ContactAccountRelations', { contact_id: contact.id });
      if (!first || !second) throw new Error('the contact has no rows');
      return { contact, first, second };
    };

    it('are made with their parents', async () => {
      const { contact, first, second } = await newPlayer();
      expect(await rolesOf(first.id)).toEqual([role(0), role(1)]);
      expect(await rolesOf(second.id)).toEqual([role(2)]);
      const rows = await all('ContactAccountAccountRoleRelations', { contact_account_relation_id: first.id });
      expect(rows.map((row) => row.revision)).toEqual([contact.revision, contact.revision]);
      expect(contact.primary_account_account_roles).toHaveLength(2);
    });

    it('are replaced as a set, and their parents change with them', async () => {
      const { contact, first, second } = await newPlayer();
      const [kept] = await live('ContactAccountAccountRoleRelations', { contact_account_relation_id: first.id });
      const updated = await running.space.update('Contacts', contact.id, {
        account_relations: [{ id: first.id, account_roles: [{ id: kept?.id }, { id: role(2) }] }, { id: second.id }],
      });
      expect(await rolesOf(first.id)).toEqual([role(0), role(2)]);
      expect(await rolesOf(second.id)).toEqual([role(2)]);
      expect(updated.revision).toBeGreaterThan(contact.revision);
      expect((await running.space.get('ContactAccountRelations', first.id)).revision).toBe(updated.revision);
      expect((await running.space.get('ContactAccountRelations', second.id)).revision).toBe(contact.revision);
      const id = kept?.id ?? '';
      expect((await running.space.get('ContactAccountAccountRoleRelations', id)).revision).toBe(contact.revision);
    });

    it('are located when they are wrong', async () => {
      const missing = newId();
      const body = {
        last_name: 'x',
        owner_id: running.space.ids.ownerId,
        account_relations: [
          { account_id: at(0), is_primary: true },
          { account_id: at(1), account_roles: [{ id: role(0) }, { account_role_id: missing }, { nmae: 1 }] },
        ],
      };
      const answer = await running.space.send('POST', 'Contacts', { body });
      expect(answer.status).toBe(422);
      const leaves = leavesOf(answer).join('\n');
      expect(leaves).toContain(
        'account_relations 120 account_relations[1]: account_roles[1]: [account_role_id] ' +
          `Relation ContactAccountAccountRoleRelation.account_role_id=${missing} to AccountRole doesn't exist!`,
      );
      expect(leaves).toContain('account_relations[1]: account_roles[2]: ');
    });

    it('go with the row, and with the parent of the row', async () => {
      const { contact, first, second } = await newPlayer();
      await running.space.update('Contacts', contact.id, { account_relations: [{ id: second.id, is_primary: true }] });
      expect(await rolesOf(first.id)).toEqual([]);
      expect(await rolesOf(second.id)).toEqual([role(2)]);
      await running.space.delete('Contacts', contact.id);
      const { revision } = await running.space.get('Contacts', contact.id, { 'include-deleted': true });
      const rows = await all('ContactAccountAccountRoleRelations', { contact_account_relation_id: second.id });
      expect(rows).toMatchObject([{ is_deleted: true, revision }]);
    });

    it('come back with the parent, but not those that had gone before', async () => {
      const { contact, first, second } = await newPlayer();
      const [early] = await live('ContactAccountAccountRoleRelations', { contact_account_relation_id: first.id });
      await running.space.delete('ContactAccountAccountRoleRelations', early?.id ?? '');
      await running.space.delete('Contacts', contact.id);
      const [outcome] = await writeMany(running, [restore('Contact', contact.id)]);
      const revision = outcome?.kind === 'done' ? outcome.revision : 0;
      const back = await running.space.get('Contacts', contact.id);
      expect(back).toMatchObject({ is_deleted: false, revision, primary_account: contact.primary_account });
      expect(back.revision).toBeGreaterThan(contact.revision);
      expect(String(back.modified) > String(contact.modified)).toBe(true);
      expect(back.account_relations).toEqual(contact.account_relations);
      expect(await rolesOf(first.id)).toEqual([role(1)]);
      expect(await rolesOf(second.id)).toEqual([role(2)]);
      expect(await running.space.get('ContactAccountRelations', second.id)).toMatchObject({ revision });
    });
  });

  describe('many rows in their own collection', () => {
    const relation = (contact: string, index: number, members: Json = {}) =>
      create('ContactAccountRelation', { contact_id: contact, account_id: at(index), ...members });

    it('keep one primary row, whichever comes last', async () => {
      const [one, two] = [await running.space.newContact(), await running.space.newContact()];
      const [row] = [newId()];
      const outcomes = await writeMany(running, [
        relation(one.id, 0, { is_primary: true, position: 'Head' }),
        relation(two.id, 0, { is_primary: true }),
        create(
          'ContactAccountRelation',
          { id: row, contact_id: one.id, account_id: at(1), is_primary: true },
          choosing,
        ),
        relation(one.id, 2),
        update('ContactAccountRelation', row, { position: 'Chair' }),
      ]);
      expect(wordsOf(outcomes)).toEqual(['done', 'done', 'done', 'done', 'done']);
      const rows = await live('ContactAccountRelations', { contact_id: one.id });
      expect(rows.map(({ is_primary }) => is_primary).filter(Boolean)).toHaveLength(1);
      expect(await running.space.get('Contacts', one.id)).toMatchObject({
        primary_account_position: 'Chair',
        primary_account: expect.stringContaining(at(1)),
      });
    });

    it('are written together where the flag stays', async () => {
      const { space, server } = running;
      const { id } = await space.newOpportunity();
      const people = await Promise.all(Array.from({ length: 12 }, () => space.newContact()));
      const link = (index: number, more: Json = {}) =>
        create('LeadOpptyContactRelation', { lead_oppty_id: id, contact_id: people[index]?.id, ...more });
      await writeMany(running, [link(0, { is_primary: true })]);
      const countOf = async (items: readonly WriteItem[]) =>
        (await server.statementsOf(() => writeMany(running, items))).length;
      expect(await countOf([3, 4, 5, 6, 7, 8].map((index) => link(index)))).toBe(
        await countOf([1, 2].map((index) => link(index))),
      );
      const mixed = [link(9), link(10, { is_primary: true }), link(11)];
      expect(wordsOf(await writeMany(running, mixed))).toEqual(['done', 'done', 'done']);
      const { data } = await space.list('LeadOpptyContactRelations', { 'filter[lead_oppty_id]': id, first: 100 });
      expect(data).toHaveLength(12);
      expect(data.filter((row) => row.is_primary === true).map((row) => row.contact_id)).toEqual([people[10]?.id]);
    });

    it('tell who would leave a contact without a primary row', async () => {
      const [one, two] = [await running.space.newContact(), await running.space.newContact()];
      const outcomes = await writeMany(running, [relation(one.id, 0), relation(two.id, 0, { is_primary: true })], {
        keepGoing: true,
      });
      expect(wordsOf(outcomes)).toEqual([
        "Error on field account_relations. Exactly one 'is_primary' item must be set.",
        'done',
      ]);
      expect(await live('ContactAccountRelations', { contact_id: one.id })).toEqual([]);
    });

    it('pass the flag on while they go one after another', async () => {
      const { space } = running;
      const contact = await space.newContact({
        account_relations: [0, 1, 2].map((index) => ({ account_id: at(index), is_primary: index === 1 })),
      });
      const [first, second, third] = await live('ContactAccountRelations', { contact_id: contact.id });
      await writeMany(running, [
        remove('ContactAccountRelation', second?.id ?? ''),
        remove('ContactAccountRelation', first?.id ?? ''),
      ]);
      expect(await live('ContactAccountRelations', { contact_id: contact.id })).toMatchObject([
        { id: third?.id, is_primary: true },
      ]);
      expect((await space.get('Contacts', contact.id)).primary_account).toContain(at(2));
    });

    it('come back without taking the flag from who has it now', async () => {
      const { space } = running;
      const contact = await space.newContact({ account_relations: [{ account_id: at(0), is_primary: true }] });
      const [first] = await live('ContactAccountRelations', { contact_id: contact.id });
      await space.delete('ContactAccountRelations', first?.id ?? '');
      expect((await space.get('Contacts', contact.id)).primary_account).toBeNull();
      await writeMany(running, [restore('ContactAccountRelation', first?.id ?? '')]);
      expect((await space.get('Contacts', contact.id)).primary_account).toContain(at(0));
      await space.delete('ContactAccountRelations', first?.id ?? '');
      await writeMany(running, [relation(contact.id, 1, { is_primary: true })]);
      await writeMany(running, [restore('ContactAccountRelation', first?.id ?? '')]);
      expect(await live('ContactAccountRelations', { contact_id: contact.id })).toMatchObject([
        { id: first?.id, is_primary: false },
        { is_primary: true },
      ]);
      expect((await space.get('Contacts', contact.id)).primary_account).toContain(at(1));
    });

    it('move to other parents, and both follow', async () => {
      const { space } = running;
      const link = [{ account_id: at(0), is_primary: true }];
      const [from, to] = [await space.newContact({ account_relations: link }), await space.newContact()];
      const [row] = await live('ContactAccountRelations', { contact_id: from.id });
      await writeMany(running, [update('ContactAccountRelation', row?.id ?? '', { contact_id: to.id })]);
      expect((await space.get('Contacts', from.id)).primary_account).toBeNull();
      expect((await space.get('Contacts', to.id)).primary_account).toContain(at(0));
    });

    it('of a deleted parent keep the flag apart all the same', async () => {
      const { space } = running;
      const contact = await space.newContact();
      await space.delete('Contacts', contact.id);
      const rows = [0, 1].map((index) => {
        const body = { contact_id: contact.id, account_id: at(index), is_primary: true };
        return create('ContactAccountRelation', body, 16);
      });
      expect(wordsOf(await writeMany(running, rows))).toEqual(['done', 'done']);
      await writeMany(running, [restore('Contact', contact.id)]);
      expect((await space.get('Contacts', contact.id)).primary_account).toContain(at(1));
      const live2 = await live('ContactAccountRelations', { contact_id: contact.id });
      expect(live2.map(({ is_primary }) => is_primary)).toEqual([false, true]);
    });
  });

  describe('a parent that follows its rows without a primary one', () => {
    it('is completed again, once for all of them', async () => {
      const { space, server } = running;
      const product = await space.newProduct();
      const deals = [0, 1].map(() => space.newOpportunity({ is_value_auto_calculate: true, value: { base_value: 0 } }));
      const [one, two] = await Promise.all(deals);
      const item = (deal: TestRecord | undefined, price: number) =>
        create('OpptyProductRelation', { product_id: product.id, oppty_id: deal?.id, price, quantity: 2 });
      const amountOf = async (deal: TestRecord | undefined) =>
        ((await space.get('Opportunities', deal?.id ?? '')).value as Json).base_value;
      let ids: string[] = [];
      const statements = await server.statementsOf(async () => {
        const outcomes = await writeMany(running, [item(one, 1), item(one, 10), item(two, 100), item(one, 0.5)]);
        ids = outcomes.map((outcome) => (outcome.kind === 'done' ? outcome.id : ''));
      });
      expect(await amountOf(one)).toBe(23);
      expect(await amountOf(two)).toBe(200);
      expect(statements.length).toBeLessThan(12);
      await writeMany(running, [
        update('OpptyProductRelation', ids[0] ?? '', { quantity: 3 }),
        remove('OpptyProductRelation', ids[1] ?? ''),
        remove('OpptyProductRelation', ids[2] ?? ''),
      ]);
      expect(await amountOf(one)).toBe(4);
      expect(await amountOf(two)).toBe(0);
      await writeMany(running, [restore('OpptyProductRelation', ids[1] ?? '')]);
      expect(await amountOf(one)).toBe(24);
    });

    it('rejects its rows when it can not follow, and only those that are at fault', async () => {
      const { space } = running;
      const product = await space.newProduct();
      const [deal, archived] = [await space.newOpportunity(), await space.newOpportunity()];
      await space.update('Opportunities', archived.id, { is_archived: true });
      const item = (oppty: TestRecord) =>
        create('OpptyProductRelation', { product_id: product.id, oppty_id: oppty.id, price: 1 });
      const outcomes = await writeMany(running, [item(deal), item(archived), item(deal)], { keepGoing: true });
      expect(outcomes.map(({ kind }) => kind)).toEqual(['done', outcomes[1]?.kind, 'done']);
      expect(await live('OpptyProductRelations', { oppty_id: deal.id })).toHaveLength(2);
    });
  });

  describe('rows that several relations share', () => {
    const newTask = (members: Json = {}) =>
      running.space.create('Tasks', { subject: 'Call', owner_id: running.space.ids.ownerId, ...members });
    const links = (record: TestRecord, member: string) => record[member] as string[];

    it('are kept apart by what they point at', async () => {
      const { space } = running;
      const [contact, deal] = [await space.newContact(), await space.newOpportunity()];
      const task = await newTask({
        account_relations: [{ id: at(0) }, { account_id: at(1) }],
        contact_relations: [{ id: contact.id }],
        opportunity_relations: [{ id: deal.id }],
      });
      expect(links(task, 'account_relations')).toHaveLength(2);
      expect(links(task, 'contact_relations')).toHaveLength(1);
      expect(links(task, 'opportunity_relations')).toHaveLength(1);
      expect(links(task, 'lead_relations')).toEqual([]);
      const updated = await space.update('Tasks', task.id, { account_relations: [{ id: at(1) }, { id: at(2) }] });
      expect(links(updated, 'account_relations')[0]).toBe(links(task, 'account_relations')[1]);
      expect(links(updated, 'account_relations')).toHaveLength(2);
      expect(links(updated, 'contact_relations')).toEqual(links(task, 'contact_relations'));
      const none = await space.update('Tasks', task.id, { opportunity_relations: [], lead_relations: [] });
      expect(links(none, 'opportunity_relations')).toEqual([]);
      expect(links(none, 'account_relations')).toEqual(links(updated, 'account_relations'));
    });

    it('need what their relation chooses them by', async () => {
      const body = { subject: 'Call', account_relations: [{ contact_id: (await running.space.newContact()).id }] };
      const answer = await running.space.send('POST', 'Tasks', { body });
      expect(answer.status).toBe(422);
      expect(leavesOf(answer).join()).toContain('account_relations[0]: Non-null field');
    });

    it('all go with their parent, and come back', async () => {
      const task = await newTask({
        account_relations: [{ id: at(0) }],
        sharing_units: [{ id: running.space.ids.unitId }],
      });
      await running.space.delete('Tasks', task.id);
      expect(await live('ActivityRelations', { activity_id: task.id })).toEqual([]);
      expect(await live('TaskSharingSalesUnitRelations', { task_id: task.id })).toEqual([]);
      await writeMany(running, [restore('Task', task.id)]);
      const back = await running.space.get('Tasks', task.id);
      expect(back.account_relations).toEqual(task.account_relations);
      expect(back.sharing_units).toEqual(task.sharing_units);
    });

    it('single ones are changed by a body that names none', async () => {
      const { space } = running;
      const owner_id = space.ids.ownerId;
      const task = await newTask({ reminder: { owner_id, set_date: '2026-04-17T08:30:00' } });
      const [row] = await live('TaskReminders', { task_id: task.id });
      expect(task.reminder).toContain(row?.id);
      const other = await space.create('TaskReminders', { task_id: task.id, owner_id, set_date: '2026-05-01' });
      await space.update('Tasks', task.id, { reminder: { status: 2 } });
      expect(await live('TaskReminders', { task_id: task.id })).toMatchObject([
        { id: row?.id, status: 2, set_date: row?.set_date },
        { id: other.id, status: 1 },
      ]);
      await space.update('Tasks', task.id, { reminder: null });
      expect(await live('TaskReminders', { task_id: task.id })).toMatchObject([{ id: other.id }]);
    });
  });

  describe('references to records of several types', () => {
    it('are checked against all of them', async () => {
      const { space } = running;
      const deal = await space.newOpportunity();
      const lead = await space.create('Leads', { name: 'Enquiry', owner_id: space.ids.ownerId });
      const row = (id: string, level = 0) =>
        create('LeadOpptyAccountRelation', { lead_oppty_id: id, account_id: at(0), is_primary: true }, level);
      expect(wordsOf(await writeMany(running, [row(deal.id), row(lead.id)]))).toEqual(['done', 'done']);
      expect((await space.get('Leads', lead.id)).primary_account).toContain(at(0));
      expect((await rejectionOf(running, [row(at(0))]))[0]).toMatch(/to Lead or Opportunity doesn't exist!/);
      await space.delete('Leads', lead.id);
      expect((await rejectionOf(running, [row(lead.id)]))[0]).toMatch(/to Lead or Opportunity is deleted/);
      expect(wordsOf(await writeMany(running, [row(lead.id, 16)]))).toEqual(['done']);
    });
  });

  it('fail on nothing', () => expect(running.server.failures).toEqual([]));
});
