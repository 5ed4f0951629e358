/** The server behind a PgBouncer that pools transactions. `HEADWATER_TEST_PGBOUNCER=1` puts all tests of the server there. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDeps } from '../../src/main/open-deps.js';
import { newDatabase, type TestDatabase, TestServer, testConfig } from '../fixture.js';
import { Line } from './line.js';
import { findPgBouncer, type Pooler, poolSize, startPgBouncer } from './pooler.js';

const program = findPgBouncer();
const settings = { ...testConfig.databaseSettings, isPrepared: program?.isPrepared === true };

describe.skipIf(program === undefined)('behind PgBouncer', () => {
  let stored: TestDatabase;
  let pooler: Pooler;
  let server: TestServer;

  beforeAll(async () => {
    if (program === undefined) return;
    stored = await newDatabase('postgres', 'space');
    pooler = await startPgBouncer(program, inject('postgresUrl'));
    const databaseUrl = pooler.through(stored.location.databaseUrl ?? '');
    server = await TestServer.start('postgres', { databaseUrl, databaseSettings: settings });
  });

  afterAll(async () => {
    await server?.close();
    await pooler?.stop();
    await stored?.drop();
  });

  it('reads and writes side by side, more than it has connections', async () => {
    const { space } = server;
    const contacts = await Promise.all(Array.from({ length: 30 }, () => space.newContact()));
    const changed = await Promise.all(
      contacts.map(({ id }, index) => space.update('Contacts', id, { first_name: `n${index}` })),
    );
    expect(new Set(changed.map(({ revision }) => revision)).size).toBe(30);
    for (let round = 0; round < 5; round++) {
      const pages = await Promise.all(
        Array.from({ length: 30 }, () =>
          space.list('Contacts', { expand: 'owner', first: 100, 'include-total': true }),
        ),
      );
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([pages[0]?.total]));
    }
  });

  it('is ready, and leaves no setting behind for others', async () => {
    expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200);
    await server.space.newContact();
    const connectionString = pooler.through(stored.location.databaseUrl ?? '');
    const others = Array.from({ length: poolSize }, () => new pg.Client({ connectionString }));
    try {
      const limits = others.map(async (other) => {
        await other.connect();
        // As long as none commits, each has a connection of its own.
        await other.query('BEGIN');
        return (await other.query('SHOW statement_timeout')).rows;
      });
      expect(await Promise.all(limits)).toEqual(others.map(() => [{ statement_timeout: '0' }]));
    } finally {
      await Promise.all(others.map((other) => other.end()));
    }
  });

  it('cuts off a write that hangs on one of the connections of the pooler, and says so of a commit', async () => {
    const { line, url } = await Line.to(inject('postgresUrl'));
    const behind = program && (await startPgBouncer(program, url));
    const databaseUrl = behind?.through(stored.location.databaseUrl ?? '') ?? '';
    const { db } = await openDeps({
      ...server.config,
      databaseUrl,
      databaseSettings: { ...settings, silenceMs: 10_000 },
    });
    const write = (hangsAt: string) =>
      db.write(
        async (transaction) => {
          line.onSent = (bytes) => {
            if (bytes.includes(hangsAt)) line.silence('open');
          };
          await transaction.run({
            text: 'UPDATE spaces SET revision = revision WHERE space_id = $1',
            values: [server.space.id],
          });
        },
        { limitMs: 2_000 },
      );
    await expect(write('UPDATE spaces')).rejects.toMatchObject({ errorName: 'ERROR_UNAVAILABLE' });
    line.cutOpen();
    await expect(write('COMMIT')).rejects.toMatchObject({ errorName: 'ERROR_OUTCOME_UNKNOWN' });
    line.cutOpen();
    await write('nothing');
    await db.close();
    await behind?.stop();
    await line.cut();
  });

  it('ends a statement after its time', async () => {
    const endless = {
      text: 'SELECT pg_sleep(30)::text AS slept FROM spaces s WHERE s.space_id = $1',
      values: [server.space.id],
    };
    await expect(server.deps.db.read(endless, { ms: 200 })).rejects.toMatchObject({ errorName: 'ERROR_UNAVAILABLE' });
    const running = server.deps.db.knex('pg_stat_activity').where('query', 'like', 'SELECT pg_sleep(30)%');
    await expect.poll(() => running.clone().where('state', 'active')).toEqual([]);
  });
});
