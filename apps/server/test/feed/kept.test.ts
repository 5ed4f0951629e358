/**
 * How far the change log reaches back: what is older is swept, and nobody takes the rest for all of it.
 */
import { beforeEach, expect, it } from 'vitest';
import { runServerJob } from '../../src/jobs/server-jobs.js';
import { sweepChanges } from '../../src/records/changes/sweep-changes.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { TestSpace } from '../test-space.js';

const dayMs = 24 * 60 * 60 * 1_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const tomorrow = daysAgo(-1);

onDatabaseInTurn((running) => {
  let space: TestSpace;
  beforeEach(async () => {
    space = await running.server.newSpace(`kept-${Math.random().toString(36).slice(2, 10)}`);
  });

  const rowsOf = (table: string) => running.server.deps.db.knex(table).where({ space_id: space.id });
  const revisions = async () => {
    const rows = await rowsOf('changes').orderBy('revision').distinct('revision');
    return rows.map(({ revision }) => Number(revision));
  };
  const read = async (after: string) => {
    const { status, body } = await space.send('GET', '../changes', { query: { after } });
    return { status, ...(body as unknown as { data: { cursor: string; revision: number }[] }) };
  };
  const readRevisions = async (after: string) => new Set((await read(after)).data.map(({ revision }) => revision));
  const sweep = (before: Date, signal?: AbortSignal) => sweepChanges(running.server.deps.db, before, signal);
  /** @returns the revisions of new accounts */
  async function accounts(count: number): Promise<number[]> {
    const made: number[] = [];
    for (let index = 0; index < count; index++) made.push((await space.newAccount({ name: 'A' })).revision as number);
    return made;
  }
  const makeOld = (upTo: number) =>
    rowsOf('changes')
      .where('revision', '<=', upTo)
      .update({ changed_at: daysAgo(100).toISOString().slice(0, -1) });

  it('removes what is older, and says so to a reader who is behind', async () => {
    const [one, two, three, four] = (await accounts(4)) as [number, number, number, number];
    await makeOld(two);
    await sweep(daysAgo(110));
    expect((await read(String(one))).status).toBe(200);
    await sweep(daysAgo(90));
    expect(await revisions()).toEqual([three, four]);
    expect((await read(String(one))).status).toBe(410);
    expect(await readRevisions(String(two))).toEqual(new Set([three, four]));
  });

  it('keeps the newest changes, so that a reader who has read everything can go on', async () => {
    await accounts(2);
    const { data } = await read(String((await revisions())[0]));
    const last = data.at(-1)!;
    await sweep(tomorrow);
    expect(await revisions()).toEqual([last.revision]);
    const [next] = await accounts(1);
    expect(await readRevisions(last.cursor)).toEqual(new Set([next]));
  });

  it('removes many in pieces, goes on where it was stopped, and takes nothing of other spaces', async () => {
    const other = await running.server.newSpace(`other-${Math.random().toString(36).slice(2, 10)}`);
    await other.newAccount();
    const own = space;
    space = other;
    const ofOther = await revisions();
    await makeOld(0);
    space = own;
    const items = Array.from({ length: 1_000 }, () => ({ name: 'A', owner_id: space.ids.ownerId }));
    const answer = await space.send('POST', 'Accounts/batch-modify', { body: items });
    expect(answer.status, answer.text).toBe(200);
    const [last] = await accounts(1);
    await makeOld(last! - 1);
    const stopping = new AbortController();
    stopping.abort();
    await sweep(daysAgo(90), stopping.signal);
    expect((await revisions()).length).toBeGreaterThan(1);
    // The log begins later already when a sweep stops before the rows are removed.
    await rowsOf('spaces').update({ logged_from: last! - 1 });
    await sweep(daysAgo(90));
    expect(await revisions()).toEqual([last]);
    space = other;
    expect(await revisions()).toEqual(ofOther);
  });

  it('removes deliveries of changes that are gone, and what is known of deleted webhooks', async () => {
    const [first, second, third] = (await accounts(3)) as [number, number, number];
    const webhook_id = '5d0c1f0e-27b4-4f3e-9a46-0d2b8c51e7aa';
    const delivery = {
      ...{ space_id: space.id, webhook_id, message_id: 'msg_1', kind: 'changes', attempt: 1, changes: 1, position: 0 },
      ...{ started_at: '2001-01-01T00:00:00.000000', duration_ms: 1 },
    };
    const { knex } = running.server.deps.db;
    for (const [index, revision] of [first, second, third].entries()) {
      await knex('webhook_deliveries').insert({
        ...delivery,
        id: `5d0c1f0e-27b4-4f3e-9a46-00000000000${index}`,
        revision,
      });
    }
    await knex('webhook_states').insert({ space_id: space.id, webhook_id, revision: first });
    await makeOld(second);
    await sweep(daysAgo(90));
    expect((await rowsOf('webhook_deliveries').orderBy('revision')).map(({ revision }) => Number(revision))).toEqual([
      second,
      third,
    ]);
    expect(await rowsOf('webhook_states')).toEqual([]);
  });

  it('is a job of the server, for as many days as are set', async () => {
    const [one, two, three] = (await accounts(3)) as [number, number, number];
    await makeOld(two);
    const { deps } = running.server;
    const run = async (changesDays: number) => {
      // The server of the tests has the lease.
      await deps.db.knex('jobs').where({ space_id: '', subject: 'changes' }).update({ leased_until: 0 });
      await runServerJob({ ...deps, changesDays }, 'another', new AbortController().signal);
    };
    await run(101);
    expect(await revisions()).toContain(one);
    await run(99);
    expect(await revisions()).toEqual([three]);
  });
});
