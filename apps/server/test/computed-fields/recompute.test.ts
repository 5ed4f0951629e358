/** What is worked out in the background survives a kill: the next server goes on where the last transaction ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { ServerDeps } from '../../src/http/server-deps.js';
import { type JobWorker, startJobWorker } from '../../src/jobs/job-worker.js';
import { openDeps } from '../../src/main/open-deps.js';
import { databaseInTurn, newDatabase, type TestDatabase, testConfig } from '../fixture.js';
import { basic, type TestRecord, TestSpace } from '../test-space.js';

const batches = 4;
const batchSize = 1_000;

describe.each(databaseInTurn())('on %s', (database) => {
  let stored: TestDatabase;
  let child: ChildProcess | undefined;
  let deps: ServerDeps | undefined;
  let worker: JobWorker | undefined;
  afterEach(async () => {
    child?.kill('SIGKILL');
    await worker?.stop();
    await deps?.db.close();
    await stored.drop();
  });

  test('goes on after a kill, and comes to the right values', async () => {
    stored = await newDatabase(database, 'tables');
    const entry = fileURLToPath(new URL('../killed-server.mjs', import.meta.url));
    child = spawn(process.execPath, [entry, JSON.stringify(stored.location)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const [line] = await once(createInterface({ input: child.stdout as NonNullable<typeof child.stdout> }), 'line');
    const { url, ...key } = JSON.parse(String(line)) as { url: string; token: string; password: string };
    const space = new TestSpace(url, 'acme', basic(key), '');
    await space.readSeedRecords();
    await space.create('Fields', { entity_name: 'Product', name: 'Weight', type_id: 'integer' });
    for (let batch = 0; batch < batches; batch++) {
      const body = Array.from({ length: batchSize }, (_, index) => {
        return { name: 'GTX', allowed_pipelines: 1, unit_symbol: 'pcs', cf_weight: batch * batchSize + index };
      });
      const answer = await space.send('POST', 'Products/batch-modify', { body });
      expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    }
    const [id, begun] = await beginFormula(space);
    child.kill('SIGKILL');
    await exited;

    deps = await openDeps({ ...testConfig, ...stored.location });
    const { knex } = deps.db;
    const left = await knex('jobs').where({ space_id: 'acme' }).first();
    expect(Number(left.done)).toBeGreaterThanOrEqual(begun);
    expect(Number(left.done)).toBeLessThan(batches * batchSize);
    const revisions = async () => {
      const products = await knex('products')
        .where({ space_id: 'acme' })
        .where('id', '<=', left.position)
        .select('id', 'revision');
      return new Map(products.map((product) => [product.id, Number(product.revision)]));
    };
    const before = await revisions();
    expect(before.size).toBe(Number(left.done));
    const failures: unknown[] = [];
    worker = startJobWorker(deps, (error) => failures.push(error));
    while (await knex('jobs').where({ space_id: 'acme' }).first()) {
      await new Promise((later) => setTimeout(later, 50));
    }
    expect(failures).toEqual([]);
    expect(await knex('fields').where({ id }).first('recomputation')).toEqual({ recomputation: null });
    // What was done before the kill was not done again.
    expect(await revisions()).toEqual(before);
    const values = await knex('custom_integers').where({ space_id: 'acme', field_id: id }).select('value');
    const wanted = Array.from({ length: batches * batchSize }, (_, index) => 2 * index);
    expect(values.map(({ value }) => Number(value)).sort((a, b) => a - b)).toEqual(wanted);
  }, 120_000);
});

/** @returns a field whose values are being worked out, and how many records were done then; it may take several fields to meet one in time */
async function beginFormula(space: TestSpace): Promise<[id: string, done: number]> {
  const formula = { entity_name: 'Product', type_id: 'integer', calc_formula: '#cf_weight * 2' };
  for (let tried = 1; ; tried++) {
    const { id } = await space.create('Fields', { name: `Double ${tried}`, ...formula });
    const done = await untilBegun(space, id);
    if (done !== undefined) return [id, done];
  }
}

/** @returns how many records were done when some were, but not most; undefined: all are done */
async function untilBegun(space: TestSpace, fieldId: string): Promise<number | undefined> {
  for (;;) {
    const { recomputation } = (await space.get('Fields', fieldId)) as TestRecord & {
      recomputation: { done: number } | null;
    };
    if (recomputation === null) return undefined;
    if (recomputation.done > 0 && recomputation.done <= (batches * batchSize) / 2) return recomputation.done;
  }
}
