/**
 * The views of abstract entity types: made with the tables, made again when the catalog shows more, and empty of anything else.
 */
import { buildCatalog, type Catalog, entityTypes } from '@headwater/catalog';
import { afterEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { openDatabase } from '../../src/db/open-database.js';
import { tableName } from '../../src/sql/columns.js';
import { tableOf } from '../../src/sql/table.js';
import {
  type DatabaseContents,
  type DatabaseName,
  databaseInTurn,
  newDatabase,
  type TestDatabase,
  testConfig,
} from '../fixture.js';
import { olderCatalog } from '../schema/older-catalog.js';

const catalog = buildCatalog(entityTypes);
const unions = entityTypes.filter(({ union }) => union !== undefined);

describe.each(databaseInTurn())('on %s', (database) => {
  let stored: TestDatabase | undefined;
  let db: Database | undefined;
  afterEach(async () => {
    await db?.close();
    await stored?.drop();
  });

  const openMigrated = async (contents: DatabaseContents, ...catalogs: readonly Catalog[]): Promise<Database> => {
    stored = await newDatabase(database, contents);
    const { dataDir, databaseUrl } = stored.location;
    db = await openDatabase(
      databaseUrl === undefined ? { dataDir } : { url: databaseUrl },
      testConfig.databaseSettings,
    );
    for (const one of catalogs) await migrate(db, one);
    return db;
  };
  /** @returns what the database's own catalogue says, in the order of the alphabet */
  const ask = async (asked: Database, texts: Record<DatabaseName, string>): Promise<string[]> => {
    const rows = await asked.read({ text: texts[database], values: [] });
    return rows.map(({ found }) => String(found)).sort();
  };
  const viewsOf = (asked: Database) =>
    ask(asked, {
      sqlite: "SELECT name AS found FROM sqlite_master WHERE type = 'view'",
      postgres: "SELECT viewname AS found FROM pg_views WHERE schemaname = 'public'",
    });
  const columnsOf = (asked: Database, view: string) =>
    ask(asked, {
      sqlite: `SELECT name AS found FROM pragma_table_info('${view}')`,
      postgres: `SELECT column_name AS found FROM information_schema.columns WHERE table_name = '${view}'`,
    });
  const definitionOf = async (asked: Database, view: string) => {
    const [definition = ''] = await ask(asked, {
      sqlite: `SELECT sql AS found FROM sqlite_master WHERE name = '${view}'`,
      postgres: `SELECT definition AS found FROM pg_views WHERE viewname = '${view}'`,
    });
    return definition;
  };

  it('there is one for each union, with the columns of its fields', async () => {
    const migrated = await openMigrated('tables');
    expect(await viewsOf(migrated)).toEqual(unions.map(tableName).sort());
    for (const union of unions) {
      const { name, columns } = tableOf(catalog, union);
      expect(await columnsOf(migrated, name)).toEqual(columns.map((column) => column.name).sort());
    }
  });

  it('an older one gets the columns that came later', async () => {
    const migrated = await openMigrated('nothing', olderCatalog());
    const before = await columnsOf(migrated, 'lead_oppties');
    expect(before).not.toContain('value_base');
    await migrate(migrated, catalog);
    const { columns } = tableOf(catalog, catalog.existing('LeadOppty'));
    expect(await columnsOf(migrated, 'lead_oppties')).toEqual(columns.map(({ name }) => name).sort());
    expect(columns.map(({ name }) => name)).toContain('value_base');
  });

  it('one whose entity types show something else is made again', async () => {
    const renamed = buildCatalog(
      entityTypes.map((entityType) => ({
        ...entityType,
        fields: entityType.fields.map((field) =>
          field.derived?.kind === 'constant' && field.derived.value === 'lead'
            ? { ...field, derived: { kind: 'constant' as const, value: 'prospect' } }
            : field,
        ),
      })),
    );
    const migrated = await openMigrated('tables', renamed);
    expect(await definitionOf(migrated, 'lead_oppties')).toContain("'prospect'");
    expect(await migrate(migrated, catalog)).toBe(true);
    expect(await definitionOf(migrated, 'lead_oppties')).not.toContain("'prospect'");
    expect(await definitionOf(migrated, 'lead_oppties')).toContain("'lead'");
    expect(await migrate(migrated, catalog)).toBe(false);
  });
});
