/** The queue of jobs: an upgrade brings queued jobs along, and a worker notices that its lease is lost. */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { afterEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { migrationSource } from '../../src/db/migrations/migrations.js';
import { openDatabase } from '../../src/db/open-database.js';
import type { Job } from '../../src/jobs/job.js';
import { JobQueue, LostLease } from '../../src/jobs/job-queue.js';
import { databaseInTurn, newDatabase, type TestDatabase, testConfig } from '../fixture.js';

const catalog = buildCatalog(entityTypes);
const field = '00000000-0000-0000-0000-00000000beef';
const entity = '00000000-0000-0000-0000-0000000000e1';

describe.each(databaseInTurn())('on %s', (database) => {
  let stored: TestDatabase;
  let db: Database;
  afterEach(async () => {
    await db.close();
    await stored.drop();
  });

  const open = async () => {
    stored = await newDatabase(database, 'nothing');
    const { dataDir, databaseUrl } = stored.location;
    db = await openDatabase(
      databaseUrl === undefined ? { dataDir } : { url: databaseUrl },
      testConfig.databaseSettings,
    );
  };
  const inQueue = <T>(work: (queue: JobQueue) => Promise<T>) =>
    db.write((transaction) => work(new JobQueue(transaction, db.dialect, 'acme')));
  const claimAs = (owner: string, now = Date.now()) =>
    inQueue((queue) => queue.claim({ owner, until: now + 10_000 }, now));

  test('an upgrade keeps what two queues had, and how far it had come', async () => {
    await open();
    const migrations = await migrationSource.getMigrations([]);
    const before = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '008-jobs'),
    );
    await db.knex.migrate.latest({ migrationSource: { ...migrationSource, getMigrations: async () => before } });
    const of = { space_id: 'acme' };
    const value = { type: 'integer', id: field };
    const followUp = { ...of, steps_done: 0, position: null, done: 5_000, total: null, left_at: 7 };
    await db.knex('follow_ups').insert([
      {
        ...{ ...followUp, record_id: field, entity_type: 'Field', action: 'hold-values', left_at: 3, total: 9_000 },
        steps: JSON.stringify([{ do: 'hold', entityType: 'Contact', value }]),
        ...{ holder: 'gone', held_until: 1_000, position: entity },
      },
      {
        ...{ ...followUp, record_id: entity, entity_type: 'Entity', action: 'restore-records' },
        steps: JSON.stringify([
          { do: 'restore', kind: 'Ship', from: 1, before: 2 },
          { do: 'forget-rows', keeper: 'DataRelation', kind: 'Ship_cf_a' },
        ]),
      },
    ]);
    const recomputation = { ...of, wanted_at: 9, passes_done: 1, done: 3, field_ids: JSON.stringify([field, '*']) };
    const passes = JSON.stringify([{ entityType: 'Contact', rank: 0 }]);
    await db.knex('recomputations').insert([
      { ...recomputation, entity_type: 'Contact', passes, total: 4 },
      { ...recomputation, entity_type: 'Product', passes_done: 0, done: 0, total: 0 },
    ]);
    await migrate(db, catalog);

    const jobs: (Job | undefined)[] = [];
    for (let count = 0; count < 5; count++) jobs.push(await claimAs('next'));
    const none = { stepsDone: 0, position: null, done: 0, total: null };
    const recompute = { action: 'recompute-values', recordIds: [field, '*'], revision: 9 };
    expect(jobs).toEqual([
      {
        ...{ subject: field, action: 'hold-values', recordIds: [field], revision: 3 },
        steps: [{ do: 'claim', entityType: 'Contact', value }],
        ...{ stepsDone: 0, position: entity, done: 5_000, total: 9_000 },
      },
      {
        ...{ subject: entity, action: 'restore-records', recordIds: [entity], revision: 7 },
        steps: [
          { do: 'restore', entityType: 'Ship', from: 1, before: 2 },
          { do: 'forget-rows', storedIn: 'DataRelation', entityType: 'Ship_cf_a' },
        ],
        ...{ ...none, done: 5_000 },
      },
      {
        ...{ ...recompute, subject: 'Contact', steps: [{ do: 'recompute', entityType: 'Contact', rank: 0 }] },
        ...{ stepsDone: 1, position: null, done: 3, total: 4 },
      },
      { ...recompute, subject: 'Product', steps: null, ...none },
      undefined,
    ]);
  });

  test('a worker that was too slow, or whose job was replaced, notices it with its next write', async () => {
    await open();
    await migrate(db, catalog);
    const enqueue = (revision: number) => inQueue((queue) => queue.enqueueRecompute('Contact', [field], revision));
    await enqueue(1);
    const slow = (await claimAs('slow')) as Job;
    expect(await claimAs('quick')).toBeUndefined();
    const later = Date.now() + 20_000;
    const taken = (await claimAs('quick', later)) as Job;
    const lease = (owner: string) => ({ owner, until: later + 10_000 });
    const advance = (job: Job, owner: string) => inQueue((queue) => queue.advance(job, lease(owner)));
    const finish = (job: Job, owner: string) => inQueue((queue) => queue.finish(job, owner));
    await expect(advance(slow, 'slow')).rejects.toThrow(LostLease);
    await expect(finish(slow, 'slow')).rejects.toThrow(LostLease);
    await advance({ ...taken, done: 1 }, 'quick');

    await enqueue(2);
    await expect(advance(taken, 'quick')).rejects.toThrow(LostLease);
    await expect(finish(taken, 'quick')).rejects.toThrow(LostLease);
    const again = (await claimAs('quick')) as Job;
    expect(again).toMatchObject({ subject: 'Contact', recordIds: [field], revision: 2, done: 0 });
    await finish(again, 'quick');
    expect(await claimAs('next', later)).toBeUndefined();
  });
});
