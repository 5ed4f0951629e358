/**
 * A database that loses connections, changes places, takes no writes or has no room: what was not committed is repeated, what cannot be
 * known is said, and readiness tells.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer } from '../../src/index.js';
import { runCommandLine } from '../../src/main/command-line.js';
import { readConfig } from '../../src/main/config.js';
import { serve } from '../../src/main/serve.js';
import { exitCodes } from '../../src/main/terminal.js';
import { newDatabase, onBothDatabases, type TestDatabase, TestServer, testConfig } from '../fixture.js';
import { Line } from './line.js';

const databaseSettings = { ...testConfig.databaseSettings, silenceMs: 2_000 };

async function stateOf(origin: string): Promise<[number, unknown]> {
  const answer = await fetch(`${origin}/health/ready`);
  return [answer.status, ((await answer.json()) as { status: unknown }).status];
}

describe('a database with two hosts', () => {
  let stored: TestDatabase;
  let lines: readonly [Line, Line];
  let server: TestServer;
  let names = 0;
  let name: string;

  beforeAll(async () => {
    stored = await newDatabase('postgres', 'space');
    const [one, two] = await Promise.all([1, 2].map(() => Line.to(stored.location.databaseUrl ?? '')));
    if (!one || !two) throw new Error('no lines');
    lines = [one.line, two.line];
    const { host } = new URL(two.url);
    const databaseUrl = `${one.url.replace(new URL(one.url).host, (first) => `${first},${host}`)}?target_session_attrs=read-write`;
    server = await TestServer.start('postgres', { databaseUrl, databaseSettings });
  });

  beforeEach(() => {
    name = `Okafor ${++names}`;
  });

  afterAll(async () => {
    await server?.close();
    await Promise.all((lines ?? []).map((line) => line.cut()));
    await stored?.drop();
  });

  const create = (headers: Record<string, string> = {}) => {
    const body = { last_name: name, owner_id: server.space.ids.ownerId };
    return server.space.send('POST', 'Contacts', { body, headers });
  };
  const created = async () => (await server.space.list('Contacts', { 'filter[last_name]': name })).data.length;

  /** Cuts the first connections over which a statement goes; `afterwards`: when the database has carried it out. */
  function cutAt(statement: string, { times = 1, afterwards = false } = {}): void {
    let left = times;
    for (const line of lines) {
      line.onSent = (bytes) => {
        if (!bytes.includes(statement)) return;
        left -= 1;
        if (left === 0) for (const one of lines) one.onSent = () => {};
        if (!afterwards) return line.cutOpen();
        line.muteAnswers();
        setTimeout(() => line.cutOpen(), 200);
      };
    }
  }

  it('repeats a transaction whose commit was not sent', async () => {
    // The first one may be lost in a transaction with others, after which each has its own.
    cutAt('INSERT INTO "contacts"', { times: 2 });
    expect((await create()).status).toBe(201);
    expect(await created()).toBe(1);
  });

  it('says so when the answer to a commit is lost, and answers a repetition with the same key', async () => {
    cutAt('COMMIT', { afterwards: true });
    const key = { 'Idempotency-Key': 'lost answer' };
    const lost = await create(key);
    expect([lost.status, lost.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(lost.body).toMatchObject({ code: 9017, name: 'ERROR_OUTCOME_UNKNOWN' });
    const again = await create(key);
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([201, 'true']);
    expect(await created()).toBe(1);
  });

  it('goes on when all its connections are ended', async () => {
    await Promise.all(Array.from({ length: 8 }, () => server.space.list('Contacts')));
    await server.deps.db.knex
      .raw(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'headwater'",
      )
      .catch(() => {});
    const answers = await Promise.all(Array.from({ length: 8 }, () => server.space.send('GET', 'Contacts')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await create()).status).toBe(201);
  });

  it.each(['cut', 'silence'] as const)('goes on over the other host after a %s', async (end) => {
    for (const [away, other] of [lines, [lines[1], lines[0]]] as const) {
      if (end === 'cut') await away.cut();
      else away.silence('all');
      const status = async () => (await create()).status;
      await expect.poll(status, { timeout: 12_000, interval: 100 }).toBe(201);
      expect(await stateOf(server.origin)).toEqual([200, 'ok']);
      if (end === 'cut') await away.open();
      else away.speak();
      expect(other.port).not.toBe(away.port);
    }
  });

  it('is not ready while it is read-only, where reads go on', async () => {
    const setReadOnly = async (value: 'on' | 'off') => {
      const { db } = server.deps;
      const database = new URL(stored.location.databaseUrl ?? '').pathname.slice(1);
      await db.knex.raw(
        `BEGIN READ WRITE; ALTER DATABASE ${database} SET default_transaction_read_only = ${value}; COMMIT`,
      );
      for (const line of lines) line.cutOpen();
      await sleep(50);
    };
    await setReadOnly('on');
    expect(await stateOf(server.origin)).toEqual([503, 'database read-only']);
    const answer = await create();
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(answer.body.message).toContain('takes no writes');
    expect(await created()).toBe(0);
    await setReadOnly('off');
    expect(await stateOf(server.origin)).toEqual([200, 'ok']);
    expect((await create()).status).toBe(201);
  });
});

onBothDatabases((running, database) => {
  it('is not ready while there is no room on its disk, and says so', async () => {
    const { server, space } = running;
    const { db } = server.deps;
    await setRoom(false);
    const body = { name: 'GTX', allowed_pipelines: 1, unit_symbol: 'pcs', description: 'x'.repeat(60_000) };
    const answer = await space.send('POST', 'Products', { body });
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '1']);
    expect(answer.body.message).toContain('no room left on its disk');
    expect(await stateOf(server.origin)).toEqual([503, 'database full']);
    expect((await space.send('GET', 'Contacts')).status).toBe(200);
    await setRoom(true);
    expect(await stateOf(server.origin)).toEqual([200, 'ok']);
    expect((await space.send('POST', 'Products', { body })).status).toBe(201);

    async function setRoom(hasRoom: boolean): Promise<void> {
      if (database === 'sqlite') {
        // No fewer than there are: the file cannot grow.
        const text = `PRAGMA max_page_count = ${hasRoom ? 1_000_000 : 1}`;
        await db.write((transaction) => transaction.run({ text, values: [] }));
        return;
      }
      for (const table of ['products', 'settings']) {
        await db.knex.raw(
          hasRoom
            ? `DROP TRIGGER is_full ON ${table}`
            : `CREATE OR REPLACE FUNCTION fail_full() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE disk_full; END';
               CREATE TRIGGER is_full BEFORE INSERT ON ${table} EXECUTE FUNCTION fail_full()`,
        );
      }
    }
  });
});

describe('a start without its database', () => {
  it('waits in words, and comes up when the database does', async () => {
    const stored = await newDatabase('postgres', 'tables');
    const { line, url } = await Line.to(stored.location.databaseUrl ?? '');
    await line.cut();
    const said: string[] = [];
    const starting = serve(
      {
        ...readConfig({ HEADWATER_DATABASE_URL: url, HEADWATER_PORT: '0', HEADWATER_LOG_LEVEL: 'silent' }),
        databaseSettings,
      },
      { onWait: (trouble) => said.push(trouble) },
    );
    await expect.poll(() => said).toEqual([expect.stringMatching(/^database unreachable \(.*ECONNREFUSED/)]);
    await line.open();
    await (await starting).close();
    await line.cut();
    await stored.drop();
  });

  it('does not take one for silent that is slow to be looked at, and answers a read', async () => {
    const stored = await newDatabase('postgres', 'space');
    const { line, url } = await Line.to(stored.location.databaseUrl ?? '');
    // A look waits for a quarter of the silence.
    line.slowMs = 1_000;
    const silence = { HEADWATER_DATABASE_SILENCE_MS: '3000' };
    let said = '';
    const say = (text: string) => {
      said += text;
    };
    const terminal = { out: say, error: say, isInteractive: false, stop: new AbortController().signal };
    const env = { HEADWATER_DATABASE_URL: url, ...silence };
    expect(await runCommandLine(['key', 'list', '--space', 'acme'], { ...terminal, env }), said).toBe(0);
    await line.cut();
    await stored.drop();
  });

  it('ends at once when it is stopped, also while nothing answers', async () => {
    const stored = await newDatabase('postgres', 'tables');
    const { line, url } = await Line.to(stored.location.databaseUrl ?? '');
    for (const away of [() => line.cut(), () => line.open().then(() => line.silence('all'))]) {
      await away();
      const stop = new AbortController();
      const code = runCommandLine(['serve'], {
        out: () => {},
        // Longer than a test may take.
        env: { HEADWATER_DATABASE_URL: url, HEADWATER_DATABASE_START_MS: '600000', HEADWATER_PORT: '0' },
        error: () => stop.abort(),
        isInteractive: false,
        stop: stop.signal,
      });
      expect(await code).toBe(exitCodes.stopped);
    }
    await line.cut();
    await stored.drop();
  });

  it('gives up after its time, and at once what waiting does not change', async () => {
    const start = (databaseUrl: string) =>
      startServer({ databaseUrl, port: 0, logLevel: 'silent', databaseSettings: { startMs: 300 } });
    await expect(start('postgres://127.0.0.1:1/crm')).rejects.toThrow(
      /cannot be used after 0.3 seconds: database unreachable/,
    );
    const stored = await newDatabase('postgres', 'tables');
    const wrong = new URL(stored.location.databaseUrl ?? '');
    wrong.password = 'wrong';
    await expect(start(wrong.href)).rejects.toMatchObject({ code: '28P01' });
    await stored.drop();
  });
});
