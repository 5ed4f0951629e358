/**
 * Lists that are rejected: code 117, a message that names the parameter and, when close, the name that was meant.
 */
import { beforeAll, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { QueryValue } from '../test-space.js';

const cursorOf = (...values: unknown[]) => Buffer.from(JSON.stringify(values)).toString('base64');
const id = '01a1fdea-10da-766f-926d-3bbd6b3a11b4';

const parents = (depth: number) => `${'parent_account.'.repeat(depth)}city`;

/** The query, what the message must say, and the collection when it is not Contacts. */
const rejected: [query: Readonly<Record<string, QueryValue>>, words: readonly string[], collection?: string][] = [
  [{ first: 0 }, ['first: must be a whole number from 1 to 100.']],
  [{ first: 101 }, ['first: must be a whole number from 1 to 100.']],
  [{ first: -1 }, ['first:']],
  [{ first: '1.5' }, ['first:']],
  [{ first: 'ten' }, ['first:']],
  [{ first: '1e1' }, ['first:']],
  [{ first: '99999999999999999999' }, ['first:']],
  [{ first: [1, 2] }, ['first: may be given once only']],
  [{ last: 0 }, ['last:']],
  [{ last: 101 }, ['last:']],
  [{ limit: 0 }, ['limit:']],
  [{ offset: -1 }, ['offset:']],
  [{ limit: 1, first: 1 }, ['limit:', 'first']],
  [{ 'include-deleted': 'maybe' }, ['include-deleted: must be true or false']],
  [{ 'include-total': 2 }, ['include-total:']],
  [{ after: 'x' }, ['after: not a usable cursor']],
  [{ after: 'ÄÖÜ' }, ['after: not a usable cursor']],
  [{ before: Buffer.from('{}').toString('base64') }, ['before: not a usable cursor']],
  [{ after: Buffer.from('["').toString('base64') }, ['after: not a usable cursor']],
  [{ after: cursorOf() }, ['after: not a usable cursor', 'another order']],
  [{ after: cursorOf(null) }, ['after: not a usable cursor']],
  [{ after: cursorOf('not a uuid') }, ['after: not a usable cursor']],
  [{ after: cursorOf('x', id) }, ['after: not a usable cursor', 'another order']],
  [{ after: cursorOf(id), 'order-by': 'last_name' }, ['after: not a usable cursor', 'another order']],
  [{ after: cursorOf(1, id), 'order-by': 'last_name' }, ['after: not a usable cursor']],
  [{ after: cursorOf('2024', id), 'order-by': 'created' }, ['after: not a usable cursor']],
  [{ after: cursorOf('Leeds\0', id), 'order-by': 'city' }, ['after: not a usable cursor']],
  [{ after: cursorOf(['Leeds'], id), 'order-by': 'city' }, ['after: not a usable cursor']],
  [{ 'order-by': 'lastname' }, ['order-by: Contact has no field "lastname"', 'Did you mean "last_name"?']],
  [{ 'order-by': 'owner.emial' }, ['order-by: Client has no field "emial"', 'Did you mean "email"?']],
  [{ 'order-by': 'account_relations.position' }, ['order-by:', 'leads to many records']],
  [{ 'order-by': 'account_relations' }, ['order-by:', 'leads to many records']],
  [{ 'order-by': 'last_name.length' }, ['order-by: "last_name" of Contact is a value']],
  [
    { 'order-by': 'value.currency.code' },
    ['order-by: "value" of Opportunity is an amount; its parts are base_value, value_foreign, currency_id.'],
    'Opportunities',
  ],
  [
    { 'filter[value.currency.code]': '1' },
    ['filter[value.currency.code]: "value" of Opportunity is an amount'],
    'Opportunities',
  ],
  [{ 'order-by': 'health' }, ['order-by:', 'has no order'], 'Accounts'],
  [{ 'order-by': '__proto__' }, ['order-by: Contact has no field "__proto__"']],
  [{ 'order-by': 'constructor' }, ['order-by: Contact has no field "constructor"']],
  [
    { 'order-by': Array.from({ length: 9 }, (_, index) => `email${(index % 5) + 1}`).join() },
    ['order-by:', '8 fields'],
  ],
  [{ expand: 'ownr' }, ['expand: "ownr" of Contact', 'Did you mean "owner"?']],
  [{ expand: 'owner_id' }, ['expand: "owner_id" of Contact is not a relation', 'Did you mean "owner"?']],
  [{ expand: 'last_name' }, ['expand: "last_name" of Contact is not a relation']],
  [{ expand: 'owner.default_uint' }, ['expand: "default_uint" of Client', 'default_unit']],
  [{ expand: 'owner.' }, ['expand:']],
  [{ expand: '__proto__' }, ['expand: "__proto__" of Contact is unknown']],
  [{ expand: 'toString' }, ['expand: "toString" of Contact is unknown']],
  [
    { expand: 'parent_account.parent_account.parent_account.parent_account.parent_account.parent_account' },
    ['expand: at most 5 levels'],
    'Accounts',
  ],
  [{ 'load-only': 'nmae' }, ['load-only: Account has no field "nmae"', 'Did you mean "name"?'], 'Accounts'],
  [{ 'load-only': 'name.first' }, ['load-only: "name" of Account has no members'], 'Accounts'],
  [{ 'load-only': 'owner.emial' }, ['load-only: Client has no field "emial"']],
  [{ 'load-only': '__proto__' }, ['load-only: Contact has no field "__proto__"']],
  [{ expand: Array(6_000).fill('a').join('.') }, ['expand: at most 5 levels']],
  [{ 'load-only': Array(6_000).fill('a').join('.') }, ['load-only: at most 5 levels']],
  [{ 'order-by': parents(6) }, ['order-by: follows more than 5 relations'], 'Accounts'],
  [{ [`filter[${parents(6)}]`]: 'x' }, [`filter[${parents(6)}]: follows more than 5 relations`], 'Accounts'],
  [{ 'filter[lastname]': 'x' }, ['filter[lastname]: Contact has no field "lastname"', 'Did you mean "last_name"?']],
  [{ 'filter[owner.emial]': 'x' }, ['filter[owner.emial]: Client has no field "emial"', 'Did you mean "email"?']],
  [{ 'filter[owner.]': 'x' }, ['filter[owner.]:']],
  [{ 'filter[__proto__]': 'x' }, ['filter[__proto__]: Contact has no field "__proto__"']],
  [{ 'filter[owner.constructor]': 'x' }, ['filter[owner.constructor]: Client has no field "constructor"']],
  [{ filter: 'x' }, ['filter: must have the form filter[<field>]']],
  [{ 'filter-op': 'eq' }, ['filter-op: must have the form filter-op[<field>]']],
  [
    { 'filter[last_name]': 'zzz', 'filter-op[last_name]': 'not-null' },
    ['filter[last_name]: "not-null" takes no value'],
  ],
  [
    { 'filter[last_name]': ['', 'zzz'], 'filter-op[last_name]': 'empty' },
    ['filter[last_name]: "empty" takes no value'],
  ],
  [{ 'filter[last_name': 'x' }, ['filter[last_name: must have the form filter[<field>]']],
  [{ 'filter[last_name][eq]': 'x' }, ['filter[last_name][eq]: must have the form filter[<field>]']],
  [
    { 'filter-op[last_name]': 'like', 'filter[last_name]': 'x' },
    ['filter-op[last_name]: "like" is not an operator', 'icontains'],
  ],
  [
    { 'filter-op[last_name]': 'toString', 'filter[last_name]': 'x' },
    ['filter-op[last_name]: "toString" is not an operator'],
  ],
  [
    { 'filter-op[last_name]': ['eq', 'eq'], 'filter[last_name]': 'x' },
    ['filter-op[last_name]: may be given once only'],
  ],
  [{ 'filter-op[last_name]': 'contains' }, ['filter-op[last_name]: needs a value in filter[last_name]']],
  [{ 'filter[last_name]': 'a\0b' }, ['filter[last_name]:', 'a text without the character U+0000']],
  [{ 'filter[gender]': 'male' }, ['filter[gender]: "male" is not a whole number']],
  [{ 'filter[gender]': '1.5' }, ['filter[gender]: "1.5" is not a whole number']],
  [
    { 'filter[revision]': '9223372036854775808' },
    ['"9223372036854775808" is not a whole number from -9007199254740991 to 9007199254740991'],
  ],
  [{ 'filters[city]': 'Leeds' }, ['filters: is not a parameter here; use filter.']],
  [{ include_total: 'true' }, ['include_total: is not a parameter here; use include-total.']],
  [{ 'filter[gender]': '' }, ['filter[gender]: "" is not a whole number']],
  [{ 'filter[gender]': '1', 'filter-op[gender]': 'contains' }, ['filter[gender]:', '"contains" does not fit']],
  [{ 'filter[is_archived]': 'yes' }, ['filter[is_archived]: "yes" is not true or false']],
  [{ 'filter[is_archived]': 'true', 'filter-op[is_archived]': 'gt' }, ['filter[is_archived]:', '"gt" does not fit']],
  [{ 'filter[created]': 'yesterday' }, ['filter[created]: "yesterday" is not a date-time']],
  [{ 'filter[created]': '2024-02-30' }, ['filter[created]: "2024-02-30" is not a day of the calendar']],
  [{ 'filter[created]': '2024-01-01T25:00:00' }, ['filter[created]:']],
  [
    { 'filter[closing_date]': '2024-13-01' },
    ['filter[closing_date]: "2024-13-01" is not a day of the calendar'],
    'Opportunities',
  ],
  [{ 'filter[owner_id]': 'me' }, ['filter[owner_id]: "me" is not a uuid']],
  [{ 'filter[value]': '1,5' }, ['filter[value]: "1,5" is not a number'], 'Opportunities'],
  [{ 'filter[value]': '123456789012345' }, ['filter[value]:', '14 digits'], 'Opportunities'],
  [{ 'filter[value]': '0'.repeat(65) }, ['filter[value]:', 'is not a number'], 'Opportunities'],
  [{ 'filter[value.amount]': '1' }, ['filter[value.amount]:'], 'Opportunities'],
  [{ 'filter[health]': '{}' }, ['filter[health]:', '"eq" does not fit'], 'Accounts'],
  [
    { 'filter-op[gender]': 'between', 'filter[gender]': '1' },
    ['filter[gender]:', '"between" takes two values', '1 given'],
  ],
  [{ 'filter-op[gender]': 'between', 'filter[gender]': '1,2,3' }, ['filter[gender]:', '3 given']],
  [{ 'filter-op[gender]': 'between', 'filter[gender]': ['1', '2', '3'] }, ['filter[gender]:', '3 given']],
  [
    { 'filter-op[last_name]': 'gt', 'filter[last_name]': ['a', 'b'] },
    ['filter[last_name]:', '"gt" takes one value', '2 given'],
  ],
  [
    { 'filter-op[account_relations]': 'gt', 'filter[account_relations]': '1' },
    ['filter[account_relations]:', '"gt" does not fit'],
  ],
];

onOneDatabase((running) => {
  beforeAll(() => running.space.newContact());

  it.each(rejected)('%j', async (query, words, collection = 'Contacts') => {
    const { status, body } = await running.space.send('GET', collection, { query });
    expect({ status, ...body }).toStrictEqual({
      status: 400,
      code: 117,
      name: 'ERROR_PARAMETER_INVALID',
      message: expect.any(String),
      http_status: 400,
      success: false,
    });
    for (const word of words) expect(body.message).toContain(word);
  });

  it('names every error of the grammar at once', async () => {
    const query = { first: 0, last: 0, 'include-deleted': 'x', 'filter-op[last_name]': 'like' };
    const { body } = await running.space.send('GET', 'Contacts', { query });
    for (const name of ['first:', 'last:', 'include-deleted:', 'filter-op[last_name]:']) {
      expect(body.message).toContain(name);
    }
  });

  it('does not show more of a long operand than is needed to find it', async () => {
    const { body } = await running.space.send('GET', 'Contacts', { query: { 'filter[gender]': 'x'.repeat(5000) } });
    expect(String(body.message).length).toBeLessThan(200);
  });

  it('fails on nothing else', () => {
    expect(running.server.failures).toEqual([]);
  });
});
