/**
 * Promises about the options of choices that a space has defined: what records have chosen stays, and one choice can decide another.
 */

import { idOf, revisionOf } from '../../api/record.js';
import type { Check } from '../../check.js';
import { expectError, expectFieldError, expectValidationError } from '../../expect-error.js';
import { expectEqual, expectSameItems, expectThat } from '../../expectation.js';
import { expectSuccess } from '../../http/answer.js';
import { type Json, readText } from '../../http/json.js';
import { defineField } from '../define.js';
import { chooseFrom, defineChoice } from '../define-choice.js';

const set = 'v100#/components/schemas/FieldUpdate/properties/data_set';

export const metadataOptionChecks: readonly Check[] = [
  {
    id: 'metadata.option.positions',
    sentence: 'MUST give options their positions as values, and reject a list of options in `options`',
    spec: set,
    run: async (context) => {
      const { rest, fixtures } = context;
      const data_set = [{ option_name: 'Red' }, { option_name: 'Green', calc_value: 7 }, { option_name: 'Blue' }];
      const field = await defineField(context, 'positions', { type_id: 'dropdown', data_set });
      const { data_set_id } = await rest.get('Fields', field.id);
      const { records } = await rest.list('Data', { 'filter[data_set_id]': readText(data_set_id, 'data_set_id') });
      const values = Object.fromEntries(records.map((option) => [String(option.option_name), option.calc_value]));
      expectEqual(values, { Red: 1, Green: 7, Blue: 3 }, 'calc_value of the options');
      const body = { ...(await fixtures.body('Field', { type_id: 'dropdown' })), options: ['Red', 'Green'] };
      const errors = expectValidationError(await rest.send('POST', 'Fields', undefined, { body }), 'Field');
      expectFieldError(errors, 'options');
      expectThat(
        errors.some(({ message }) => message.includes('data_set')),
        'the error should name data_set',
      );
    },
  },
  {
    id: 'metadata.option.names',
    sentence:
      'MUST take the names of options in a list of several, beside their ids, and keep the rows of those chosen',
    spec: 'v100#/components/schemas/RowReference',
    run: async (context) => {
      const { rest, fixtures } = context;
      const data_set = ['Red', 'Green', 'Blue'].map((option_name) => ({ option_name }));
      const { member } = await defineField(context, 'paints', { type_id: 'multiselect_checkbox', data_set });
      const expectChosen = async (id: string, names: readonly string[]) => {
        const record = await rest.get('Projects', id, { expand: `${member}.data` });
        const rows = record[member] as readonly { readonly data: Record<string, Json> }[];
        expectSameItems(
          rows.map(({ data }) => String(data.option_name)),
          names,
          `options chosen in ${member}`,
        );
      };
      const made = await fixtures.create('Project', { [member]: ['Red', 'Blue'] });
      const id = idOf(made);
      await expectChosen(id, ['Red', 'Blue']);
      const changed = await fixtures.update('Project', made, { [member]: ['Green', 'Blue'] });
      await expectChosen(id, ['Green', 'Blue']);
      const kept = (changed[member] as readonly Json[]).filter((row) =>
        (made[member] as readonly Json[]).includes(row),
      );
      expectEqual(kept.length, 1, 'rows kept');
      const body = { [member]: ['Purple'] };
      expectFieldError(expectValidationError(await rest.send('PATCH', 'Projects', id, { body }), 'Project'), member);
    },
  },
  {
    id: 'metadata.option.in-use',
    sentence: 'MUST reject removing an option that a record has chosen, from its field or by itself, until none has it',
    spec: set,
    run: async (context) => {
      const { rest, fixtures } = context;
      const choice = await defineChoice(context, ['Red', 'Green', 'Blue']);
      const [red, green, blue] = ['Red', 'Green', 'Blue'].map((name) => chooseFrom(choice, name));
      const project = await fixtures.create('Project', { [choice.idMember]: red ?? null });
      const body = { data_set: [{ id: green }, { id: blue }] };
      expectValidationError(await rest.send('PATCH', 'Fields', choice.id, { body }), 'Field');
      expectError(await rest.send('DELETE', 'Data', red), 409);
      expectEqual((await rest.get('Projects', idOf(project)))[choice.idMember], red, 'the option chosen');
      await fixtures.update('Project', project, { [choice.idMember]: null });
      expectSuccess(await rest.send('PATCH', 'Fields', choice.id, { body }));
      expectError(await rest.send('GET', 'Data', red), 404);
    },
  },
  {
    id: 'metadata.option.replaced',
    sentence: 'MUST give records the option that `replaced_by` names for a removed one, as a change of their own',
    spec: 'v100#/components/schemas/FieldUpdate/properties/replaced_by',
    run: async (context) => {
      const { rest, fixtures } = context;
      const choice = await defineChoice(context, ['Red', 'Green', 'Blue']);
      const [red = '', green = '', blue = ''] = ['Red', 'Green', 'Blue'].map((name) => chooseFrom(choice, name));
      const before = await fixtures.create('Project', { [choice.idMember]: red });
      const untouched = await fixtures.create('Project', { [choice.idMember]: green });
      await fixtures.update(
        'Field',
        { id: choice.id },
        {
          data_set: [{ id: green }, { id: blue }],
          replaced_by: { [red]: blue },
        },
      );
      const after = await rest.get('Projects', idOf(before));
      expectEqual(after[choice.idMember], blue, 'the option in place of the removed one');
      expectThat(revisionOf(after) > revisionOf(before), 'the revision of the record should have risen');
      expectEqual(await rest.get('Projects', idOf(untouched)), untouched, 'a record with another option');
    },
  },
  {
    id: 'metadata.option.dependent',
    sentence: 'MUST reject an option whose `allowed_by` does not name what is chosen in `parent_options_field_id`',
    spec: 'v100#/components/schemas/Data/properties/allowed_by',
    run: async (context) => {
      const { rest, fixtures } = context;
      const country = await defineChoice(context, ['Austria', 'Slovakia']);
      const [austria, slovakia] = [chooseFrom(country, 'Austria'), chooseFrom(country, 'Slovakia')];
      const options = [
        { option_name: 'Vienna', allowed_by: [austria] },
        { option_name: 'Bratislava', allowed_by: [slovakia] },
      ];
      const city = await defineChoice(context, options, { parent_options_field_id: country.id });
      const [vienna, bratislava] = [chooseFrom(city, 'Vienna'), chooseFrom(city, 'Bratislava')];
      const members = (here: string, there: string) => ({ [country.idMember]: here, [city.idMember]: there });
      const project = await fixtures.create('Project', members(austria, vienna));
      for (const body of [{ [country.idMember]: slovakia }, { [city.idMember]: bratislava }]) {
        const answer = await rest.send('PATCH', 'Projects', idOf(project), { body });
        expectFieldError(expectValidationError(answer, 'Project'), city.idMember);
      }
      const both = await fixtures.update('Project', project, members(slovakia, bratislava));
      expectEqual(both[city.idMember], bratislava, 'the city of the other country');
    },
  },
];
