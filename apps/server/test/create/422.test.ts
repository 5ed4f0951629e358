/**
 * Records that are rejected, with every error, and leave nothing behind.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json, TestRecord } from '../test-space.js';

const nowhere = '00000000-0000-0000-0000-00000000beef';

onOneDatabase((running) => {
  let account: TestRecord;
  let deletedType: TestRecord;

  beforeAll(async () => {
    account = await running.space.newAccount();
    deletedType = await running.space.create('ContactTypes', { name: 'Passing' });
    await running.space.delete('ContactTypes', deletedType.id);
  });

  /** Sends a contact with these members over good ones. @returns the leaves of its rejection */
  const reject = async (collection: string, members: Json): Promise<string[]> => {
    const { ownerId, stepIds } = running.space.ids;
    const good: Record<string, Json> = {
      Accounts: { name: 'x', owner_id: ownerId },
      Contacts: { last_name: 'x', owner_id: ownerId },
      Opportunities: {
        name: 'x',
        owner_id: ownerId,
        step_id: stepIds[0],
        closing_date: '2026-01-01',
        value: { base_value: 1 },
      },
      Products: { name: 'x', allowed_pipelines: 1, unit_symbol: 'pcs' },
      Clients: { email: 'a@example.com', default_unit_id: running.space.ids.unitId },
    };
    const total = async () => (await running.space.list(collection, { 'include-total': true, first: 1 })).total;
    const before = await total();
    const answer = await running.space.send('POST', collection, { body: { ...good[collection], ...members } });
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe(40000);
    expect(await total()).toBe(before);
    return leavesOf(answer);
  };

  it.each<[string, Json, string[]]>([
    ['Contacts', { last_name: null }, ["- 119 Non-null field: at least one of 'first_name', 'last_name' must be set."]],
    ['Contacts', { last_name: '' }, ["- 119 Non-null field: at least one of 'first_name', 'last_name' must be set."]],
    ['Accounts', { name: null }, ["- 119 Non-null field 'name' is null or empty."]],
    ['Accounts', { name: '' }, ["- 119 Non-null field 'name' is null or empty."]],
    [
      'Opportunities',
      { name: '', closing_date: null, value: null },
      [
        "- 119 Non-null field 'closing_date' is null or empty.",
        "- 119 Non-null field 'name' is null or empty.",
        "- 119 Non-null field 'value' is null or empty.",
      ],
    ],
    ['Opportunities', { value: {} }, ['value 9020 [value] needs base_value or value_foreign.']],
    ['Contacts', { nmae: 1 }, ['- 9022 Contact has no member "nmae".']],
    ['Contacts', { lastname: 'x' }, ['- 9022 Contact has no member "lastname". Did you mean "last_name"?']],
    ['Contacts', { constructor: 1 }, ['- 9022 Contact has no member "constructor".']],
    ['Contacts', { toString: null }, ['- 9022 Contact has no member "toString".']],
    ['Contacts', { city: 1 }, ['city 9020 [city] must be a text.']],
    ['Contacts', { city: 'a\0b' }, ['city 9020 [city] must be a text without the character U+0000.']],
    ['Contacts', { city: '\ud83d' }, ['city 9020 [city] must be a text without half of a surrogate pair.']],
    ['Contacts', { city: 'x'.repeat(256) }, ['city 9020 [city] must have at most 255 characters.']],
    ['Contacts', { city: '😀'.repeat(256) }, ['city 9020 [city] must have at most 255 characters.']],
    ['Contacts', { city: 'a\nb' }, ['city 9020 [city] must be a single line.']],
    ['Contacts', { gender: 'x' }, ['gender 9020 [gender] must be a whole number.']],
    ['Contacts', { gender: 1.5 }, ['gender 9020 [gender] must be a whole number.']],
    [
      'Contacts',
      { gender: 4 },
      ['gender 9020 [gender] must be one of 0 (Unknown), 1 (Male), 2 (Female), 3 (NonBinary).'],
    ],
    ['Contacts', { is_archived: 'maybe' }, ['is_archived 9020 [is_archived] must be true or false.']],
    ['Contacts', { created: '2024-02-30' }, ['created 9020 [created] must be a day of the calendar.']],
    [
      'Contacts',
      { created: 1700000000 },
      ['created 9020 [created] must be a date-time (YYYY-MM-DDTHH:MM:SS, UTC unless it has an offset).'],
    ],
    ['Contacts', { owner_id: 'me' }, ['owner_id 9020 [owner_id] must be a uuid.']],
    ['Contacts', { owner_id: 5 }, ['owner_id 9020 [owner_id] must be a uuid.']],
    [
      'Contacts',
      { owner_id: nowhere },
      [`owner_id 120 [owner_id] Relation Contact.owner_id=${nowhere} to Client doesn't exist!`],
    ],
    [
      'Contacts',
      { account_relations: {} },
      ['account_relations 9020 [account_relations] must be an array of objects.'],
    ],
    ['Contacts', { account_relations: [1] }, ['account_relations 9020 [account_relations] item 0 must be an object.']],
    [
      'Contacts',
      { account_relations: [{ id: 1, is_primary: true }] },
      ['account_relations 9020 [account_relations] item 0: id must be a uuid.'],
    ],
    [
      'Opportunities',
      { closing_date: '31.12.2026' },
      ['closing_date 9020 [closing_date] must be a date (YYYY-MM-DD).'],
    ],
    ['Opportunities', { ranking: 101 }, ['ranking 9020 [ranking] must be from 0 to 100.']],
    [
      'Opportunities',
      { label_flag: 8 },
      ['label_flag 9020 [label_flag] must be a sum of 1 (Priority), 2 (Hot), 4 (Stalled).'],
    ],
    [
      'Opportunities',
      { value: 5 },
      ['value 9020 [value] must be an object with base_value or value_foreign, and currency_id.'],
    ],
    [
      'Opportunities',
      { value: { amount: 1 } },
      ['value 9020 [value] has no part "amount"; its parts are base_value, currency_id and value_foreign.'],
    ],
    [
      'Opportunities',
      { value: { base_value: 'x' } },
      ['value 9020 [value] base_value must be a number with at most 14 digits before the point.'],
    ],
    [
      'Opportunities',
      { value: { base_value: 1e15 } },
      ['value 9020 [value] base_value must be a number with at most 14 digits before the point.'],
    ],
    [
      'Opportunities',
      { value: { base_value: '99999999999999.99995' } },
      ['value 9020 [value] base_value must be a number with at most 14 digits before the point.'],
    ],
    ['Contacts', { revision: 1.5 }, ['revision 9020 [revision] must be a whole number.']],
    ['Contacts', { revision: 'x' }, ['revision 9020 [revision] must be a whole number.']],
    ['Contacts', { revision: true }, ['revision 9020 [revision] must be a whole number.']],
    [
      'Opportunities',
      { value: { base_value: 1, currency_id: 'EUR' } },
      ['value 9020 [value] currency_id must be a uuid.'],
    ],
    [
      'Opportunities',
      { value: { base_value: 1, value_foreign: 2 } },
      ['value 9020 [value] base_value and value_foreign differ, but the amount is in the base currency.'],
    ],
    [
      'Opportunities',
      { value: { base_value: 1, value_foreign: 1, currency_id: nowhere } },
      [
        `value.currency_id 120 [value.currency_id] Relation Opportunity.value.currency_id=${nowhere} to Currency doesn't exist!`,
      ],
    ],
    ['Clients', { email: 'nobody' }, ['email 9020 [email] must be an e-mail address.']],
    ['Clients', { picture_url: 'x' }, ['picture_url 9020 [picture_url] must be an absolute address.']],
    [
      'Contacts',
      { id: nowhere },
      ['id 9020 [id] is given by the service; to choose it, write with validation-level 8.'],
    ],
  ])('%s with %j', async (collection, members, leaves) => {
    expect((await reject(collection, members)).sort()).toEqual([...leaves].sort());
  });

  it('names each error of a body with many', async () => {
    const leaves = await reject('Contacts', {
      last_name: '',
      owner_id: nowhere,
      gender: 9,
      nmae: 1,
      account_relations: [{ account_id: nowhere, is_primary: 'x' }],
    });
    expect(leaves.map((leaf) => leaf.split(' ').slice(0, 2).join(' ')).sort()).toEqual([
      '- 119',
      '- 9022',
      'account_relations 120',
      'account_relations 9020',
      'account_relations 9023',
      'gender 9020',
      'owner_id 120',
    ]);
  });

  it('names a hundred errors and counts the others', async () => {
    const unknown = Array.from({ length: 8_000 }, (_, index) => [`last_nam${index}`, 1]);
    const leaves = await reject('Contacts', Object.fromEntries(unknown));
    expect(leaves).toHaveLength(101);
    expect(leaves[9]).toBe('- 9022 Contact has no member "last_nam9". Did you mean "last_name"?');
    expect(leaves[10]).toBe('- 9022 Contact has no member "last_nam10".');
    expect(leaves[100]).toBe('- 9020 The body has 7900 more errors.');
  });

  it('counts the errors of nested items among them', async () => {
    const row = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x${index}`, 1]));
    const leaves = await reject('Contacts', { account_relations: [row, row] });
    expect(leaves.filter((leaf) => leaf.includes('ContactAccountRelation has no member'))).toHaveLength(100);
    expect(leaves.filter((leaf) => leaf.includes('more errors'))).toEqual(['- 9020 The body has 25 more errors.']);
  });

  it('rejects a foreign amount alone: nothing says what it is worth', async () => {
    const leaves = await reject('Opportunities', {
      value: { value_foreign: 1, currency_id: running.space.ids.foreignCurrencyId },
    });
    expect(leaves).toEqual([expect.stringMatching(/^value 9020 \[value\] needs both base_value and value_foreign/)]);
  });

  describe('relations to accounts', () => {
    const wanted =
      "account_relations 9023 Error on field account_relations. Exactly one 'is_primary' item must be set.";

    it.each([
      ['none', [false, false]],
      ['two', [true, true]],
      ['none, by leaving it out', [undefined]],
      ['none, by null', [null]],
    ])('with %s flagged', async (_, flags) => {
      const rows = flags.map((is_primary) => ({ account_id: account.id, is_primary }));
      expect(await reject('Contacts', { account_relations: rows })).toContain(wanted);
      expect(await reject('Opportunities', { account_relations: rows })).toContain(wanted);
    });

    it('name the item that an error is in', async () => {
      const rows = [{ account_id: account.id, is_primary: true }, { account_id: nowhere }, { position: 1 }];
      const leaves = await reject('Contacts', { account_relations: rows });
      const text = `account_relations 120 account_relations[1]: [account_id] Relation ContactAccountRelation.account_id=${nowhere} to Account doesn't exist!`;
      expect(leaves).toContain(text);
      expect(leaves).toContain('account_relations 9020 account_relations[2]: [position] must be a text.');
      expect(leaves.some((leaf) => /account_relations\[2\]: Non-null field .*account_id' is null/.test(leaf))).toBe(
        true,
      );
    });

    it('know neither a row nor an account that is not there', async () => {
      const row = 'account_relations 120 account_relations[0]: ';
      const byAccount = await reject('Contacts', { account_relations: [{ id: nowhere, is_primary: true }] });
      expect(byAccount).toContain(
        `${row}[account_id] Relation ContactAccountRelation.account_id=${nowhere} to Account doesn't exist!`,
      );
      const named = { id: nowhere, account_id: account.id, is_primary: true };
      expect(await reject('Contacts', { account_relations: [named] })).toContain(
        `${row}[id] Relation ContactAccountRelation.id=${nowhere} to ContactAccountRelation doesn't exist!`,
      );
    });
  });

  it('rejects a prototype by name', async () => {
    const { ownerId } = running.space.ids;
    const body = `{"last_name":"x","owner_id":"${ownerId}","__proto__":{"is_archived":true}}`;
    const answer = await running.space.send('POST', 'Contacts', { body });
    expect(answer.status).toBe(422);
    expect(leavesOf(answer)).toEqual(['- 9022 Contact has no member "__proto__".']);
    const row = `{"account_id":"${account.id}","is_primary":true,"__proto__":{}}`;
    const nested = `{"last_name":"x","owner_id":"${ownerId}","account_relations":[${row}]}`;
    const inRow = await running.space.send('POST', 'Contacts', { body: nested });
    expect(leavesOf(inRow)).toEqual([
      'account_relations 9022 account_relations[0]: ContactAccountRelation has no member "__proto__".',
    ]);
  });

  it('does not point at a deleted record', async () => {
    expect(await reject('Contacts', { contact_type_id: deletedType.id })).toEqual([
      expect.stringMatching(
        /^contact_type_id 9024 \[contact_type_id\] Relation Contact\.contact_type_id=.* is deleted/,
      ),
    ]);
  });

  it('rejects a value that another record has', async () => {
    const holder = await running.space.newProduct({ sku: 'TAKEN' });
    expect(await reject('Products', { sku: 'TAKEN' })).toEqual([
      `sku 9021 [sku] The value "TAKEN" belongs to another record, ${holder.id}; it must be unique. Letter case and blanks count.`,
    ]);
    await running.space.newProduct({ sku: 'taken' });
    await running.space.newProduct({ sku: 'TAKEN ' });
    // Another space has values of its own.
    const other = await running.server.newSpace('values');
    await other.newProduct({ sku: 'TAKEN' });
  });

  it('rejects an id that is taken, also by a deleted record, and one that is none', async () => {
    const contact = await running.space.newContact();
    await running.space.delete('Contacts', contact.id);
    const body = { last_name: 'x', owner_id: running.space.ids.ownerId };
    for (const [id, code] of [
      [contact.id, 9021],
      [contact.id.toUpperCase(), 9021],
      ['x', 9020],
    ] as const) {
      const answer = await running.space.send('POST', 'Contacts', {
        body: { ...body, id },
        query: { 'validation-level': 8 },
      });
      expect(answer.status).toBe(422);
      expect(leavesOf(answer)).toEqual([expect.stringMatching(new RegExp(`^id ${code} `))]);
    }
  });

  it('rejects JSON that is nested too deeply to be shown again', async () => {
    const send = (depth: number) => {
      const body = `{"name":"x","form_edit":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      return running.space.send('POST', 'ContactTypes', { body });
    };
    const answer = await send(150);
    expect(answer.status).toBe(422);
    expect(leavesOf(answer)).toEqual([expect.stringMatching(/^form_edit 9020 \[form_edit\] /)]);
    for (const depth of [1_500, 90_000]) {
      const message = 'The JSON data is nested deeper than 200 levels.';
      expect(await send(depth)).toMatchObject({ status: 400, body: { code: 117, message } });
    }
    expect((await running.space.send('GET', 'ContactTypes')).status).toBe(200);
  });

  it('rejects more rows than one body may hold', async () => {
    const rows = Array.from({ length: 1001 }, () => ({}));
    expect(await reject('Contacts', { account_relations: rows })).toEqual([
      expect.stringMatching(/^account_relations 9020 \[account_relations\] must have at most 1000 items/),
    ]);
  });

  it('fails on nothing', () => {
    expect(running.server.failures).toEqual([]);
  });
});
