/** Spaces with jobs take turns: a small one need not wait until large ones are done. */
import { expect, test } from 'vitest';
import { runJobs } from '../../src/jobs/run-job.js';
import { onDatabaseInTurn } from '../fixture.js';
import type { TestSpace } from '../test-space.js';
import { Copier } from './many-records.js';
import { QuietSpace } from './quiet-space.js';

onDatabaseInTurn((running) => {
  const formula = { entity_name: 'Contact', name: 'Answer', type_id: 'integer', calc_formula: '6 * 7' };

  async function spaceOf(id: string, contacts: number): Promise<TestSpace> {
    const space = await running.server.newSpace(id);
    await new Copier(running.server.deps, id).copy('contacts', (await space.newContact()).id, contacts, 0);
    return space;
  }

  test('a space is left after a number of chunks, for any worker to go on', async () => {
    const space = await spaceOf('half', 12_000);
    const quiet = new QuietSpace(running.server, space);
    await quiet.write({ kind: 'create', entityType: 'Field', body: formula, validationLevel: 0 });
    await quiet.runJobs('one');
    const left = await quiet.left();
    expect(Number(left.done)).toBe(10_000);
    expect(Number(left.leased_until)).toBeLessThanOrEqual(Date.now());
    await new Promise((later) => setTimeout(later, 5));
    const { stores } = running.server.deps;
    await runJobs({ stores, space: space.id, owner: 'two' }, new AbortController().signal);
    expect(await quiet.left()).toBeUndefined();
  });

  test('a small space comes between large ones', async () => {
    const [first, second, small] = [
      await spaceOf('first', 15_000),
      await spaceOf('second', 15_000),
      await spaceOf('small', 3),
    ];
    const done: string[] = [];
    const untilDone = async (space: TestSpace, field: string) => {
      while ((await space.get('Fields', field)).recomputation !== null)
        await new Promise((later) => setTimeout(later, 20));
      done.push(space.id);
    };
    const waits: Promise<void>[] = [];
    for (const space of [first, second, small]) {
      const { id } = await space.create('Fields', formula);
      waits.push(untilDone(space, id));
    }
    await Promise.all(waits);
    expect(done[0]).toBe(small.id);
    expect(running.server.failures).toEqual([]);
  }, 120_000);
});
