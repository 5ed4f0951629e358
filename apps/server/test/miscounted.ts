/**
 * Compares the kept numbers of collections with the records that are there: of all spaces of a database.
 */
import type { Database } from '../src/db/database.js';
import type { ServerDeps } from '../src/http/server-deps.js';
import { tableName } from '../src/sql/columns.js';
import { kindColumnOf } from '../src/sql/tables/collections.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * @param written the tables that may have been written to since their numbers were right; all of them unless given. PostgreSQL takes
 *   longer to plan a look at all tables than most tests take.
 * @returns one line for each collection whose number is wrong, or whose revision is older than that of one of its records
 */
export async function miscounted({ catalog, db }: ServerDeps, written?: ReadonlySet<string>): Promise<string[]> {
  const isLookedAt = (table: string) => written === undefined || written.has(table);
  const counts = catalog.entityTypes
    .filter((entityType) => !entityType.union && entityType.storedIn === undefined && isLookedAt(tableName(entityType)))
    .map((entityType) => {
      const column = kindColumnOf(entityType);
      const kind = column === undefined ? "''" : `COALESCE("${column}", '')`;
      const [living, deleted] = ['0 ELSE 1', '1 ELSE 0'].map((is) => `sum(CASE WHEN is_deleted THEN ${is} END)`);
      const table = tableName(entityType);
      return (
        `SELECT '${table}' AS table_name, space_id, ${kind} AS kind, ${living} AS living, ${deleted} AS deleted, ` +
        `max(revision) AS revision FROM "${table}" GROUP BY space_id, 3`
      );
    });
  if (counts.length === 0) return [];
  const counted = rowsOf(await db.knex.raw(counts.join(' UNION ALL ')));
  const kept = rowsOf(await db.knex.raw('SELECT * FROM collections'));
  const numbers = new Map(kept.filter((row) => isLookedAt(String(row.table_name))).map((row) => [keyOf(row), row]));
  const wrong = counted.flatMap((row) => {
    const found = numbers.get(keyOf(row));
    numbers.delete(keyOf(row));
    const same = found && Number(found.living) === Number(row.living) && Number(found.deleted) === Number(row.deleted);
    if (same && Number(found.revision) >= Number(row.revision)) return [];
    return [`${keyOf(row)}: ${shown(row)}, kept: ${shown(found)}`];
  });
  const left = [...numbers.values()].filter(({ living, deleted }) => Number(living) !== 0 || Number(deleted) !== 0);
  return [...wrong, ...left.map((row) => `${keyOf(row)}: none, kept: ${shown(row)}`)];
}

/** @returns what is kept of the collections, a line each behind the name of its table */
export async function keptNumbers({ db }: Pick<ServerDeps, 'db'>): Promise<[table: string, line: string][]> {
  const rows = rowsOf(await db.knex.raw('SELECT * FROM collections'));
  return rows.map((row): [string, string] => [String(row.table_name), `${keyOf(row)}: ${shown(row)}`]);
}

/** Counts the records of a table again, for tests that write them behind the service's back. */
export async function recount({ knex }: Pick<Database, 'knex'>, table: string): Promise<void> {
  const column = kindColumns[table];
  const kind = column === undefined ? "''" : `COALESCE("${column}", '')`;
  const [living, deleted] = ['0 ELSE 1', '1 ELSE 0'].map((is) => `sum(CASE WHEN is_deleted THEN ${is} END)`);
  await knex('collections').where({ table_name: table }).delete();
  await knex.raw(
    'INSERT INTO collections (space_id, table_name, kind, living, deleted, revision) ' +
      `SELECT space_id, '${table}', ${kind}, ${living}, ${deleted}, max(revision) FROM "${table}" GROUP BY space_id, 3`,
  );
}

const kindColumns: Readonly<Record<string, string>> = {
  custom_entities: 'kind',
  custom_entity_types: 'entity_api_name',
  data_relations: 'kind',
  custom_entity_relation_data: 'kind',
};

/** As each driver gives the rows of a raw statement. */
function rowsOf(answer: unknown): Row[] {
  return Array.isArray(answer) ? answer : (answer as { readonly rows: Row[] }).rows;
}

function keyOf({ space_id, table_name, kind }: Row): string {
  return `${space_id} ${table_name} ${kind}`.trim();
}

function shown(row: Row | undefined): string {
  return row === undefined ? 'none' : `${row.living} living, ${row.deleted} deleted at ${row.revision}`;
}
