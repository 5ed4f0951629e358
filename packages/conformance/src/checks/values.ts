/**
 * Promises about how values look on the wire, in and out.
 */
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { idOf } from '../doors/record.js';
import { expectMistake, expectValidationError } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { expectSuccess } from '../http/answer.js';
import { type Json, readObject, readText } from '../http/json.js';

const dateTimeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/;

/** Writes a value and expects another one back, in the answer to the write and in a list. */
async function expectRoundTrip(
  context: CheckContext,
  name: string,
  member: string,
  sent: Json,
  wanted: Json = sent,
): Promise<void> {
  const { rest, fixtures } = context;
  const record = await fixtures.create(name, { [member]: sent });
  expectEqual(record[member], wanted, `${member} sent as ${JSON.stringify(sent)}`);
  const { records } = await rest.list(fixtures.entityType(name).collection, { 'filter[id]': idOf(record) });
  expectEqual(records[0]?.[member], wanted, `${member} sent as ${JSON.stringify(sent)}, listed`);
}

/** Expects a create with the value to be refused, naming the member. */
async function expectRefused(
  { rest, fixtures }: CheckContext,
  name: string,
  member: string,
  value: Json,
): Promise<void> {
  const body = await fixtures.body(name, { [member]: value });
  const answer = await rest.send('POST', fixtures.entityType(name).collection, undefined, { body });
  expectMistake(expectValidationError(answer, name), member);
}

export const valueChecks: readonly Check[] = [
  {
    id: 'value.date-time.out',
    sentence: 'MUST write date-times as `YYYY-MM-DDTHH:MM:SS.ffffff`, UTC, without zone',
    spec: 'v100#/components/schemas/DateTime',
    run: async ({ fixtures }) => {
      const began = Date.now();
      const { created, modified } = await fixtures.create('Account');
      for (const moment of [created, modified])
        expectThat(dateTimeForm.test(String(moment)), `${String(moment)} should be a date-time`);
      const skewMs = Math.abs(Date.parse(`${String(created)}Z`) - began);
      expectThat(skewMs < 12 * 3_600_000, `created should be about now in UTC, is ${String(created)}`);
    },
  },
  {
    id: 'value.date-time.in',
    sentence:
      'MUST take date-times with `T` or a blank, with or without fraction, with `Z`, an offset or no zone, which means UTC',
    spec: 'v100#/components/schemas/DateTimeInput',
    run: async (context) => {
      const forms = {
        '2021-03-04T05:06:07': '2021-03-04T05:06:07.000000',
        '2021-03-04 05:06:07': '2021-03-04T05:06:07.000000',
        '2021-03-04T05:06:07Z': '2021-03-04T05:06:07.000000',
        '2021-03-04T05:06:07.8': '2021-03-04T05:06:07.800000',
        '2021-03-04T05:06:07.123456Z': '2021-03-04T05:06:07.123456',
        '2021-03-04T05:06:07+02:00': '2021-03-04T03:06:07.000000',
        '2021-03-04T23:06:07-02:30': '2021-03-05T01:36:07.000000',
      };
      for (const [sent, wanted] of Object.entries(forms))
        await expectRoundTrip(context, 'Account', 'created', sent, wanted);
    },
  },
  {
    id: 'value.date-time.refused',
    sentence: 'MUST refuse a text that names no moment with 422',
    spec: 'v100#/components/schemas/DateTimeInput',
    run: async (context) => {
      for (const moment of ['soon', '2021-02-30T00:00:00', '2021-01-01T25:00:00', 17])
        await expectRefused(context, 'Account', 'created', moment);
    },
  },
  {
    id: 'value.date',
    sentence: 'MUST write dates as `YYYY-MM-DD` and take a date-time for a date, cut to its day',
    spec: 'v100#/components/schemas/Opportunity',
    run: async (context) => {
      await expectRoundTrip(context, 'Opportunity', 'closing_date', '2028-02-29');
      await expectRoundTrip(context, 'Opportunity', 'closing_date', '2028-02-29T10:00:00', '2028-02-29');
      await expectRefused(context, 'Opportunity', 'closing_date', '2027-02-29');
    },
  },
  {
    id: 'value.text',
    sentence: 'MUST keep texts exactly: all of Unicode, line breaks, quotes, blanks at the ends, the empty text',
    spec: 'v100#/components/schemas/AccountCreate',
    run: async (context) => {
      const texts = [
        '',
        ' a ',
        'line\r\nline\n\ttab',
        `'"\\/%_;--`,
        '</script>&amp;',
        'żółć 漢字 ﷽ 😀👩‍👩‍👧',
        'e\u0301 é',
        '\u2028',
        'null',
      ];
      for (const text of texts) await expectRoundTrip(context, 'Account', 'address', text);
    },
  },
  {
    id: 'value.text.too-long',
    sentence: 'MUST refuse a text longer than declared with 422 and keep one of exactly that length',
    spec: 'v100#/components/schemas/AccountCreate',
    run: async (context) => {
      const city = context.fixtures.entityType('Account').fields.find((field) => field.name === 'city');
      const longest = (city?.kind === 'value' ? city.maxLength : undefined) ?? 255;
      await expectRoundTrip(context, 'Account', 'city', '😀'.repeat(longest));
      await expectRefused(context, 'Account', 'city', 'x'.repeat(longest + 1));
    },
  },
  {
    id: 'value.number',
    sentence: 'MUST keep whole numbers and decimals exactly and write them as JSON numbers',
    spec: 'v100#/components/schemas/Data',
    run: async (context) => {
      for (const number of [0, -1, 2_147_483_647, -2_147_483_648])
        await expectRoundTrip(context, 'Data', 'sort_order', number);
      for (const number of [0.1, 1234567.89, -0.01, 12345678901234])
        await expectRoundTrip(context, 'Data', 'calc_value', number);
    },
  },
  {
    id: 'value.number.refused',
    sentence:
      'MUST refuse a fraction for a whole number, a number out of its range and a text that is no number with 422',
    spec: 'v100#/components/schemas/OpportunityCreate',
    run: async (context) => {
      for (const value of [1.5, 'many', 2 ** 53, true]) await expectRefused(context, 'Data', 'sort_order', value);
      for (const value of [-1, 101]) await expectRefused(context, 'Opportunity', 'ranking', value);
      await expectRoundTrip(context, 'Opportunity', 'ranking', 100);
    },
  },
  {
    id: 'value.boolean',
    sentence: 'MUST write booleans as true and false',
    spec: 'v100#/components/schemas/Account',
    run: async (context) => {
      for (const value of [true, false]) await expectRoundTrip(context, 'Account', 'is_unsubscribed', value);
    },
  },
  {
    id: 'value.bit-mask',
    sentence: 'MUST take any sum of the bits of `label_flag`, and no other number',
    spec: 'v100#/components/schemas/Opportunity',
    run: async (context) => {
      for (const bits of [0, 1, 6, 7]) await expectRoundTrip(context, 'Opportunity', 'label_flag', bits);
      await expectRefused(context, 'Opportunity', 'label_flag', 8);
    },
  },
  {
    id: 'value.json',
    sentence: 'MUST keep free JSON members exactly',
    spec: 'v100#/components/schemas/AccountType',
    run: async (context) => {
      for (const json of [{ a: [1, 'zwei', null, { b: true }] }, [], 'text', 0, false])
        await expectRoundTrip(context, 'AccountType', 'form_edit', json);
    },
  },
  {
    id: 'value.uuid.case',
    sentence: 'MUST take uuids in any case, in bodies and paths, and write them in lower case',
    spec: 'v100#/components/parameters/Id',
    run: async ({ rest, fixtures }) => {
      const parent = idOf(await fixtures.create('Account'));
      const account = await fixtures.create('Account', { parent_account_id: parent.toUpperCase() });
      expectEqual(account.parent_account_id, parent, 'parent_account_id');
      expectEqual(idOf(await rest.get('Accounts', parent.toUpperCase())), parent, 'id of the record got');
      const { records } = await rest.list('Accounts', { 'filter[parent_account_id]': parent.toUpperCase() });
      expectEqual(records.length, 1, 'records found by the id in upper case');
    },
  },
  {
    id: 'value.money.base',
    sentence:
      'MUST write money as `base_value`, `currency_id` and `value_foreign`, and work the foreign value out from the base value',
    spec: 'v100#/components/schemas/Money',
    run: async ({ rest, fixtures }) => {
      const opportunity = await fixtures.create('Opportunity', { value: { base_value: 1054.55 } });
      const value = readObject(opportunity.value, 'value');
      expectEqual(Object.keys(value).sort(), ['base_value', 'currency_id', 'value_foreign'], 'members of value');
      expectEqual([value.base_value, value.value_foreign], [1054.55, 1054.55], 'both values in the base currency');
      expectSuccess(await rest.send('GET', 'Currencies', readText(value.currency_id, 'value.currency_id')));
    },
  },
  {
    id: 'value.money.foreign',
    sentence: 'MUST work the base value out from the foreign value; in the base currency both are equal',
    spec: 'v100#/components/schemas/MoneyInput',
    run: async ({ rest, fixtures }) => {
      const currency_id = await fixtures.idOf('Currency');
      const opportunity = await fixtures.create('Opportunity', { value: { value_foreign: 12.5, currency_id } });
      const wanted = { base_value: 12.5, currency_id, value_foreign: 12.5 };
      expectEqual(opportunity.value, wanted, 'value');
      const changed = await rest.update('Opportunities', idOf(opportunity), { value: { base_value: 99.99 } });
      expectEqual(changed.value, { base_value: 99.99, currency_id, value_foreign: 99.99 }, 'value after a change');
    },
  },
  {
    id: 'value.order',
    sentence: 'SHOULD begin a record with `is_delete_protected`, `id`, `is_deleted`, `modified` and `created`',
    spec: 'v100#/components/schemas/Account',
    run: async ({ fixtures }) => {
      const names = Object.keys(await fixtures.create('Account'));
      expectEqual(
        names.slice(0, 5),
        ['is_delete_protected', 'id', 'is_deleted', 'modified', 'created'],
        'first members',
      );
    },
  },
];
