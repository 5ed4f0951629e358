/**
 * What a server does on a distributed PostgreSQL, as far as a plain one shows it: each part of a union binds the space and has what the view
 * shows, and transactions set what reaches all machines.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundUnions } from '../../src/db/migrations/align-views.js';
import { tableName } from '../../src/sql/columns.js';
import { postgres } from '../../src/sql/dialects/dialect.js';
import { recordsOf } from '../../src/sql/record-source.js';
import { TestServer } from '../fixture.js';

const catalog = buildCatalog(entityTypes);
const unions = boundUnions(postgres, catalog);

it('binds the space in each part of a union', () => {
  expect([...unions.keys()].sort()).toEqual(['Activity', 'LeadOppty']);
  for (const [name, text] of unions) {
    const parts = text.split(' UNION ALL ');
    expect(parts.length, name).toBe(2);
    for (const part of parts) expect(part, name).toMatch(/ FROM "\w+" t WHERE t\.space_id = \$1$/);
  }
});

describe('a server that takes its tables for spread', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start('postgres');
  });
  afterAll(() => server.close());

  it('finds in the bound parts what the view shows of a space', async () => {
    await server.space.newOpportunity();
    await server.space.create('Leads', { name: 'A lead', owner_id: server.space.ids.ownerId });
    await server.space.create('Tasks', { subject: 'Call', owner_id: server.space.ids.ownerId });
    await (await server.newSpace('another')).newOpportunity();
    const dialect = { ...postgres, boundUnions: unions };
    for (const name of unions.keys()) {
      const union = catalog.existing(name);
      const rowsOf = (source: string) => {
        const text = `SELECT row_to_json(u)::text AS j FROM ${source} u WHERE u.space_id = $1 ORDER BY u.id`;
        return server.deps.db.read({ text, values: [server.space.id] });
      };
      const shown = await rowsOf(`"${tableName(union)}"`);
      expect(shown.length, name).toBeGreaterThan(0);
      expect(recordsOf(dialect, union)).toBe(`(${unions.get(name)})`);
      expect(await rowsOf(recordsOf(dialect, union))).toEqual(shown);
    }
  });

  it('sets limits by statements that reach all machines', async () => {
    const text =
      "SELECT current_setting('citus.propagate_set_commands', true) AS reach, current_setting('lock_timeout') AS locks, " +
      "current_setting('statement_timeout') AS statements";
    server.deps.db.spread?.(unions);
    const ask = (limitMs: number) =>
      server.deps.db.write((transaction) => transaction.run({ text, values: [] }), { limitMs });
    expect(await ask(7_000)).toEqual([{ reach: 'local', locks: '10s', statements: '7s' }]);
    expect(await ask(9_000)).toEqual([{ reach: 'local', locks: '10s', statements: '9s' }]);
    expect((await server.space.newAccount()).name).toBe('Harbourline');
  });
});
