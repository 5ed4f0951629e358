/**
 * Finds the options that bodies give by their names, with one look-up for all items of a request.
 */
import type { OptionName } from '../../plan/change/change.js';
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import { Lookups } from '../../sql/write/lookups.js';
import type { PlannedItem } from './plan-item.js';
import type { WriteContext } from './write-context.js';

/** Sets the members of the items that such options are chosen in, or adds the error of a name that no option has. */
export async function findNamedOptions(context: WriteContext, items: readonly PlannedItem[]): Promise<void> {
  const named = items.flatMap(({ change }) => change.optionNames.map((option) => ({ option, change })));
  if (named.length === 0) return;
  const lookups = new Lookups(context.dialect, context.space);
  const data = context.catalog.existing('Data');
  const wanted = named.map(({ option: { field, name }, change }) => {
    const conditions = { data_set_id: field.dataSet ?? '', option_name: name };
    return { fact: lookups.firstWhere(data, conditions, 'sort_order'), change };
  });
  await context.lookUp(lookups);
  for (const [index, { fact, change }] of wanted.entries()) {
    const option = named[index]?.option;
    if (!option) continue;
    const id = lookups.found(fact);
    if (id === null) change.errors.push(noSuchOption(option));
    else option.values.set(option.field.name, id);
  }
}

function noSuchOption({ field, link, name, locate }: OptionName): FieldLeaf {
  const problem =
    `${JSON.stringify(name)} is neither an address nor the name of an option. Set ${field.name} to the id of an option: ` +
    `they are the Data records whose data_set_id is ${field.dataSet}.`;
  return locate(invalid(link, problem));
}
