/**
 * Brings a database up to what this version of the server needs.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Catalog } from '@headwater/catalog';
import type { Knex } from 'knex';
import { requiredBooleans } from '../../sql/columns.js';
import { valueTableStatements } from '../../sql/custom-values/value-tables.js';
import { storedTables } from '../../sql/table.js';
import type { Database } from '../database.js';
import { isDistributed } from '../distribution.js';
import { storedSetting, storeFirstSetting, storeSetting } from '../settings.js';
import { codeOf } from '../translate-error.js';
import { alignTables } from './align-tables.js';
import { boundUnions, viewStatements } from './align-views.js';
import { isLocked } from './change-tables.js';
import { checkVersion, OlderDatabase, storeVersion } from './database-version.js';
import { type OnDistributed, undistributedTables } from './distribute-tables.js';
import { migrationNames, migrationSource, migrationTable } from './migrations.js';
import {
  alignSearchIndexes,
  alignSearchTables,
  installSearch,
  isSearchable,
  searchIndexes,
  searchLayoutOf,
} from './search-indexes.js';
import { setBooleans } from './set-booleans.js';

/** Another process that starts at the same moment may be migrating; half a minute is more than it takes. */
const maxAttempts = 60;
const attemptDelayMs = 500;

/** Of PostgreSQL: a lock timeout, a deadlock; a table, a column, or a row that is there already. */
const inTheWayCodes = new Set(['55P03', '40P01', '42P07', '42701', '23505']);

/** As Knex names and shapes it. */
const migrationLock = 'knex_migrations_lock';
const digestSetting = 'record_tables';
const booleansSetting = 'required_booleans';
/** Holds nothing; the process that has locked its row makes the tables. */
const lockSetting = 'record_tables_lock';

/**
 * @param version of the server, such as `1.2.3`; undefined: of none that is released
 * @param onDistributed called before each table that is spread over the machines of a distributed database
 * @returns true when something had to be changed
 * @throws NewerDatabase when a later version has used the database; TablesInUse
 */
export async function migrate(
  db: Database,
  catalog: Catalog,
  version?: string,
  onDistributed?: OnDistributed,
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      const isChanged = await migrateOnce(db, catalog, version, onDistributed);
      if (await isDistributed(db.knex, db.dialect)) db.spread?.(boundUnions(db.dialect, catalog));
      return isChanged;
    } catch (error) {
      if (attempt === maxAttempts || !isAnotherProcessAtIt(error)) throw error;
      await sleep(attemptDelayMs);
    }
  }
}

/**
 * Makes a database ready to be read. Changes nothing in it.
 * @param version of the server, such as `1.2.3`
 * @throws NewerDatabase when a later version has used the database; OlderDatabase when it does not have the tables of this one
 */
export async function requireMigrated(db: Database, catalog: Catalog, version: string): Promise<void> {
  const { knex, dialect } = db;
  for (const table of [migrationTable, 'settings', 'spaces']) {
    if (!(await knex.schema.hasTable(table))) throw OlderDatabase.withoutTables();
  }
  await checkVersion(knex, version);
  const applied = new Set((await knex(migrationTable).select('name')).map(({ name }) => String(name)));
  const { areAligned, areSet } = neededTables(db, catalog, await isSearchable(db));
  const isWhole = migrationNames.every((name) => applied.has(name)) && (await areAligned()) && (await areSet());
  if (!isWhole) throw OlderDatabase.before(version);
  if (await isDistributed(knex, dialect)) db.spread?.(boundUnions(dialect, catalog));
}

/** @param isSearched whether the indexes of searches can be made */
function neededTables({ knex, dialect }: Database, catalog: Catalog, isSearched: boolean) {
  const searched = isSearched ? searchIndexes(dialect, catalog) : [];
  const layout = searchLayoutOf(dialect, catalog);
  const wanted = createHash('sha256')
    .update(JSON.stringify(storedTables(catalog)))
    .update(JSON.stringify(viewStatements(dialect, catalog)))
    .update(JSON.stringify(valueTableStatements(dialect)))
    .update(JSON.stringify(searched))
    .update(layout ?? '')
    .digest('hex');
  const booleans = createHash('sha256')
    .update(JSON.stringify([...requiredBooleans(catalog)]))
    .digest('hex');
  const areAligned = async () =>
    (await storedSetting(knex, digestSetting)) === wanted && (await undistributedTables(knex, dialect)).length === 0;
  const areSet = async () => (await storedSetting(knex, booleansSetting)) === booleans;
  return { searched, layout, wanted, booleans, areAligned, areSet };
}

async function migrateOnce(
  db: Database,
  catalog: Catalog,
  version: string | undefined,
  onDistributed: OnDistributed | undefined,
): Promise<boolean> {
  const { knex } = db;
  if (version !== undefined) await checkVersion(knex, version);
  await makeLockRow(knex);
  const [, applied] = await knex.migrate.latest({ migrationSource });
  const needed = neededTables(db, catalog, await installSearch(db));
  const { searched, layout, wanted, booleans, areAligned, areSet } = needed;
  if ((await areAligned()) && (await areSet())) {
    if (version !== undefined) await storeVersion(knex, version);
    return applied.length > 0;
  }
  await oneAtATime(db, async () => {
    if (version !== undefined) {
      // Another version may have been quicker.
      await checkVersion(knex, version);
      await storeVersion(knex, version);
    }
    if (!(await areAligned())) {
      // A change that is cut off is not over, whatever tables look like: references come last.
      await storeSetting(knex, digestSetting, '');
      await alignTables(knex, db.dialect, catalog, onDistributed);
      await alignSearchIndexes(knex, searched);
      if (layout !== undefined) await alignSearchTables(knex, catalog, layout);
      await storeSetting(knex, digestSetting, wanted);
    }
    if (await areSet()) return;
    await setBooleans(knex, catalog);
    await storeSetting(knex, booleansSetting, booleans);
  });
  return true;
}

/**
 * Makes the row that migrations are locked by. Knex would look whether there is one and then insert it: of two processes at once both
 * would, and Knex takes a lock of two rows for one that somebody else holds, for ever.
 */
async function makeLockRow(knex: Knex): Promise<void> {
  if (!(await knex.schema.hasTable(migrationLock))) {
    await knex.schema.createTable(migrationLock, (table) => {
      table.increments('index').primary();
      table.integer('is_locked');
    });
  }
  await knex(migrationLock).insert({ index: 1, is_locked: 0 }).onConflict('index').ignore();
  await knex(migrationLock).whereNot({ index: 1 }).delete();
}

/**
 * Where rows can be locked, other processes look every so often whether the one that makes the tables is done, and find them made;
 * elsewhere they try again. They do not wait for the row: making an index waits for all statements under way.
 * @param work runs on another connection: what it has done stays when a later step fails
 */
async function oneAtATime({ knex, dialect }: Database, work: () => Promise<void>): Promise<void> {
  const lock = dialect.forUpdate(false);
  if (lock === '') return work();
  await storeFirstSetting(knex, lockSetting, '');
  for (;;) {
    const isDone = await knex.transaction(async (transaction) => {
      // It waits for all that the work takes.
      await transaction.raw('SET LOCAL idle_in_transaction_session_timeout = 0');
      // Without a bound value: that would keep a snapshot, which the making of an index waits for.
      const row = transaction.raw(`SELECT r.value FROM settings r WHERE r.name = '${lockSetting}'${lock}`);
      const isFree = await row.then(
        () => true,
        (error) => {
          if (isLocked(error)) return false;
          throw error;
        },
      );
      if (isFree) await work();
      return isFree;
    });
    if (isDone) return;
    await sleep(attemptDelayMs);
  }
}

/**
 * Two processes making the same table: the later one finds it made, or half made, or changed while it was being read. Or servers of the
 * version before use a table.
 */
function isAnotherProcessAtIt(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return (
    inTheWayCodes.has(codeOf(error)) ||
    /migration lock|already locked|already exists|duplicate (key|column)|SQLITE_(BUSY|SCHEMA)/i.test(message)
  );
}
