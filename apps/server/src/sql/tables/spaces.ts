/**
 * Writes the statements over the directory of spaces and over the counters of a space. Pure.
 */
import { Binder, type Statement, spaceBinder } from '../binder.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { WriteDialect } from '../dialects/writes.js';

const ofSpace = '"space_id" =';

/** @returns rows with `space_id`, in their order */
export const allSpaces: Statement = { text: 'SELECT space_id FROM spaces ORDER BY space_id', values: [] };

/** @returns rows with `space_id` and `revision`, that of the space's last change */
export const revisionsOfSpaces: Statement = { text: 'SELECT space_id, revision FROM spaces', values: [] };

/** @returns rows of the named spaces, as above */
export function revisionsOf(dialect: BindingDialect, spaces: readonly string[]): Statement {
  const binder = new Binder(dialect, []);
  const isNamed = dialect.isOneOf('space_id', binder.bindIds(spaces), 'text');
  return binder.statement(`${revisionsOfSpaces.text} WHERE ${isNamed}`);
}

/** @returns a row when there is any space */
export const anySpace: Statement = { text: 'SELECT space_id FROM spaces LIMIT 1', values: [] };

/** A row of the directory. */
export interface SpaceColumns {
  readonly name: string;
  /** ISO text, UTC. */
  readonly created_at: string;
  readonly revision: number;
  readonly metadata_revision?: number;
  readonly logged_from?: number;
  readonly catalog_version?: string | null;
}

export function insertSpace(dialect: BindingDialect, space: string, columns: SpaceColumns): Statement {
  const binder = spaceBinder(dialect, space);
  const names = ['space_id', ...Object.keys(columns)].join(', ');
  const values = [binder.space, ...Object.values(columns).map((value) => binder.bind(value))].join(', ');
  return binder.statement(`INSERT INTO spaces (${names}) VALUES (${values})`);
}

/** @returns a row with what a copy of the space needs; none when there is no such space */
export function selectSpace(dialect: BindingDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    'SELECT s.name, s.created_at, s.revision, s.metadata_revision, s.logged_from, s.catalog_version ' +
      `FROM spaces s WHERE s.space_id = ${binder.space}`,
  );
}

/** @returns a row with `revision`, that of its last change, when there was such a space */
export function deleteSpaceRow(dialect: BindingDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(`DELETE FROM spaces WHERE space_id = ${binder.space} RETURNING revision`);
}

/** @returns a row with `v`, the revision of the space's last change */
export function selectRevision(dialect: BindingDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(`SELECT "revision" AS v FROM "spaces" WHERE ${ofSpace} ${binder.space}`);
}

/** Locks the row of the space. @returns a row with `v`, the next revision, and `m`, the revision of what the space has defined */
export function nextRevision(dialect: BindingDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `UPDATE "spaces" SET "revision" = "revision" + 1 WHERE ${ofSpace} ${binder.space} ` +
      'RETURNING "revision" AS v, "metadata_revision" AS m',
  );
}

/** Locks the row of the space. @returns a row with `v`, the revision of its last change, and `m`, that of what the space has defined */
export function lockSpace(dialect: BindingDialect & WriteDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `SELECT r."revision" AS v, r."metadata_revision" AS m FROM "spaces" r WHERE r.space_id = ${binder.space}` +
      dialect.forUpdate(true),
  );
}

/** @returns a row with `v`, the revision of what the space has defined, and `r`, that of its last change */
export function selectMetadataRevision(dialect: BindingDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `SELECT s."metadata_revision" AS v, s."revision" AS r FROM "spaces" s WHERE s.space_id = ${binder.space}`,
  );
}

/** Sets the revision of the space's last change, whose row is locked. */
export function setRevision(dialect: BindingDialect, space: string, revision: number): Statement {
  return setTo(dialect, space, 'revision', revision);
}

/** Sets the revision of what the space has defined. */
export function setMetadataRevision(dialect: BindingDialect, space: string, revision: number): Statement {
  return setTo(dialect, space, 'metadata_revision', revision);
}

/** Sets the revision behind which the change log begins. It only rises. */
export function setLoggedFrom(dialect: BindingDialect, space: string, revision: number): Statement {
  const binder = spaceBinder(dialect, space);
  const later = binder.bind(revision);
  return binder.statement(
    `UPDATE "spaces" SET "logged_from" = ${later} WHERE ${ofSpace} ${binder.space} AND "logged_from" < ${later}`,
  );
}

function setTo(dialect: BindingDialect, space: string, column: string, revision: number): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `UPDATE "spaces" SET "${column}" = ${binder.bind(revision)} WHERE ${ofSpace} ${binder.space}`,
  );
}

/** Locks the row of the space. @returns a row; none when the space has this version already */
export function claimCatalogVersion(dialect: BindingDialect, space: string, version: string): Statement {
  const binder = spaceBinder(dialect, space);
  const wanted = binder.bind(version);
  return binder.statement(
    `UPDATE "spaces" SET "catalog_version" = ${wanted} WHERE ${ofSpace} ${binder.space} ` +
      `AND ("catalog_version" IS NULL OR "catalog_version" <> ${wanted}) RETURNING "space_id"`,
  );
}

const withoutEntityType = '"kind" IS NULL AND "type_id" IS NOT NULL';

/** @returns rows with `id` and `kind`, of records of custom entity types that do not say of which one they are */
export function recordsWithoutEntityType(dialect: BindingDialect, space: string): Statement {
  const binder = spaceBinder(dialect, space);
  const where = `${ofSpace} ${binder.space} AND ${withoutEntityType}`;
  return binder.statement(
    `SELECT "id", (${kindOfType(binder)}) AS "kind" FROM "custom_entities" WHERE ${where} ORDER BY "id"`,
  );
}

/** Gives those records the entity type that their type record is of. */
export function fillEntityTypes(dialect: BindingDialect, space: string, revision: number): Statement {
  const binder = spaceBinder(dialect, space);
  return binder.statement(
    `UPDATE "custom_entities" SET "kind" = (${kindOfType(binder)}), "revision" = ${binder.bind(revision)} ` +
      `WHERE ${ofSpace} ${binder.space} AND ${withoutEntityType}`,
  );
}

function kindOfType({ space }: Binder): string {
  return (
    'SELECT t."entity_api_name" FROM "custom_entity_types" t ' +
    `WHERE t."space_id" = ${space} AND t."id" = "custom_entities"."type_id"`
  );
}

/** Raises a counter of the space. @returns a row with `v`, the last of the numbers taken */
export function takeNumbers(dialect: BindingDialect, space: string, counter: string, count: number): Statement {
  const binder = spaceBinder(dialect, space);
  const values = [binder.space, binder.bind(counter), binder.bind(count)].join(', ');
  return binder.statement(
    `INSERT INTO "space_counters" ("space_id", "name", "value") VALUES (${values}) ` +
      'ON CONFLICT ("space_id", "name") DO UPDATE SET "value" = "space_counters"."value" + excluded."value" ' +
      'RETURNING "value" AS v',
  );
}

/** The same for numbers that begin at `start`; a start that is raised later counts from then on. */
export function takeNumbersFrom(
  dialect: BindingDialect,
  space: string,
  counter: string,
  { start, count }: { readonly start: number; readonly count: number },
): Statement {
  const binder = spaceBinder(dialect, space);
  const name = binder.bind(counter);
  const [first, taken] = [start, count].map((value) => dialect.cast(binder.bind(value), 'integer'));
  const given = '"space_counters"."value"';
  return binder.statement(
    `INSERT INTO "space_counters" ("space_id", "name", "value") VALUES (${binder.space}, ${name}, ${first} - 1 + ${taken}) ` +
      `ON CONFLICT ("space_id", "name") DO UPDATE SET "value" = ` +
      `CASE WHEN ${given} < ${first} - 1 THEN ${first} - 1 ELSE ${given} END + ${taken} RETURNING "value" AS v`,
  );
}
