import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SqliteDatabase } from './sqlite-database.js';

it('leaves one file that holds everything when it is closed', async () => {
  for (let round = 0; round < 40; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'headwater-sqlite-'));
    const database = await SqliteDatabase.open(folder, 'NORMAL');
    await database.knex.schema.createTable('kept', (table) => table.integer('id'));
    await database.read({ text: 'SELECT ?1 AS one FROM kept', values: ['acme'] });
    await database.close();
    expect(readdirSync(folder), `round ${round}`).toEqual(['headwater.sqlite']);
    rmSync(folder, { recursive: true });
  }
});
