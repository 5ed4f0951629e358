/**
 * A choice among options, defined by a check for itself.
 */

import { idOf } from '../api/record.js';
import type { CheckContext } from '../check-context.js';
import { expectThat } from '../expectation.js';
import { type Json, readText } from '../http/json.js';
import { type DefinedField, defineField } from './define.js';

export interface DefinedChoice extends DefinedField {
  /** The member that has the id of the option. */
  readonly idMember: string;
  /** Ids by the names of the options. */
  readonly options: ReadonlyMap<string, string>;
}

/**
 * Defines a dropdown of projects.
 * @param options their names, or what is sent of them
 * @throws as `defineField` does
 */
export async function defineChoice(
  context: Pick<CheckContext, 'rest' | 'fixtures'>,
  options: readonly (string | Record<string, Json>)[],
  members: Record<string, Json> = {},
): Promise<DefinedChoice> {
  const data_set = options.map((option, index) => ({
    calc_value: index + 1,
    ...(typeof option === 'string' ? { option_name: option } : option),
  }));
  const field = await defineField(context, 'choice', { type_id: 'dropdown', data_set, ...members });
  const { data_set_id } = await context.rest.get('Fields', field.id);
  const { records } = await context.rest.list('Data', { 'filter[data_set_id]': String(data_set_id) });
  const ids = records.map((record) => [readText(record.option_name, 'option_name'), idOf(record)] as const);
  return { ...field, idMember: `${field.member}_id`, options: new Map(ids) };
}

/** @returns the id of the option. @throws ExpectationFailed when the server has not made it */
export function chooseFrom({ options }: DefinedChoice, name: string): string {
  const id = options.get(name);
  expectThat(id !== undefined, `the field should have the option ${name}`);
  return id;
}
