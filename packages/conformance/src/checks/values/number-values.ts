/**
 * Promises about numbers, flags and amounts on the wire.
 */

import { idOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectEqual } from '../../expectation.js';
import { expectSuccess } from '../../http/answer.js';
import { readObject, readText } from '../../http/json.js';
import { expectRejected, expectRoundTrip } from './value-round-trip.js';

export const numberValueChecks: readonly Check[] = [
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
    id: 'value.number.rejected',
    sentence:
      'MUST reject a fraction for a whole number, a number out of its range and a text that is not a number with 422',
    spec: 'v100#/components/schemas/OpportunityCreate',
    run: async (context) => {
      for (const value of [1.5, 'many', 2 ** 53, true]) await expectRejected(context, 'Data', 'sort_order', value);
      for (const value of [-1, 101]) await expectRejected(context, 'Opportunity', 'ranking', value);
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
      await expectRejected(context, 'Opportunity', 'label_flag', 8);
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
];
