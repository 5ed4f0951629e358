/**
 * Writes the statements over the numbers of collections: how many records of each entity type a space has, and at which revision the
 * last of them changed. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { type Statement, spaceBinder } from '../binder.js';
import { tableName } from '../columns.js';
import { sharedKindColumn, sharedTableOf } from '../custom-values/shared-tables.js';
import type { BindingDialect } from '../dialects/binding.js';
import { identifier } from '../dialects/quote.js';

/** The records of a table, or those of one kind in a table that entity types share. */
export interface CollectionPart {
  readonly table: string;
  /** Empty in a table of one entity type. */
  readonly kind: string;
}

/** What is added to a part. */
export interface CollectionSum extends CollectionPart {
  readonly living: number;
  readonly deleted: number;
  readonly revision: number;
}

/** @param kind of records that are written as those of the entity type that a shared table was made for */
export function collectionPart(entityType: EntityType, kind = ''): CollectionPart {
  return { table: tableName(entityType), kind: sharedTableOf(entityType)?.kind ?? kind };
}

/** @returns the column that tells the records of the entity type's table apart; undefined where there are no others */
export function kindColumnOf(entityType: EntityType): string | undefined {
  return sharedTableOf(entityType)?.kindColumn ?? sharedKindColumn(entityType);
}

/**
 * @param owners references by which the rows belong to records
 * @returns the end of a statement that changes rows, which makes it give each of them: `id`; `d`, whether it is deleted then; `k`, its
 *   kind; and `o0`, `o1`, …, its owners
 */
export function returningChanged(entityType: EntityType, owners: readonly string[]): string {
  const kindColumn = kindColumnOf(entityType);
  const columns = [
    '"id" AS id',
    '"is_deleted" AS d',
    ...(kindColumn === undefined ? [] : [`${identifier(kindColumn)} AS k`]),
    ...owners.map((owner, index) => `${identifier(owner)} AS o${index}`),
  ];
  return ` RETURNING ${columns.join(', ')}`;
}

const added =
  '("space_id", "table_name", "kind", "living", "deleted", "revision") VALUES %s ' +
  'ON CONFLICT ("space_id", "table_name", "kind") DO UPDATE SET "living" = "collections"."living" + excluded."living", ' +
  '"deleted" = "collections"."deleted" + excluded."deleted", "revision" = excluded."revision"';

/** Adds to the numbers. @param sums of different parts, at least one */
export function addToCollections(dialect: BindingDialect, space: string, sums: readonly CollectionSum[]): Statement {
  const binder = spaceBinder(dialect, space);
  const rows = sums.map(({ table, kind, living, deleted, revision }) => {
    const values = [table, kind, living, deleted, revision].map((value) => binder.bind(value));
    return `(${[binder.space, ...values].join(', ')})`;
  });
  return binder.statement(`INSERT INTO "collections" ${added.replace('%s', rows.join(', '))}`);
}

/** Counts all records of a table again, in place of the kept numbers. @returns statements, to be run in their order */
export function recountTable(
  dialect: BindingDialect,
  space: string,
  { table, kindColumn }: { readonly table: string; readonly kindColumn: string },
  revision: number,
): Statement[] {
  const forgotten = spaceBinder(dialect, space);
  const ofTable = `${forgotten.inSpace()} AND "table_name" = ${dialect.textLiteral(table)}`;
  const binder = spaceBinder(dialect, space);
  const kind = `COALESCE(${identifier(kindColumn)}, '')`;
  const columns = [
    `${binder.space}`,
    dialect.textLiteral(table),
    kind,
    'sum(CASE WHEN "is_deleted" THEN 0 ELSE 1 END)',
    'sum(CASE WHEN "is_deleted" THEN 1 ELSE 0 END)',
    binder.bind(revision),
  ];
  const counted =
    `INSERT INTO "collections" ("space_id", "table_name", "kind", "living", "deleted", "revision") ` +
    `SELECT ${columns.join(', ')} FROM ${identifier(table)} WHERE ${binder.inSpace()} GROUP BY ${kind}`;
  return [forgotten.statement(`DELETE FROM "collections" WHERE ${ofTable}`), binder.statement(counted)];
}

/** Takes all collections for changed at a revision, so that no answer that was made of them before counts. */
export function touchCollections(dialect: BindingDialect, space: string, revision: number): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(`UPDATE "collections" SET "revision" = ${binder.bind(revision)} WHERE ${binder.inSpace()}`);
}

/** @returns a statement whose rows have `t`, a table, and `r`, the revision of its last change, where that comes after a revision */
export function selectChangedTables(dialect: BindingDialect, space: string, after: number): Statement {
  const binder = spaceBinder(dialect, space);
  const where = `${binder.inSpace('c')} AND c."revision" > ${binder.bind(after)}`;
  return binder.statement(
    `SELECT c."table_name" AS t, max(c."revision") AS r FROM "collections" c WHERE ${where} GROUP BY c."table_name"`,
  );
}

/** @returns a statement whose row has `r`, the revision of the last change of a record in any of the tables; null: there was none */
export function selectLastChange(dialect: BindingDialect, space: string, tables: readonly string[]): Statement {
  const binder = spaceBinder(dialect, space);
  const names = tables.map((table) => binder.bind(table)).join(', ');
  const where = `${binder.inSpace('c')} AND c."table_name" IN (${names})`;
  return binder.statement(`SELECT max(c."revision") AS r FROM "collections" c WHERE ${where}`);
}

/** @returns a statement whose row has `living` and `deleted`, over all custom entity types that share the tables, or of one of them */
export function selectCollectionSize(
  dialect: BindingDialect,
  space: string,
  parts: readonly { readonly table: string; readonly kind: string | undefined }[],
): Statement {
  const binder = spaceBinder(dialect, space);
  const conditions = parts.map(({ table, kind }) => {
    const ofTable = `c."table_name" = ${binder.bind(table)}`;
    return kind === undefined ? ofTable : `${ofTable} AND c."kind" = ${binder.bind(kind)}`;
  });
  const where = `${binder.inSpace('c')} AND (${conditions.join(' OR ')})`;
  return binder.statement(
    `SELECT sum(c."living") AS living, sum(c."deleted") AS deleted FROM "collections" c WHERE ${where}`,
  );
}
