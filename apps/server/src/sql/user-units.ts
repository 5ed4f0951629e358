/**
 * Writes which units' records a user reaches (docs/permissions.md). Who asks is the user of the statement's scope. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { directions } from '../rights/user-rights.js';
import { inSpace, userOf } from './binder.js';
import { tableName } from './columns.js';
import type { BindingDialect } from './dialects/binding.js';
import { identifier } from './dialects/quote.js';

/**
 * @param direction how far the rights of the user go
 * @returns a select of their `id`s, some twice; `all` for those of all and of none, undefined for no others than the user's records
 */
export function reachedUnits(dialect: BindingDialect, catalog: Catalog, direction: number): string | undefined {
  if (direction >= directions.all) return 'all';
  if (direction < directions.unit) return undefined;
  if (direction === directions.unit) return ownUnits(dialect, catalog);
  const below = related(dialect, catalog, 'below', 's.id AS id', 's.parent_id = below.id');
  if (direction === directions.unitsBelow) return below;
  const isAbove = 's.id = above.id AND s.parent_id IS NOT NULL';
  return `${below} UNION ${related(dialect, catalog, 'above', 's.parent_id AS id', isAbove)}`;
}

/** @returns a select of the `id`s of the units that the user is a member of */
export function ownUnits(dialect: BindingDialect, catalog: Catalog): string {
  const table = identifier(tableName(catalog.existing('SalesUnitClientRelation')));
  return (
    `SELECT m.unit_id AS id FROM ${table} m WHERE ${inSpace(dialect, 'm')} ` +
    `AND m.client_id = ${userOf(dialect)} AND NOT m.is_deleted`
  );
}

/** The units of the user and those above or below them. */
function related(dialect: BindingDialect, catalog: Catalog, name: string, value: string, isNext: string): string {
  const units = identifier(tableName(catalog.existing('SalesUnit')));
  const next = `SELECT ${value} FROM ${name} JOIN ${units} s ON ${inSpace(dialect, 's')} AND ${isNext}`;
  const found = `WITH RECURSIVE ${name}(id) AS (${ownUnits(dialect, catalog)} UNION ${next}) SELECT id FROM ${name}`;
  return `SELECT id FROM (${found}) r`;
}
