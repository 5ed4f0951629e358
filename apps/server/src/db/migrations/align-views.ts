/**
 * Aligns the views of abstract entity types with the catalog. A view has no data, so it is dropped and created again.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { Knex } from 'knex';
import { tableName } from '../../sql/columns.js';
import type { Dialect } from '../../sql/dialects/dialect.js';
import { identifier } from '../../sql/dialects/quote.js';
import { compileBoundUnion, compileView } from '../../sql/select/compile-view.js';
import { changeTables } from './change-tables.js';

/** @returns the statements that make the views, in the order of the catalog */
export function viewStatements(dialect: Dialect, catalog: Catalog): string[] {
  return unionsOf(catalog).map((union) => compileView(catalog, dialect, union));
}

/** @returns by the name of each abstract type, a select of what its view shows of the space of a statement */
export function boundUnions(dialect: Dialect, catalog: Catalog): ReadonlyMap<string, string> {
  return new Map(unionsOf(catalog).map((union) => [union.name, compileBoundUnion(catalog, dialect, union)]));
}

/** Makes all views again after the tables that they show; where a database can, nobody sees one missing. */
export async function replaceViews(knex: Knex, dialect: Dialect, catalog: Catalog): Promise<void> {
  await changeTables(knex, dialect, async (transaction) => {
    await dropViews(transaction, catalog);
    for (const statement of viewStatements(dialect, catalog)) await transaction.raw(statement);
  });
}

export async function dropViews(knex: Knex, catalog: Catalog): Promise<void> {
  for (const union of unionsOf(catalog)) await knex.raw(`DROP VIEW IF EXISTS ${identifier(tableName(union))}`);
}

function unionsOf(catalog: Catalog): EntityType[] {
  return catalog.entityTypes.filter(({ union }) => union !== undefined);
}
