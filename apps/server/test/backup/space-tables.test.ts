/**
 * The list of tables that a backup copies is that of the database: none is forgotten, and no column.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerDeps } from '../../src/http/server-deps.js';
import { openDeps } from '../../src/main/open-deps.js';
import { spaceTables } from '../../src/sql/tables/space-tables.js';
import { databases, newDatabase, type TestDatabase, testConfig } from '../fixture.js';
import { readSchema } from '../schema/introspect.js';

/** The directory, and the index over parts of texts, which a server fills. */
const others = ['spaces', 'former_spaces', 'search_docs', 'search_progress'];

describe.each(databases)('on %s', (database) => {
  let stored: TestDatabase;
  let deps: ServerDeps;
  beforeAll(async () => {
    stored = await newDatabase(database, 'tables');
    deps = await openDeps({ ...testConfig, ...stored.location });
  });
  afterAll(async () => {
    await deps.db.close();
    await stored.drop();
  });

  it('has every table with rows of spaces, with its key and all its columns', async () => {
    const schema = Object.entries(await readSchema(deps.db)).filter(
      ([name, { columns }]) => 'space_id' in columns && !others.includes(name),
    );
    const found = schema.map(([name, { columns, primaryKey }]) => [
      name,
      primaryKey.slice(1),
      Object.keys(columns).sort(),
    ]);
    const listed = spaceTables(deps.catalog).map(({ name, key, columns }) => [
      name,
      key,
      ['space_id', ...columns.map((column) => column.name)].sort(),
    ]);
    expect(listed.toSorted()).toEqual(found.toSorted());
  });

  it('puts each table behind those that it refers to, but for references that are filled in later', () => {
    const tables = spaceTables(deps.catalog);
    const seen = new Set<string>();
    for (const { name, columns, late } of tables) {
      const early = columns.filter(
        ({ references, name: column }) => references !== undefined && !late.includes(column),
      );
      for (const { references } of early) expect(seen, `${name} refers to ${references}`).toContain(references);
      seen.add(name);
    }
    expect(tables.filter(({ late }) => late.length > 0).length).toBeGreaterThan(5);
  });
});
