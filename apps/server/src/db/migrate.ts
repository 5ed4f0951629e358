/**
 * Brings a database up to what this version of the server needs.
 */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Catalog } from '@headwater/catalog';
import { tableOf } from '../sql/columns.js';
import { alignTables } from './align-tables.js';
import { viewStatements } from './align-views.js';
import type { Database } from './database.js';
import { migrationSource } from './migrations.js';

/** Another process that starts at the same moment may be at it; half a minute is more than it takes. */
const maxAttempts = 60;
const attemptDelayMs = 500;

const shapeSetting = 'record_tables';

/** @returns true when something had to be changed */
export async function migrate(db: Database, catalog: Catalog): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await bringUp(db, catalog);
    } catch (error) {
      if (attempt === maxAttempts || !isAnotherProcessAtIt(error)) throw error;
      await sleep(attemptDelayMs);
    }
  }
}

async function bringUp(db: Database, catalog: Catalog): Promise<boolean> {
  const { knex } = db;
  const [, applied] = await knex.migrate.latest({ migrationSource });
  const wanted = createHash('sha256')
    .update(JSON.stringify(catalog.entityTypes.map((entityType) => tableOf(catalog, entityType))))
    .update(JSON.stringify(viewStatements(db.dialect, catalog)))
    .digest('hex');
  const found = await knex('settings').where({ name: shapeSetting }).first('value');
  if (found?.value === wanted) return applied.length > 0;
  await alignTables(knex, db.dialect, catalog);
  await knex('settings').insert({ name: shapeSetting, value: wanted }).onConflict('name').merge();
  return true;
}

/** Two processes making the same table: the later one finds it made, or half made. */
function isAnotherProcessAtIt(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return /migration lock|already locked|already exists|duplicate (key|column)|SQLITE_BUSY|deadlock/i.test(message);
}
