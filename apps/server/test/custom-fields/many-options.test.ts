/** Options that go by the hundred are looked at one by one, with other requests in between, and what replaces them is read once. */
import { expect, test, vi } from 'vitest';
import { Resolver } from '../../src/records/write/resolve.js';
import { Yielder } from '../../src/records/yielder.js';
import { onOneDatabase } from '../fixture.js';
import type { TestRecord } from '../test-space.js';

onOneDatabase((running) => {
  const count = 400;

  test('removes many options of a field, and replaces them', async () => {
    const { space } = running;
    const names = Array.from({ length: count }, (_, index) => ({ option_name: `O${index}`, calc_value: index }));
    const field = await space.create('Fields', {
      ...{ entity_name: 'Contact', name: 'Many', type_id: 'dropdown', data_set: names },
    });
    const { data_set: options } = await space.get('Fields', field.id, { expand: 'data_set' });
    const [first = '', ...gone] = (options as TestRecord[]).map(({ id }) => id);
    const chosen = await space.newContact({ [`${field.api_name}_id`]: gone[7] });
    const replaced_by = Object.fromEntries(gone.map((id) => [id, first]));
    const pauses = vi.spyOn(Yielder.prototype, 'pause');
    const completed = vi.spyOn(Resolver.prototype, 'complete');
    const parsed = vi.spyOn(JSON, 'parse');
    const answer = await space.send('PATCH', `Fields/${field.id}`, {
      body: { data_set: [{ id: first }], replaced_by },
    });
    const text = JSON.stringify(replaced_by);
    const times = parsed.mock.calls.filter(([given]) => given === text).length;
    const [paused, steps] = [pauses, completed].map(({ mock }) => mock.invocationCallOrder) as [number[], number[]];
    const inOneStep = steps.filter((order, index) => {
      const next = steps[index + 1] ?? Number.POSITIVE_INFINITY;
      return !paused.some((pause) => pause > order && pause < next);
    });
    vi.restoreAllMocks();
    expect(answer.status, answer.text).toBe(200);
    expect(times).toBeLessThan(10);
    expect(steps.length).toBeGreaterThan(gone.length);
    expect(inOneStep.length).toBeLessThan(10);
    expect(await space.get('Contacts', chosen.id)).toMatchObject({ [`${field.api_name}_id`]: first });
  });
});
