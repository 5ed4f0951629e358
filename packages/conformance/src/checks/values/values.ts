/**
 * Promises about how values look on the wire, in and out.
 */

import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectEqual, expectThat } from '../../expectation.js';
import { expectRejected, expectRoundTrip } from './value-round-trip.js';

const dateTimeForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/;

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
    id: 'value.date-time.rejected',
    sentence: 'MUST reject a text that names no moment with 422',
    spec: 'v100#/components/schemas/DateTimeInput',
    run: async (context) => {
      for (const moment of ['soon', '2021-02-30T00:00:00', '2021-01-01T25:00:00', 17])
        await expectRejected(context, 'Account', 'created', moment);
    },
  },
  {
    id: 'value.date',
    sentence: 'MUST write dates as `YYYY-MM-DD` and take a date-time for a date, cut to its day',
    spec: 'v100#/components/schemas/Opportunity',
    run: async (context) => {
      await expectRoundTrip(context, 'Opportunity', 'closing_date', '2028-02-29');
      await expectRoundTrip(context, 'Opportunity', 'closing_date', '2028-02-29T10:00:00', '2028-02-29');
      await expectRejected(context, 'Opportunity', 'closing_date', '2027-02-29');
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
    sentence: 'MUST reject a text longer than declared with 422 and keep one of exactly that length',
    spec: 'v100#/components/schemas/AccountCreate',
    run: async (context) => {
      const city = context.fixtures.entityType('Account').fields.find((field) => field.name === 'city');
      const longest = (city?.kind === 'value' ? city.maxLength : undefined) ?? 255;
      await expectRoundTrip(context, 'Account', 'city', '😀'.repeat(longest));
      await expectRejected(context, 'Account', 'city', 'x'.repeat(longest + 1));
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
