import { buildCatalog, entityTypes } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { Yielder } from '../yielder.js';
import { readChanges } from './change-page.js';

/** Counts the moments at which others may go on. */
class Counter extends Yielder {
  count = 0;

  override async pause(): Promise<void> {
    this.count++;
  }
}

const row = (position: number) => ({
  ...{ v: 7, p: position, entity: 'Contact', entity_id: `contact-${position}`, act: 'updated', o0: null, o1: null },
  ...{ members: '{"comments":["a",null],"amount":[1.50,2]}', created: '2026-01-01T00:00:00.000000', skip_key: null },
});

it('lets others run between the changes of a page', async () => {
  const counter = new Counter();
  const rows = Array.from({ length: 50 }, (_, position) => row(position));
  const changes = await readChanges(buildCatalog(entityTypes), rows, counter);
  expect(changes.map(({ id }) => id)).toEqual(rows.map(({ entity_id }) => entity_id));
  expect(changes[0]?.openText).toContain('"amount":{"from":1.50,"to":2}');
  expect(counter.count).toBe(50);
});
