/** Options that say which records are wanted, and the query of a list that they mean. */
import { type Given, type Options, UsageError } from './command.js';

export const selectionOptions: Options = {
  only: { type: 'string', value: '<members>', help: 'Members to show, with commas.' },
  expand: { type: 'string', value: '<relations>', help: 'Relations to show as records, with commas.' },
};

export const filterOptions: Options = {
  where: {
    type: 'string',
    multiple: true,
    value: '<condition>',
    help: 'member=value, member:operator=value or member:operator. The same member again means any of its values.',
  },
  'order-by': { type: 'string', value: '<members>', help: 'Members to order by, with commas; -member for descending.' },
};

export type Query = Readonly<Record<string, unknown>>;

export function selectionOf(given: Given): Query {
  return { ...named(given, 'only', 'load-only'), ...named(given, 'expand', 'expand') };
}

/** @throws UsageError a condition that has another form */
export function listQuery(given: Given): Query {
  const filter: Record<string, string[]> = {};
  const operators: Record<string, string> = {};
  for (const condition of given.texts('where')) {
    const [, member, operator, value] = /^([^:=]+)(?::([a-z-]+))?(?:=(.*))?$/s.exec(condition) ?? [];
    if (member === undefined || (operator === undefined && value === undefined)) {
      throw new UsageError(`--where "${condition}": write member=value, member:operator=value or member:operator.`);
    }
    const known = operators[member];
    if ((known ?? operator) !== operator || (known === undefined && operator !== undefined && member in filter)) {
      throw new UsageError(`--where "${condition}": ${member} has another operator already.`);
    }
    if (operator !== undefined) operators[member] = operator;
    if (value !== undefined) filter[member] = [...(filter[member] ?? []), value];
  }
  return {
    ...selectionOf(given),
    ...named(given, 'order-by', 'order-by'),
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(Object.keys(operators).length > 0 && { 'filter-op': operators }),
  };
}

function named(given: Given, option: string, parameter: string): Query {
  const text = given.text(option);
  return text === undefined ? {} : { [parameter]: text };
}
