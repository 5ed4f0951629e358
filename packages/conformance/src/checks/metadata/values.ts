/**
 * Promises about custom fields that the server fills or guards itself: unique values, defaults and numbers given in order.
 */

import { idOf, type RecordJson } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectFieldError, expectValidationError } from '../../expect-error.js';
import { expectEqual } from '../../expectation.js';
import type { Json } from '../../http/json.js';
import { defineField } from '../define.js';
import { chooseFrom, defineChoice } from '../define-choice.js';

const unique = 'v100#/components/schemas/FieldCreate/properties/is_unique';
const pattern = 'v100#/components/schemas/FieldCreate/properties/sequence_pattern';

/** How many requests come at once. */
const atOnce = 8;

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
