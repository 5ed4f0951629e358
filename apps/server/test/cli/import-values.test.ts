/**
 * How an import finds the records that its lines name, and reads amounts.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { runWrite } from '../../src/records/write/run-write.js';
import { deleteRecord } from '../../src/records/write/write-records.js';
import { oneDatabase } from '../fixture.js';
import { accountsMapping, countsOf, header, ImportFixture } from './import-fixture.js';

describe.each(oneDatabase)('an import on %s', (database) => {
  let at: ImportFixture;

  beforeAll(async () => {
    at = await ImportFixture.open(database);
  });

  afterAll(() => at.place.drop());

  describe('look-ups', () => {
    const mapping = (more: string) => `version: 1
steps:
  - name: Contacts
    file: contacts.csv
    collection: Contacts
    key: [first_name, last_name]
    when: { column: kind, is: [person, 1] }
    members:
      first_name: first
      last_name: last
      gender: { column: gender, map: { w: Female }, otherwise: Unknown }
      owner_id: { value: admin@example.com, lookup: { collection: Clients, by: email } }
      account_relations:
        rows:
          - account_id:
              column: account
              lookup:
                collection: Accounts
                by: name
${more}
            is_primary: { value: yes }
            position: position
`;
    const create = `                create:
                  owner_id: { value: admin@example.com, lookup: { collection: Clients, by: email } }
                  city: town`;
    const contacts =
      'first,last,gender,kind,account,position,town\n' +
      'Ada,Byron,w,person,Analytical Ltd,Analyst,London\n' +
      'Ada,Lovelace,,1,Analytical Ltd,,Ockham\n' +
      'Charles,Babbage,m,person,,,\n' +
      'Engine,,m,machine,Analytical Ltd,,London\n';

    const runContacts = (space: string, text: string) => {
      at.place.write('contacts.csv', contacts);
      const path = at.place.write('contacts.yaml', text);
      return at.run(['import', path, '--space', space, '--json']);
    };

    it('make missing records once, from the first line that names them', async () => {
      const { id, view } = await at.newSpace();
      const said = await runContacts(id, mapping(create));
      expect(said.code).toBe(0);
      expect(countsOf(said)).toEqual({ created: 3, updated: 0, unchanged: 0, rejected: 0, passedOver: 1 });
      expect(JSON.parse(said.out).steps[0].createdForLookups).toBe(1);
      expect(await view.list('Account', ['name', 'city'])).toEqual([
        expect.objectContaining({ name: 'Analytical Ltd', city: 'London' }),
      ]);
      const members = ['formatted_name', 'gender', 'primary_account', 'primary_account_position'];
      const people = (await view.list('Contact', members)).map((person) => members.map((member) => person[member]));
      expect(people).toEqual([
        ['Ada Byron', 2, expect.stringContaining('/Accounts/'), 'Analyst'],
        ['Ada Lovelace', 0, expect.stringContaining('/Accounts/'), null],
        ['Charles Babbage', 0, null, null],
      ]);
      const again = await runContacts(id, mapping(create));
      expect(countsOf(again)).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
      expect(JSON.parse(again.out).steps[0].createdForLookups).toBe(0);
      await view.close();
    });

    it('reject lines when there is nothing and nothing is to be made', async () => {
      const { id, view } = await at.newSpace();
      const said = await runContacts(id, mapping(''));
      expect(said.code).toBe(3);
      expect(said.error).toMatch(
        /contacts\.csv:2: .*\n {2}account "Analytical Ltd": no record of Accounts\.name matches/,
      );
      expect(countsOf(said)).toMatchObject({ created: 1, rejected: 2 });
      await view.close();
    });

    it('do not find records that are deleted', async () => {
      const { id, view } = await at.newSpace();
      await at.importAccounts(id, `${header}Analytical Ltd,London,,\n`);
      const [account] = await view.list('Account', ['id']);
      const record = { entityType: 'Account', id: String(account?.id), validationLevel: 0 };
      await runWrite(view.deps, systemCall(id), record, deleteRecord);
      const said = await runContacts(id, mapping(''));
      expect(said.error).toContain('account "Analytical Ltd": no record of Accounts.name matches');
      await view.close();
    });

    it('reject lines when the missing record cannot be made', async () => {
      const { id, view } = await at.newSpace();
      const said = await runContacts(id, mapping('                create: { city: town }'));
      expect(said.error).toContain('no record of Accounts.name matches, and none can be made: ');
      expect(await view.count('Account')).toBe(0);
      await view.close();
    });

    it('find what an earlier step of the same import has made, though it was not there before', async () => {
      const { id, view } = await at.newSpace();
      const [, contactsStep = ''] = mapping('').split('steps:\n');
      const accountsStep = `  - name: Accounts
    file: contacts.csv
    collection: Accounts
    key: name
    when: { column: account, filled: true }
    distinct: account
    members:
      name: account
      owner_id: { value: admin@example.com, lookup: { collection: Clients, by: email } }
`;
      const said = await runContacts(id, `version: 1\nsteps:\n${contactsStep}${accountsStep}${contactsStep}`);
      const counts = JSON.parse(said.out).steps.map(({ created, rejected, passedOver }: Record<string, number>) => [
        created,
        rejected,
        passedOver,
      ]);
      expect(counts).toEqual([
        [1, 2, 1],
        [1, 0, 3],
        [2, 0, 1],
      ]);
      await view.close();
    });

    it('reject lines when several records match', async () => {
      const { id, view } = await at.newSpace();
      await at.importAccounts(id, `${header}Analytical Ltd,London,,\n`);
      const twice = accountsMapping.replace('key: name', 'key: city');
      at.place.write('accounts.csv', `${header}Analytical Ltd,Paris,,\n`);
      await at.run(['import', at.place.write('twice.yaml', twice), '--space', id]);
      const said = await runContacts(id, mapping(''));
      expect(said.error).toContain('account "Analytical Ltd": 2 records of Accounts.name match');
      await view.close();
    });
  });

  describe('amounts', () => {
    it('are taken in the base currency or another, and compared as numbers', async () => {
      const { id, view } = await at.newSpace();
      at.place.write('deals.csv', 'name,amount,currency\nOne,12.50,USD\nTwo,1e3,USD\nThree,7,EUR\n');
      const mapping = at.place.write(
        'deals.yaml',
        `version: 1
steps:
  - name: Deals
    file: deals.csv
    collection: Opportunities
    key: name
    members:
      name: name
      value.base_value: amount
      value.value_foreign: amount
      value.currency_id: { column: currency, lookup: { collection: Currencies, by: code } }
      closing_date: { value: 2026-09-30 }
      step_id: { value: Proposal, lookup: { collection: Steps, by: name } }
      owner_id: { value: admin@example.com, lookup: { collection: Clients, by: email } }
`,
      );
      const args = ['import', mapping, '--space', id, '--json'];
      const said = await at.run(args);
      expect(said.error).toMatch(/deals\.csv:3: .*\n {2}amount "1e3": expected a number such as 12\.5/);
      const codes = new Map((await view.list('Currency', ['code'])).map((currency) => [currency.id, currency.code]));
      const values = (await view.list('Opportunity', ['value'])).map(({ value }) => value as Record<string, unknown>);
      expect(values.map((value) => [value.base_value, value.value_foreign, codes.get(value.currency_id)])).toEqual([
        [12.5, 12.5, 'USD'],
        [7, 7, 'EUR'],
      ]);
      expect(countsOf(await at.run(args))).toMatchObject({ created: 0, updated: 0, unchanged: 2, rejected: 1 });
      await view.close();
    });
  });
});
