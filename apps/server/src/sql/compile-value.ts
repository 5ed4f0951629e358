/**
 * Writes the SQL expression of a field of a record under an alias. Pure.
 */
import type { ValueField } from '@headwater/catalog';
import type { Terminal } from '../plan/field-path.js';
import { foldedColumn, moneyColumns, numberColumn } from './columns.js';
import { type Dialect, identifier } from './dialects/dialect.js';

/** @returns the expression of a value field: its column, or what stands for it when it is worked out on reading */
export function compileValue(dialect: Dialect, alias: string, field: ValueField): string {
  if (field.derived?.kind === 'days-since') return dialect.daysSince(column(alias, field.derived.since));
  if (field.derived?.kind === 'constant') return compileConstant(dialect, field.derived.value);
  return column(alias, field.name);
}

function compileConstant(dialect: Dialect, value: string | number | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return dialect.textLiteral(value);
  return typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : String(value);
}

/** @returns the expression of what stands at the end of a path */
export function compileTerminal(
  dialect: Dialect,
  alias: string,
  terminal: Exclude<Terminal, { kind: 'rows' }>,
): string {
  switch (terminal.kind) {
    case 'value':
      return compileValue(dialect, alias, terminal.field);
    case 'reference':
      return column(alias, terminal.field.name);
    case 'money':
      return column(alias, moneyColumns(terminal.field)[terminal.part]);
    case 'number':
      return column(alias, numberColumn);
  }
}

/** @returns the folded text of a text field */
export function compileFolded(dialect: Dialect, alias: string, field: ValueField): string {
  const value = compileValue(dialect, alias, field);
  return dialect.folded(column(alias, foldedColumn), field.name, value);
}

export function column(alias: string, name: string): string {
  return `${alias}.${identifier(name)}`;
}
