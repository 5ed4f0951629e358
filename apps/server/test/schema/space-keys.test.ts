/**
 * The schema can be spread by space: the space comes first in every key, and nothing is needed that a distributed database lacks.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { openDeps } from '../../src/main/open-deps.js';
import { databases, newDatabase, type TestDatabase, testConfig } from '../fixture.js';
import { readSchema } from './introspect.js';

/** The directory of spaces and the settings of the service are small and the same for all. */
const directory = ['spaces', 'settings'];

describe.each(databases)('on %s', (database) => {
  let stored: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    stored = await newDatabase(database, 'tables');
    db = (await openDeps({ ...testConfig, ...stored.location })).db;
  });
  afterAll(async () => {
    await db.close();
    await stored.drop();
  });

  it('the space comes first in every key and index, and in both ends of every reference', async () => {
    const schema = await readSchema(db);
    const spaceTables = Object.entries(schema).filter(([name]) => !directory.includes(name));
    expect(spaceTables.length).toBeGreaterThan(16);
    for (const [name, { primaryKey, indexes, foreignKeys, columns }] of spaceTables) {
      expect(columns.space_id, name).toMatch(/not null$/);
      expect(primaryKey[0], name).toBe('space_id');
      for (const [index, { columns: indexed }] of Object.entries(indexes)) expect(indexed[0], index).toBe('space_id');
      for (const key of foreignKeys) {
        expect([key.columns[0], key.targets[0]], `${name} ${key.columns.join()}`).toEqual(['space_id', 'space_id']);
        expect(directory).not.toContain(key.table);
      }
    }
    for (const name of directory) expect(schema[name]?.foreignKeys).toEqual([]);
  });

  it('has no triggers, procedures or sequences of its own', async () => {
    const texts =
      database === 'sqlite'
        ? ["SELECT name FROM sqlite_master WHERE type = 'trigger'"]
        : [
            'SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal',
            "SELECT proname AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public' " +
              "AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')",
            "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' AND sequencename NOT LIKE 'knex%'",
            // Of what comes with PostgreSQL, two by which an index finds parts of texts.
            "SELECT extname AS name FROM pg_extension WHERE extname NOT IN ('plpgsql', 'pg_trgm', 'btree_gin')",
          ];
    for (const text of texts) expect(await db.read({ text, values: [] })).toEqual([]);
  });
});
