/** After every write, whatever it was, each derived value that is stored is what an oracle says. */

import { buildCatalog, entityTypes } from '@headwater/catalog';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { ApiError } from '../../src/errors/api-error.js';
import { createRecordStore } from '../../src/records/record-store.js';
import { entityRules } from '../../src/records/rules/entity-rules.js';
import { runsOf } from '../properties/runs.js';
import { WritesRejected } from '../write-all.js';
import { type DerivedSpace, inDerivedSpaces } from './derived-space.js';
import { graphCatalog, rankSet } from './graph.js';
import { expectedValues } from './oracle.js';
import { GraphFixture, type Step, steps } from './random-writes.js';

inDerivedSpaces(graphCatalog, (running) => {
  const ranks = new Map<string, string>();

  beforeAll(async () => {
    const { space } = running;
    const { store } = space;
    // By the catalog of a space that has defined nothing: where formulas count them, options define the space again.
    space.store = createRecordStore(buildCatalog(entityTypes), store.db, entityRules);
    for (const [index, calc_value] of ['0', '2.5', '-1'].entries()) {
      const body = { data_set_id: rankSet, option_name: `rank ${index}`, sort_order: index, calc_value };
      ranks.set(await space.create('Data', body), calc_value);
    }
    space.store = { ...store, optionValues: ranks };
  });

  it('holds after random writes', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const fixture = new GraphFixture(running.space, [...ranks.keys()]);
        await fixture.begin();
        for (const step of taken) {
          await takeOrBeRejected(fixture, step);
          await checkAll(running.space, ranks);
        }
      }),
      // What a failure leaves behind would fail all that comes after it.
      { numRuns: runsOf(12), endOnFailure: true },
    );
  }, 300_000);
});

/** A write may be rejected, as one of a record that is deleted: then nothing has changed. */
async function takeOrBeRejected(fixture: GraphFixture, step: Step): Promise<void> {
  try {
    await fixture.take(step);
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof WritesRejected)) throw error;
  }
}

async function checkAll(space: DerivedSpace, ranks: ReadonlyMap<string, string>): Promise<void> {
  const types = ['Product', 'OpptyProductRelation', 'Opportunity', 'Account', 'LeadOpptyAccountRelation'];
  const [products, lines, opportunities, accounts, taking] = await Promise.all(
    types.map(async (type) => [...(await space.all(type)).values()]),
  );
  const records = {
    products: products ?? [],
    lines: lines ?? [],
    opportunities: opportunities ?? [],
    accounts: accounts ?? [],
    taking: taking ?? [],
  };
  const expected = expectedValues(records, ranks);
  for (const record of Object.values(records).flat()) {
    const wanted = expected.get(String(record.id));
    if (!wanted) continue;
    const stored = Object.fromEntries(Object.keys(wanted).map((name) => [name, record[name]]));
    expect({ id: record.id, ...stored }).toEqual({ id: record.id, ...wanted });
  }
}
