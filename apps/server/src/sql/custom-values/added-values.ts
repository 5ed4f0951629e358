/**
 * Writes the INSERT of many values of custom fields whose records have none there yet. Pure.
 */
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';
import type { WriteDialect } from '../dialects/writes.js';
import { type CustomValueType, customValueTypes, valueColumns, valueTable } from './value-tables.js';

/** Where no statement writes to several tables: a view with a column for the space and one for each type, which takes all of them. */
export const addedValuesView = 'added_values';

/**
 * Of values that others may have too, and without a folded form.
 * @param space an expression
 * @param values an expression: a JSON object of the values by record and field, as they are bound; null for none
 */
export function insertOfValues(
  dialect: BindingDialect & WriteDialect,
  type: CustomValueType,
  space: string,
  values: string,
): string {
  const { from, outer, inner, value } = dialect.boundValues(values, type);
  const columns = [space, inner, outer, value, 'FALSE'];
  const names = valueColumns(type).slice(0, columns.length);
  const into = `${identifier(valueTable(type))} (${names.map(({ name }) => identifier(name)).join(', ')})`;
  return `${dialect.insertOfMany} ${into} SELECT ${columns.join(', ')} FROM ${from}`;
}

/** @returns the statements that make the view, for one connection */
export function addedValuesStatements(dialect: BindingDialect & WriteDialect): string[] {
  const columns = ['space_id', ...customValueTypes].map((name) => `NULL AS ${identifier(name)}`);
  const inserts = customValueTypes.map((type) =>
    insertOfValues(dialect, type, 'NEW."space_id"', `NEW.${identifier(type)}`),
  );
  return [
    `CREATE TEMP VIEW ${addedValuesView} AS SELECT ${columns.join(', ')}`,
    `CREATE TEMP TRIGGER add_values INSTEAD OF INSERT ON ${addedValuesView} BEGIN ${inserts.join('; ')}; END`,
  ];
}
