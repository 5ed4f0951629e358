/**
 * Makes the plain tables and fills them: a SQLite file, or an empty PostgreSQL database.
 */
import pg from 'pg';
import type { SpacePlan } from '../../data/space-plan.js';
import { SqliteConnection } from '../sqlite-connection.js';
import { fillPlain } from './fill-plain.js';
import * as postgres from './postgres-sql.js';
import * as sqlite from './sqlite-sql.js';

export async function makePlainSqlite(file: string, plan: SpacePlan): Promise<void> {
  const connection = await SqliteConnection.open(file, 'NORMAL');
  for (const text of sqlite.createTables) await connection.exec(text);
  await fillPlain(plan, async (table, rows) => {
    const insert = await connection.prepare(sqlite.insertRows(table));
    await insert(rows);
  });
  await connection.exec('ANALYZE');
  await connection.close();
}

export async function makePlainPostgres(url: string, plan: SpacePlan): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of postgres.createTables) await client.query(text);
    await fillPlain(plan, async (table, rows) => {
      await client.query(postgres.insertRows(table), [rows]);
    });
    // A running database does both by itself.
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
