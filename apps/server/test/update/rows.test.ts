/**
 * Rows that belong to their parent: replaced as a set inside its body, written one by one in their own collection, and exactly
 * one of them primary whichever way they change.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json, TestRecord } from '../test-space.js';

onDatabaseInTurn((running) => {
  let accounts: TestRecord[];
  beforeAll(async () => {
    accounts = [];
    for (const name of ['A', 'B', 'C']) accounts.push(await running.space.newAccount({ name }));
  });
  const accountId = (index: number) => accounts[index]?.id ?? '';
  const linkTo = (index: number) => `${running.space.entities}/Accounts/${accountId(index)}`;

  /** A contact at A (primary) and B, and its rows. */
  const newLinked = async () => {
    const contact = await running.space.newContact({
      account_relations: [
        { account_id: accountId(0), is_primary: true, position: 'Head' },
        { account_id: accountId(1), is_primary: false, position: 'Adviser' },
      ],
    });
    const [first, second] = await rowsOf(contact);
    if (!first || !second) throw new Error('the contact has no rows');
    return { contact, first, second };
  };
  const rowsOf = async (contact: TestRecord) =>
    (await running.space.list('ContactAccountRelations', { 'filter[contact_id]': contact.id })).data;
  const primaryOf = async (contact: TestRecord) => {
    const rows = (await rowsOf(contact)).filter((row) => row.is_primary === true);
    expect(rows.length).toBeLessThanOrEqual(1);
    const { primary_account, primary_account_position } = await running.space.get('Contacts', contact.id);
    return { row: rows[0]?.id, primary_account, primary_account_position };
  };

  describe('in the body of their parent', () => {
    it('are stored, changed, made and removed', async () => {
      const { contact, first } = await newLinked();
      const updated = await running.space.update('Contacts', contact.id, {
        account_relations: [
          { id: first.id, position: 'Owner' },
          { account_id: accountId(2), comment: 'new' },
        ],
      });
      const rows = await rowsOf(contact);
      expect(rows).toMatchObject([
        { id: first.id, account_id: accountId(0), is_primary: true, position: 'Owner', created: first.created },
        { account_id: accountId(2), is_primary: false, comment: 'new', revision: updated.revision },
      ]);
      expect(updated).toMatchObject({ primary_account: linkTo(0), primary_account_position: 'Owner' });
      const all = await running.space.list('ContactAccountRelations', {
        'filter[contact_id]': contact.id,
        'include-deleted': true,
      });
      expect(all.data).toHaveLength(3);
    });

    it('may be named by their links, and by ids in capitals', async () => {
      const { contact, first, second } = await newLinked();
      const links = contact.account_relations as string[];
      const body = { account_relations: [links[0], { id: second.id.toUpperCase(), position: 'Guide' }] };
      await running.space.update('Contacts', contact.id, body);
      expect(await rowsOf(contact)).toEqual([first, expect.objectContaining({ id: second.id, position: 'Guide' })]);
    });

    it('may be named by the records that they point at, and keep their flag', async () => {
      const { contact, first, second } = await newLinked();
      for (const rows of [
        [accountId(0), accountId(1)],
        [{ id: accountId(0) }, { id: accountId(1) }],
      ]) {
        await running.space.update('Contacts', contact.id, { account_relations: rows });
        expect(await rowsOf(contact)).toEqual([first, second]);
      }
    });

    it('hand the flag over', async () => {
      const { contact, first, second } = await newLinked();
      const body = {
        account_relations: [
          { id: first.id, is_primary: false },
          { id: second.id, is_primary: true },
        ],
      };
      await running.space.update('Contacts', contact.id, body);
      expect(await primaryOf(contact)).toEqual({
        row: second.id,
        primary_account: linkTo(1),
        primary_account_position: 'Adviser',
      });
    });

    it.each([[[]], [null]])('all go with %j', async (none) => {
      const { contact } = await newLinked();
      const updated = await running.space.update('Contacts', contact.id, { account_relations: none });
      expect(updated).toMatchObject({ account_relations: [], primary_account: null, primary_account_position: null });
      expect(await rowsOf(contact)).toEqual([]);
    });

    it('go alone when a body leaves just one of them out', async () => {
      const { contact, first, second } = await newLinked();
      const updated = await running.space.update('Contacts', contact.id, { account_relations: [{ id: first.id }] });
      expect(await rowsOf(contact)).toEqual([first]);
      expect(updated.revision).toBeGreaterThan(contact.revision);
      const gone = await running.space.get('ContactAccountRelations', second.id, { 'include-deleted': true });
      expect(gone).toMatchObject({ is_deleted: true, revision: updated.revision });
    });

    it('stay as they are when the body does not name them', async () => {
      const { contact, first, second } = await newLinked();
      await running.space.update('Contacts', contact.id, { city: 'Leeds' });
      expect(await rowsOf(contact)).toEqual([first, second]);
    });

    it('are rejected when the new set has no primary row or two, and nothing changes', async () => {
      const { contact, first, second } = await newLinked();
      for (const rows of [
        [{ id: second.id }],
        [{ id: first.id, is_primary: false }, { id: second.id }],
        [{ id: first.id }, { id: second.id, is_primary: true }],
        [{ id: first.id }, { account_id: accountId(2), is_primary: true }],
        [{ id: first.id, is_primary: null }],
      ] as Json[][]) {
        const answer = await running.space.send('PATCH', `Contacts/${contact.id}`, {
          body: { account_relations: rows },
        });
        expect(answer.status).toBe(422);
        expect(leavesOf(answer)).toContain(
          "account_relations 9023 Error on field account_relations. Exactly one 'is_primary' item must be set.",
        );
      }
      expect(await running.space.get('Contacts', contact.id)).toEqual(contact);
      expect(await rowsOf(contact)).toEqual([first, second]);
    });

    it('are rejected when a row is given twice or belongs to another parent', async () => {
      const { contact, first } = await newLinked();
      const other = await newLinked();
      for (const rows of [
        [{ id: first.id }, { id: first.id, is_primary: false }],
        [{ id: first.id }, { id: other.second.id }],
      ]) {
        const answer = await running.space.send('PATCH', `Contacts/${contact.id}`, {
          body: { account_relations: rows },
        });
        expect(answer.status).toBe(422);
        expect(leavesOf(answer)).toContainEqual(
          expect.stringMatching(/^account_relations (120|9020) account_relations\[1\]: \[(id|account_id)\] /),
        );
      }
      expect(await rowsOf(other.contact)).toEqual([other.first, other.second]);
    });
  });

  describe('the job title of a contact', () => {
    const titlesOf = async (contact: TestRecord) => {
      const primary = (await rowsOf(contact)).find((row) => row.is_primary === true);
      const { account_position, primary_account_position } = await running.space.get('Contacts', contact.id);
      return [account_position, primary_account_position, primary?.position];
    };

    it.each(['Owner', null])('changes in the primary row when the contact alone says %j', async (title) => {
      const { contact, first, second } = await newLinked();
      const updated = await running.space.update('Contacts', contact.id, { account_position: title });
      expect(updated).toMatchObject({ account_position: title, primary_account_position: title });
      const [row, other] = await rowsOf(contact);
      expect(row).toMatchObject({ id: first.id, position: title, revision: updated.revision });
      expect(other).toEqual(second);
      await running.space.update('ContactAccountRelations', first.id, { comment: 'x' });
      expect(await titlesOf(contact)).toEqual([title, title, title]);
    });

    it('changes although the rows are sent back as they were', async () => {
      const { contact } = await newLinked();
      const expanded = await running.space.get('Contacts', contact.id, { expand: 'account_relations' });
      await running.space.update('Contacts', contact.id, { ...expanded, account_position: 'Owner' });
      expect(await titlesOf(contact)).toEqual(['Owner', 'Owner', 'Owner']);
    });

    it('changes whatever else its rows lack', async () => {
      const { contact, first } = await newLinked();
      // As an import of an earlier version may have left it.
      const { knex } = running.server.deps.db;
      await knex('contact_account_relations').where({ id: first.id }).update({ account_id: null });
      running.server.expectUndeclared(/ContactAccountRelations.*account_id must be string/);
      await running.space.update('Contacts', contact.id, { account_position: 'Owner' });
      expect(await titlesOf(contact)).toEqual(['Owner', 'Owner', 'Owner']);
    });

    it('does not follow the flag to another account', async () => {
      const { contact, first, second } = await newLinked();
      const whole = await running.space.get('Contacts', contact.id);
      const handedOver = [
        { id: first.id, is_primary: false },
        { id: second.id, is_primary: true },
      ];
      await running.space.update('Contacts', contact.id, { ...whole, account_relations: handedOver });
      expect(await titlesOf(contact)).toEqual(['Adviser', 'Adviser', 'Adviser']);
      const added = [
        { id: second.id, is_primary: false },
        { account_id: accountId(2), is_primary: true },
      ];
      const again = await running.space.get('Contacts', contact.id);
      await running.space.update('Contacts', contact.id, { ...again, account_relations: added });
      expect(await titlesOf(contact)).toEqual([null, null, null]);
    });

    it('is kept until there is an account, and goes to the first one', async () => {
      const [inBody, inCollection, withOwn] = await Promise.all(
        [1, 2, 3].map(() => running.space.newContact({ account_position: 'Buyer' })),
      );
      if (!inBody || !inCollection || !withOwn) throw new Error('there are no contacts');
      const row = { account_id: accountId(0), is_primary: true };
      await running.space.update('Contacts', inBody.id, { ...inBody, account_relations: [row] });
      expect(await titlesOf(inBody)).toEqual(['Buyer', 'Buyer', 'Buyer']);
      const made = await running.space.create('ContactAccountRelations', { ...row, contact_id: inCollection.id });
      expect(made.position).toBe('Buyer');
      expect(await titlesOf(inCollection)).toEqual(['Buyer', 'Buyer', 'Buyer']);
      const own = { ...row, contact_id: withOwn.id, position: 'Head' };
      await running.space.create('ContactAccountRelations', own);
      expect(await titlesOf(withOwn)).toEqual(['Head', 'Head', 'Head']);
    });
  });

  describe('in their own collection', () => {
    it('take the flag from the one that has it', async () => {
      const { contact, first, second } = await newLinked();
      const third = await running.space.create('ContactAccountRelations', {
        contact_id: contact.id,
        account_id: accountId(2),
        is_primary: true,
        position: 'Chair',
      });
      expect(await primaryOf(contact)).toEqual({
        row: third.id,
        primary_account: linkTo(2),
        primary_account_position: 'Chair',
      });
      await running.space.update('ContactAccountRelations', second.id, { is_primary: true });
      expect((await primaryOf(contact)).row).toBe(second.id);
      const [row] = await rowsOf(contact);
      expect(row?.id).toBe(first.id);
      expect(row?.revision).toBeGreaterThan(first.revision);
    });

    it('may neither give the flag up nor be the only ones without it', async () => {
      const { contact, first } = await newLinked();
      const given = await running.space.send('PATCH', `ContactAccountRelations/${first.id}`, {
        body: { is_primary: false },
      });
      const alone = await running.space.send('POST', 'ContactAccountRelations', {
        body: { contact_id: (await running.space.newContact()).id, account_id: accountId(0), is_primary: false },
      });
      for (const answer of [given, alone]) {
        expect(answer.status).toBe(422);
        expect(leavesOf(answer)).toEqual([
          "account_relations 9023 Error on field account_relations. Exactly one 'is_primary' item must be set.",
        ]);
      }
      expect((await primaryOf(contact)).row).toBe(first.id);
    });

    it('pass the flag on to the oldest one left when the primary one is deleted', async () => {
      const { contact, first, second } = await newLinked();
      await running.space.delete('ContactAccountRelations', first.id);
      expect(await primaryOf(contact)).toEqual({
        row: second.id,
        primary_account: linkTo(1),
        primary_account_position: 'Adviser',
      });
      await running.space.delete('ContactAccountRelations', second.id);
      expect(await primaryOf(contact)).toEqual({
        row: undefined,
        primary_account: null,
        primary_account_position: null,
      });
    });

    it('show on their parent when they change', async () => {
      const { contact, first } = await newLinked();
      const row = await running.space.update('ContactAccountRelations', first.id, {
        position: 'Owner',
        account_id: accountId(2),
      });
      const after = await running.space.get('Contacts', contact.id);
      expect(after).toMatchObject({
        primary_account: linkTo(2),
        primary_account_position: 'Owner',
        account_position: 'Owner',
        revision: row.revision,
      });
    });

    it('leave one parent for another', async () => {
      const from = await newLinked();
      const to = await newLinked();
      await running.space.update('ContactAccountRelations', from.first.id, { contact_id: to.contact.id });
      expect((await primaryOf(from.contact)).row).toBe(from.second.id);
      expect((await primaryOf(to.contact)).row).toBe(from.first.id);
      expect(await rowsOf(to.contact)).toHaveLength(3);
    });

    it('of an opportunity keep the same rule', async () => {
      const opportunity = await running.space.newOpportunity({
        account_relations: [{ account_id: accountId(0), is_primary: true }, { account_id: accountId(1) }],
      });
      const [row] = (await running.space.list('LeadOpptyAccountRelations', { 'filter[lead_oppty_id]': opportunity.id }))
        .data;
      await running.space.delete('LeadOpptyAccountRelations', row?.id ?? '');
      const { primary_account } = await running.space.get('Opportunities', opportunity.id);
      expect(primary_account).toBe(linkTo(1));
    });
  });

  it('are deleted with their parent', async () => {
    const { contact } = await newLinked();
    await running.space.delete('Contacts', contact.id);
    expect(await rowsOf(contact)).toEqual([]);
    const gone = await running.space.list('ContactAccountRelations', {
      'filter[contact_id]': contact.id,
      'include-deleted': true,
    });
    const { revision } = await running.space.get('Contacts', contact.id, { 'include-deleted': true });
    expect(gone.data.map((row) => row.revision)).toEqual([revision, revision]);
  });

  it('fail on nothing', () => {
    expect(running.server.failures).toEqual([]);
  });
});
