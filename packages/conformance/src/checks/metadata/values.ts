/**
 * Promises about custom fields that the server fills or guards itself: unique values, defaults and numbers given in order.
 */

import { idOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectFieldError, expectValidationError } from '../../expect-error.js';
import { expectEqual } from '../../expectation.js';
import { isJsonObject, type Json } from '../../http/json.js';
import { defineField } from '../define.js';
import { chooseFrom, defineChoice } from '../define-choice.js';

const unique = 'v100#/components/schemas/FieldCreate/properties/is_unique';
const pattern = 'v100#/components/schemas/FieldCreate/properties/sequence_pattern';

/** How many requests come at once. */
const atOnce = 8;

/** A value of each type that a field can have whose values are sent as they are. */
const sampleValues: readonly (readonly [type: string, value: Json])[] = [
  ['currency_foreign', { base_value: 12.5 }],
  ['input', 'Größe "4"'],
  ['text_area', 'two\nlines'],
  ['integer', 7],
  ['float', 0.25],
  ['currency', 1054.55],
  ['checkbox', true],
  ['date', '2024-02-29'],
  ['datetime', '2024-02-29T12:30:00.000000'],
  ['url', 'https://example.com/a?b=c'],
  ['phone', '+43 1 234'],
  ['email', 'anna@example.com'],
];

export const metadataValueChecks: readonly Check[] = [
  {
    id: 'metadata.unique',
    sentence: 'MUST reject a value of a field with `is_unique` that a record has, and take it once that is deleted',
    spec: unique,
    run: async (context) => {
      const { rest, fixtures } = context;
      const { member } = await defineField(context, 'unique', { type_id: 'input', is_unique: true });
      const value = fixtures.uniqueText();
      const first = await fixtures.create('Project', { [member]: value });
      const [second = {}] = await fixtures.createAll('Project', [{ [member]: null }, { [member]: null }]);
      const body = await fixtures.body('Project', { [member]: value });
      for (const answer of [
        await rest.send('POST', 'Projects', undefined, { body }),
        await rest.send('PATCH', 'Projects', idOf(second), { body: { [member]: value } }),
      ]) {
        expectFieldError(expectValidationError(answer, 'Project'), member);
      }
      await rest.delete('Projects', idOf(first));
      const taken = await fixtures.update('Project', second, { [member]: value });
      expectEqual(taken[member], value, 'the value that is free again');
    },
  },
  {
    id: 'metadata.unique.race',
    sentence: 'MUST let exactly one of several records with the same unique value through when they come at once',
    spec: unique,
    run: async (context) => {
      const { rest, fixtures } = context;
      const { member } = await defineField(context, 'unique', { type_id: 'integer', is_unique: true });
      const bodies = await Promise.all(
        Array.from({ length: atOnce }, () => fixtures.body('Project', { [member]: 4711 })),
      );
      const answers = await Promise.all(bodies.map((body) => rest.send('POST', 'Projects', undefined, { body })));
      const wanted = [201, ...Array.from({ length: atOnce - 1 }, () => 422)];
      expectEqual(answers.map(({ status }) => status).sort(), wanted, 'statuses');
    },
  },
  {
    id: 'metadata.types',
    sentence: 'MUST keep the values of custom fields of each type, side by side and in parts, and null of each',
    spec: 'v100#/components/schemas/FieldCreate/properties/type_id',
    run: async (context) => {
      const { rest, fixtures } = context;
      const values: Record<string, Json> = {};
      for (const [type_id, value] of sampleValues)
        values[(await defineField(context, type_id, { type_id })).member] = value;
      const cleared = Object.fromEntries(Object.keys(values).map((member) => [member, null]));
      for (const sent of [values, cleared]) {
        const project = await fixtures.create('Project', sent);
        const wanted = await rest.get('Projects', idOf(project));
        const { records } = await rest.list('Projects', { 'filter[id]': idOf(project) });
        expectEqual([project, records], [wanted, [wanted]], 'the record as it is made and as it is listed');
        for (const [member, value] of Object.entries(sent)) {
          const part = isJsonObject(value) ? 'base_value' : undefined;
          const [got, given] = [wanted[member], value].map((one) =>
            part !== undefined && isJsonObject(one) ? one[part] : one,
          );
          expectEqual(got, given, member);
        }
      }
    },
  },
  {
    id: 'metadata.default',
    sentence: 'MUST give a member that a create leaves out the `default_value` of its field, and leave null as it is',
    spec: 'v100#/components/schemas/FieldCreate/properties/default_value',
    run: async (context) => {
      const { fixtures } = context;
      const wanted: Record<string, Json> = {};
      for (const [type_id, default_value, value] of [
        ['input', 'open', 'open'],
        ['integer', '5', 5],
        ['date', '2027-03-31', '2027-03-31'],
      ] as const) {
        wanted[(await defineField(context, 'default', { type_id, default_value })).member] = value;
      }
      const choice = await defineChoice(context, ['North', 'South'], { default_value: 'South' });
      wanted[choice.idMember] = chooseFrom(choice, 'South');
      const names = Object.keys(wanted);
      const membersOf = (record: RecordJson) => Object.fromEntries(names.map((name) => [name, record[name]]));
      expectEqual(membersOf(await fixtures.create('Project')), wanted, 'members that are left out');
      const none = Object.fromEntries(names.map((name) => [name, null]));
      expectEqual(membersOf(await fixtures.create('Project', none)), none, 'members that are null');
    },
  },
  {
    id: 'metadata.sequence',
    sentence: 'MUST number records by `sequence_pattern` in their order, whatever is sent, and give no number twice',
    spec: pattern,
    run: async (context) => {
      const { rest, fixtures } = context;
      const { member } = await defineField(context, 'number', { type_id: 'sequence', sequence_pattern: 'N-{0007}' });
      const records = await fixtures.createAll('Project', [{}, { [member]: 'mine' }, {}]);
      const [, , last = {}] = records;
      await rest.delete('Projects', idOf(last));
      records.push(await fixtures.create('Project'));
      const numbers = records.map((record) => record[member]);
      expectEqual(numbers, ['N-0007', 'N-0008', 'N-0009', 'N-0010'], 'numbers, the third of a deleted record');
    },
  },
  {
    id: 'metadata.sequence.race',
    sentence: 'MUST give each of several records a number of its own when they come at once',
    spec: pattern,
    run: async (context) => {
      const { fixtures } = context;
      const { member } = await defineField(context, 'number', { type_id: 'sequence', sequence_pattern: 'N-{0001}' });
      const records = await Promise.all(Array.from({ length: atOnce }, () => fixtures.create('Project')));
      const wanted = Array.from({ length: atOnce }, (_, index) => `N-000${index + 1}`);
      expectEqual(records.map((record) => String(record[member])).sort(), wanted, 'numbers');
    },
  },
];
