/**
 * Writes the SQL expression of a field of a record under an alias. Pure.
 */
import type { MoneyField, ReferenceField, ValueField } from '@headwater/catalog';
import type { Favorites } from '../../plan/relations/favorites.js';
import type { MoneyPartName, ValueTerminal } from '../../plan/relations/field-path.js';
import { linkBaseParts } from '../../plan/relations/record-links.js';
import { type Binder, inSpace, linkBaseOf, spaceOf } from '../binder.js';
import { foldedColumn, moneyColumns, numberColumn } from '../columns.js';
import { asItIs, selectCustomValue } from '../custom-values/compile-custom-value.js';
import { customPart, customValue } from '../custom-values/custom-value.js';
import type { ReadDialect } from '../dialects/dialect.js';
import { identifier } from '../dialects/quote.js';
import { recordsOf } from '../record-source.js';

/** What values are written with. */
export interface ValueContext {
  readonly dialect: ReadDialect;
  readonly binder: Binder;
}

/**
 * @param show may name the value any number of times; of a custom field it is inside the sub-select that finds the value
 * @returns the expression of a value field: its column, or what replaces it when it is computed on reading or stored elsewhere
 */
export function compileValue(dialect: ReadDialect, alias: string, field: ValueField, show = asItIs): string {
  const custom = customValue(field);
  if (custom) return selectCustomValue(dialect, custom, column(alias, 'id'), `${alias}v`, show);
  return show(compilePlainValue(dialect, alias, field));
}

/** @returns the expression of the id in a reference */
export function compileReference(dialect: ReadDialect, alias: string, field: ReferenceField, show = asItIs): string {
  const custom = customValue(field);
  if (custom) return selectCustomValue(dialect, custom, column(alias, 'id'), `${alias}v`, show);
  return show(column(alias, field.name));
}

/** @returns the expression of a part of money */
export function compileMoneyPart(
  dialect: ReadDialect,
  alias: string,
  field: MoneyField,
  part: MoneyPartName,
  show = asItIs,
): string {
  const custom = customPart(field, part);
  if (custom) return selectCustomValue(dialect, custom, column(alias, 'id'), `${alias}v`, show);
  return show(column(alias, moneyColumns(field)[part]));
}

function compilePlainValue(dialect: ReadDialect, alias: string, field: ValueField): string {
  if (field.derived?.kind === 'days-since') return dialect.daysSince(column(alias, field.derived.since));
  if (field.derived?.kind === 'constant') return compileConstant(dialect, field.derived.value, field.type);
  return column(alias, field.name);
}

/** @returns the expression of what a value field shows: an address of this service gets the origin that links begin with */
export function compileShown(dialect: ReadDialect, alias: string, field: ValueField, show = asItIs): string {
  if (!field.served) return compileValue(dialect, alias, field, show);
  const value = compileValue(dialect, alias, field);
  const [space, linkBase] = [spaceOf(dialect, 'text'), linkBaseOf(dialect)];
  const originLength = `length(${linkBase}) - length(${space}) - ${linkBaseParts.join('').length}`;
  const address = `substr(${linkBase}, 1, ${originLength}) || ${value}`;
  return show(`CASE WHEN substr(${value}, 1, 1) = '/' THEN ${address} ELSE ${value} END`);
}

/** @param type what nothing is nothing of; functions that write values ask for it */
export function compileConstant(
  dialect: ReadDialect,
  value: string | number | boolean | null,
  type: ValueField['type'],
): string {
  if (value === null) return dialect.cast('NULL', type);
  if (typeof value === 'string') return dialect.textLiteral(value);
  return typeof value === 'boolean' ? (value ? 'TRUE' : 'FALSE') : String(value);
}

/** @returns the expression of the end of a path; a bare constant would name a column where it is sorted by */
export function compileTerminal(context: ValueContext, alias: string, terminal: ValueTerminal): string {
  switch (terminal.kind) {
    case 'value': {
      const value = compileShown(context.dialect, alias, terminal.field);
      return terminal.field.derived?.kind === 'constant' ? context.dialect.cast(value, terminal.field.type) : value;
    }
    case 'favorite':
      return context.dialect.cast(compileFavorite(context, alias, terminal.favorites), 'boolean');
    case 'reference':
      return compileReference(context.dialect, alias, terminal.field);
    case 'money':
      return compileMoneyPart(context.dialect, alias, terminal.field, terminal.part);
    case 'number':
      return column(alias, numberColumn);
  }
}

/** @returns a condition, never null: whether the record is a favourite of the user who asks */
export function compileFavorite({ dialect, binder }: ValueContext, alias: string, favorites: Favorites): string {
  if (binder.client === undefined) return 'FALSE';
  const row = `${alias}f`;
  const conditions = [
    inSpace(dialect, row),
    `${column(row, favorites.reference.name)} = ${column(alias, 'id')}`,
    `${column(row, favorites.owner.name)} = ${binder.client}`,
    `NOT ${column(row, 'is_deleted')}`,
  ];
  const rows = `FROM ${recordsOf(dialect, favorites.entityType)} ${row} WHERE ${conditions.join(' AND ')}`;
  // A value and no EXISTS: it is among values, and in comparisons.
  return `coalesce((SELECT TRUE ${rows} LIMIT 1), FALSE)`;
}

/** @returns the folded text of a text field */
export function compileFolded(dialect: ReadDialect, alias: string, field: ValueField): string {
  const value = compileShown(dialect, alias, field);
  return dialect.folded(column(alias, foldedColumn), field.name, value);
}

export function column(alias: string, name: string): string {
  return `${alias}.${identifier(name)}`;
}
