/**
 * The server on a distributed PostgreSQL: its tables are spread by itself, a filled database is converted, each statement stays on the
 * machine of its space, and a machine that is down stops its own spaces only. `HEADWATER_TEST_CITUS_BIN` names the folder with the
 * programs of a PostgreSQL that has the extension, such as /usr/lib/postgresql/15/bin; without it, all of this is skipped.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildCatalog, type Catalog, entityTypes } from '@headwater/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/db/migrations/migrate.js';
import { openDatabase } from '../../src/db/open-database.js';
import { dueWebhooks, hasSpaces, reachableSpaceIds, spacesBehind, spacesWithJobs } from '../../src/db/spaces.js';
import { startJobWorker } from '../../src/jobs/job-worker.js';
import { sweepChanges } from '../../src/records/changes/sweep-changes.js';
import { sweepFiles } from '../../src/records/content/sweep-files.js';
import type { Statement } from '../../src/sql/binder.js';
import { startDeliveryWorker } from '../../src/webhooks/delivery-worker.js';
import { makeAgenda } from '../agenda/golden-case.js';
import { fillSpace } from '../backup/backup-fixture.js';
import { idle } from '../changes/observed-log.js';
import { headwater } from '../cli/headwater.js';
import { Freezer } from '../databases/freeze.js';
import { testConfig } from '../fixture.js';
import { cases, readRequest } from '../golden/cases.js';
import { GoldenSpace } from '../golden/golden-space.js';
import { insightsCases } from '../insights/golden-cases.js';
import { makeReport, reportCases } from '../reports/golden-cases.js';
import { olderCatalog } from '../schema/older-catalog.js';
import type { TestSpace } from '../test-space.js';
import { Receiver, until } from '../webhooks/receiver.js';
import { CitusServer } from './citus-server.js';
import { CitusCluster, citusPrograms, longMs, title } from './cluster.js';
import { tasksOf } from './one-task.js';

const program = fileURLToPath(new URL('../../bin/headwater.cjs', import.meta.url));

/** Questions about all spaces at once (src/db/spaces.ts): for jobs, for webhooks, and which spaces there are. */
const looksAtAll = [
  /^select "space_id", min\(coalesce\(leased_until, 0\)\) AS free_at from "jobs" /,
  /^select "w"\."space_id", "w"\."id", .* from "webhooks" as "w" .* where (?!.*"w"\."space_id" = )/,
  /^SELECT space_id FROM spaces ORDER BY space_id$/,
];

describe.skipIf(citusPrograms === undefined)(title, () => {
  let cluster: CitusCluster;
  beforeAll(async () => {
    cluster = await CitusCluster.start(citusPrograms ?? '');
  }, longMs);
  afterAll(() => cluster?.stop());

  const tablesOf = async (database: string) => {
    const [row] = await cluster.administer(database, [
      `SELECT count(*) FILTER (WHERE p.logicalrelid IS NOT NULL)::int AS spread,
         string_agg(c.relname, ' ' ORDER BY c.relname) FILTER (WHERE p.logicalrelid IS NULL) AS local,
         count(DISTINCT p.colocationid)::int AS groups
       FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'`,
    ]);
    return row;
  };

  describe('an empty database', () => {
    let url: string;
    let server: CitusServer;
    let notedAtStart: number;
    beforeAll(async () => {
      url = await cluster.createDatabase('fresh');
      await cluster.spread('fresh');
      await cluster.noteStatementsOverAll('fresh');
      server = await CitusServer.start(url, { webhooks: { privateAddresses: 'all', timeoutMs: 2_000, atOnce: 2 } });
      // Migrations are a matter of all spaces.
      notedAtStart = cluster.statementsOverAll('fresh').length;
    }, longMs);
    afterAll(() => server?.close());

    /** @returns a space on each machine: that of the first, and that of the second, which a test stops */
    const onBothMachines = async (name: string) => {
      const spaces = new Map<number, TestSpace>();
      for (let index = 1; spaces.size < 2; index++) {
        const space = await server.newSpace(`${name}-${index}`);
        const [row] = await cluster.administer('fresh', [
          `SELECT nodeport AS port FROM pg_dist_shard_placement
           WHERE shardid = get_shard_id_for_distribution_column('spaces', '${space.id}')`,
        ]);
        if (!spaces.has(Number(row?.port))) spaces.set(Number(row?.port), space);
      }
      return { living: spaces.get(cluster.worker(1).port)!, dead: spaces.get(cluster.worker(2).port)! };
    };

    it('gets its tables spread by space, all together, and the others on the coordinator', async () => {
      expect(await tablesOf('fresh')).toEqual({
        spread: expect.toSatisfy((count: number) => count > 150),
        local: 'knex_migrations knex_migrations_lock settings',
        groups: 1,
      });
    });

    it('gives each golden statement a plan with one task', { timeout: longMs }, async () => {
      const golden = await GoldenSpace.make(server);
      const seen: { readonly name: string; readonly statement: Statement }[] = [];
      const note = async (name: string, work: () => Promise<unknown>) => {
        const statements = await server.statementsOf(work);
        expect(statements.length, name).toBeGreaterThan(0);
        seen.push(...statements.map((statement) => ({ name, statement })));
      };
      for (const name of cases) {
        const { method, path, body } = readRequest(name);
        await note(name, async () => {
          const sent = body === '' ? {} : { body: golden.withIds(body) };
          const { status } = await golden.space.send(method, golden.withIds(path), sent);
          expect(status, name).toBeLessThan(300);
        });
      }
      await makeReport(golden);
      for (const [name, query] of [...insightsCases, ...reportCases]) await note(name, () => golden.ask(query));
      const agenda = await makeAgenda(golden);
      await note('agenda', agenda.ask);
      const tasks = await tasksOf(
        url,
        seen.map(({ statement }) => statement),
      );
      const others = seen.filter(
        (_, index) => tasks[index]!.some((count) => count !== 1) || tasks[index]!.length === 0,
      );
      expect(others.map(({ name, statement }) => `${name}: ${statement.text.slice(0, 300)}`)).toEqual([]);
    });

    it('asks all machines for looks at all spaces, and for nothing else', { timeout: longMs }, async () => {
      const { deps } = server;
      const space = await server.newSpace('worked-in');
      const failures: unknown[] = [];
      const onFailure = (error: unknown) => failures.push(error);
      const receiver = await Receiver.start();
      const workers = [startJobWorker(deps, onFailure), startDeliveryWorker(deps, onFailure)];
      try {
        await space.create('Webhooks', { url: receiver.url, events: ['*'], insecure_ssl: false });
        await fillSpace(space);
        await idle(deps, space.id);
        await until(() => receiver.items.some(({ entity }) => entity === 'Opportunity'));
        const stopping = new AbortController().signal;
        await sweepFiles(deps, new Date(), stopping);
        await sweepChanges(deps.db, new Date(), stopping);
      } finally {
        await Promise.all(workers.map((worker) => worker.stop()));
        await receiver.stop();
      }
      expect(failures).toEqual([]);
      const noted = cluster.statementsOverAll('fresh').slice(notedAtStart);
      const looked = looksAtAll.filter((look) => noted.some((text) => look.test(text)));
      expect(looked).toEqual(looksAtAll);
      expect(noted.filter((text) => !looksAtAll.some((look) => look.test(text)))).toEqual([]);
    });

    it('looks on one machine for a list over entity types of which some lack what it asks for', async () => {
      const space = await server.newSpace('unions');
      const queries = [
        ['LeadOppties', { 'order-by': 'won_date' }],
        ['LeadOppties', { 'filter[closing_date]': '', 'filter-op[closing_date]': 'not-null' }],
        ['Activities', { 'order-by': '-share_mode', first: 2 }],
        ['Activities', { 'filter[table_name]': 'task' }],
      ] as const;
      const statements = await server.statementsOf(async () => {
        for (const [collection, query] of queries) await space.list(collection, query);
      });
      const tasks = await tasksOf(url, statements);
      expect(tasks.filter((counts) => counts.some((count) => count !== 1))).toEqual([]);
    });

    it('bounds what transactions wait for on the machine of their space as well', async () => {
      const space = await server.newSpace('limits');
      const text =
        "SELECT current_setting('lock_timeout') AS locks, current_setting('statement_timeout') AS statements, " +
        'inet_server_port() AS port FROM spaces s WHERE s.space_id = $1';
      const [row] = await server.deps.db.write((transaction) => transaction.run({ text, values: [space.id] }), {
        limitMs: 7_000,
      });
      expect(row).toEqual({
        locks: '10s',
        statements: '7s',
        port: expect.toSatisfy((port) => [cluster.worker(1).port, cluster.worker(2).port].includes(Number(port))),
      });
    });

    it('goes on with the spaces of one machine while the other is down', { timeout: longMs }, async () => {
      const { living, dead } = await onBothMachines('down');
      const { db } = server.deps;
      for (const space of [living, dead])
        await space.create('Webhooks', {
          url: 'https://example.com/',
          events: ['Account.Create'],
          insecure_ssl: false,
        });
      const before = await dueWebhooks(db);
      await cluster.worker(2).stop();
      try {
        expect((await living.send('GET', 'Accounts')).status).toBe(200);
        expect(
          (await living.send('POST', 'Accounts', { body: { name: 'Written', owner_id: living.ids.ownerId } })).status,
        ).toBe(201);
        expect((await dead.send('GET', 'Accounts')).status).toBe(503);
        const ids = await reachableSpaceIds(db);
        expect(ids).toContain(living.id);
        expect(ids).not.toContain(dead.id);
        expect(await hasSpaces(db)).toBe(true);
        const behind = await spacesBehind(db, 'a later version');
        expect([behind.includes(living.id), behind.includes(dead.id)]).toEqual([true, false]);
        await expect(spacesWithJobs(db, Date.now(), 100)).resolves.toBeInstanceOf(Array);
        const webhooks = await dueWebhooks(db);
        expect([before.spaces.has(dead.id), webhooks.spaces.has(dead.id), webhooks.spaces.has(living.id)]).toEqual([
          true,
          false,
          true,
        ]);
        expect(webhooks.due.filter(({ space }) => space === living.id)).toHaveLength(1);
        expect((await dueWebhooks(db, dead.id)).spaces).toEqual(new Set());
        const env = { HEADWATER_DATABASE_URL: url, HEADWATER_DATA_DIR: server.dataDir };
        const { code, out } = await headwater(['doctor'], { env });
        expect([code, out]).toEqual([
          1,
          expect.stringContaining(`127.0.0.1:${cluster.worker(2).port} does not answer`),
        ]);
        expect(out).toMatch(new RegExp(`ok +machines: 127\\.0\\.0\\.1:${cluster.worker(1).port}: `));
      } finally {
        await cluster.worker(2).start();
      }
      await expect.poll(async () => (await dead.send('GET', 'Accounts')).status).toBe(200);
    });

    it('goes on with the spaces of one machine while the other is silent', { timeout: longMs }, async () => {
      const { living, dead } = await onBothMachines('silent');
      const { port } = cluster.worker(2);
      const freezer = await Freezer.of(`postgres://postgres@127.0.0.1:${port}/postgres`);
      const ask = async (space: TestSpace) => (await space.send('GET', 'Accounts')).status;
      freezer.freeze();
      try {
        const cut = Promise.all(Array.from({ length: 8 }, () => ask(dead)));
        for (let count = 0; count < 20; count++) {
          expect(await ask(living)).toBe(200);
          await sleep(500);
        }
        expect(await cut).toEqual(Array(8).fill(503));
        expect(await ask(living)).toBe(200);
      } finally {
        freezer.thaw();
      }
      await expect.poll(() => ask(dead)).toBe(200);
    });
  });

  describe('a database of a version before', () => {
    it('gets the tables that came later spread with the others', { timeout: longMs }, async () => {
      const url = await cluster.createDatabase('older');
      await cluster.spread('older');
      const db = await openDatabase({ url }, testConfig.databaseSettings);
      try {
        const run = async (catalog: Catalog) => {
          const moved: string[] = [];
          await migrate(db, catalog, undefined, ({ part, table }) => {
            if (part === 'rows') moved.push(table);
          });
          return moved;
        };
        const first = await run(olderCatalog());
        const later = await run(buildCatalog(entityTypes));
        expect(later).toContain('leads');
        expect(first.filter((table) => later.includes(table))).toEqual([]);
        expect(await tablesOf('older')).toEqual({ ...(await tablesOf('fresh')), spread: first.length + later.length });
        const keysOf = async (database: string) => {
          const [row] = await cluster.administer(database, [
            "SELECT count(*)::int AS keys FROM pg_constraint WHERE contype = 'f' AND convalidated AND connamespace = 'public'::regnamespace",
          ]);
          return row?.keys;
        };
        expect(await keysOf('older')).toBe(await keysOf('fresh'));
      } finally {
        await db.close();
      }
    });
  });

  describe('a filled database', () => {
    const lists = ['Accounts', 'Contacts', 'Activities', 'LeadOppties', 'Opportunities', 'Fields'];
    const answersOf = async (space: TestSpace) => {
      const answers = await Promise.all(
        lists.map((collection) => space.send('GET', collection, { query: { first: 200 } })),
      );
      return answers.map(({ text }) => text.replaceAll(space.origin, ''));
    };
    const keysOf = (name: string) =>
      cluster.administer(name, [
        "SELECT conname FROM pg_constraint WHERE contype = 'f' AND convalidated AND connamespace = 'public'::regnamespace ORDER BY 1",
      ]);

    /** @returns one that has the extension, and what says later whether it holds all that it held before */
    const fill = async (name: string) => {
      const url = await cluster.createDatabase(name);
      const before = await CitusServer.start(url);
      const golden = await GoldenSpace.make(before);
      const expected = await answersOf(golden.space);
      await before.close();
      const keys = await keysOf(name);
      await cluster.spread(name);
      const expectAll = async () => {
        expect(await tablesOf(name)).toMatchObject({
          local: 'knex_migrations knex_migrations_lock settings',
          groups: 1,
        });
        expect(await keysOf(name)).toEqual(keys);
        const after = await CitusServer.start(url);
        try {
          const space = after.spaceAsHere(golden.space);
          await space.readSeedRecords(golden.space.ids);
          expect(await answersOf(space)).toEqual(expected);
          expect((await space.newAccount()).name).toBe('Harbourline');
        } finally {
          await after.close();
        }
        // The coordinator keeps no copy of what it has given away.
        const [left] = await cluster.administer(name, ["SELECT pg_relation_size('contacts')::int AS bytes"]);
        expect(left).toEqual({ bytes: 0 });
      };
      return { env: { HEADWATER_DATABASE_URL: url }, expectAll };
    };

    it('is spread once, with all that it holds', { timeout: longMs }, async () => {
      const { env, expectAll } = await fill('filled');
      // Both at once, as servers start.
      const runs = await Promise.all([headwater(['migrate'], { env }), headwater(['migrate'], { env })]);
      expect(runs.map(({ code }) => code)).toEqual([0, 0]);
      const lines = runs.map(({ error }) => error.match(/Distributing the tables: /g)?.length ?? 0);
      expect(Math.min(...lines)).toBe(0);
      expect(Math.max(...lines)).toBe((await tablesOf('filled'))?.spread);
      const said = runs.map(({ error }) => error).join('');
      const bytes = [...said.matchAll(/Distributing the tables: \w+ \(\d+ of \d+, (\d+) of (\d+) MB done\)/g)];
      expect(bytes).toHaveLength(Math.max(...lines));
      expect(bytes.at(0)?.[1]).toBe('0');
      expect(Number(bytes.at(-1)?.[1])).toBeGreaterThan(0);
      expect(Number(bytes.at(-1)?.[2]) - Number(bytes.at(-1)?.[1])).toBeLessThanOrEqual(1);
      const [last] = [...said.matchAll(/Making the references: \w+ \((\d+) of (\d+)\)/g)].slice(-1);
      expect(Number(last?.[1])).toBeGreaterThan(100);
      expect(last?.[1]).toBe(last?.[2]);
      const again = await headwater(['migrate'], { env });
      expect(again.error).not.toContain('Distributing');
      expect((await headwater(['doctor'], { env })).out).toMatch(/ok +distribution: /);
      await expectAll();
    });

    it('is spread to the end by the next command when the first was killed', { timeout: longMs }, async () => {
      const { env, expectAll } = await fill('killed');
      const command = spawn(process.execPath, [program, 'migrate'], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const exited = once(command, 'exit');
      let said = '';
      command.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if ((said.match(/Distributing the tables: /g)?.length ?? 0) >= 40) command.kill('SIGKILL');
      });
      expect((await exited)[1]).toBe('SIGKILL');
      const before = await tablesOf('killed');
      expect(before).toMatchObject({
        groups: 1,
        spread: expect.toSatisfy((count: number) => count >= 39 && count < 150),
      });
      const rest = await headwater(['migrate'], { env });
      expect([rest.code, rest.error.match(/Distributing the tables: /g)?.length]).toEqual([
        0,
        Number((await tablesOf('killed'))?.spread) - Number(before?.spread),
      ]);
      await expectAll();
    });
  });
});
