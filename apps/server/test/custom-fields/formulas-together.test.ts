/** Fields that one request makes, of which formulas count others: in the order of the items. */
import { expect, test } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json } from '../test-space.js';

onOneDatabase((running) => {
  const field = (name: string, members: Json) => ({ entity_name: 'Contact', name, type_id: 'currency', ...members });
  const send = (body: Json[], query = {}) => running.space.send('POST', 'Fields/batch-modify', { body, query });

  test('count those that are ahead of them', async () => {
    const options = [{ option_name: 'Gold', calc_value: 3 }];
    const answer = await send([
      field('Base', {}),
      field('Level', { type_id: 'dropdown', data_set: options }),
      field('Doubled', { calc_formula: '#cf_base * 2' }),
      field('Whole', { calc_formula: '#cf_doubled + #cf_base * #cf_level' }),
    ]);
    expect(answer.status, answer.text).toBe(200);
    const gold = (await running.space.list('Data', { 'filter[option_name]': 'Gold' })).data[0]?.id;
    const contact = await running.space.newContact({ cf_base: 10, cf_level_id: gold });
    expect(contact).toMatchObject({ cf_doubled: 20, cf_whole: 50 });
  });

  test('do not count what comes later, what is rejected, or what needs them', async () => {
    const early = await send([field('Early', { calc_formula: '#cf_late * 2' }), field('Late', {})]);
    expect(early.status).toBe(422);
    expect(early.text).toContain('cf_late');
    const rejected = field('Rejected', { is_unique: true, default_value: '5' });
    const rest = [field('Valid', {}), field('Of rejected', { calc_formula: '#cf_rejected + #cf_valid' })];
    const some = await send([rejected, ...rest], { 'rollback-method': '1' });
    expect(some.text).toContain('cf_rejected');
    const made = await running.space.list('Fields', {
      'filter[api_name]': ['cf_rejected', 'cf_valid', 'cf_of_rejected'],
    });
    expect(made.data.map(({ api_name }) => api_name)).toEqual(['cf_valid']);
  });

  test('get the circle in which they need each other', async () => {
    const ring = await send([field('Ring', { calc_formula: '#cf_ring + 1' })]);
    expect(ring.status).toBe(422);
    expect(ring.text).toContain('[calc_formula] is circular: Contact.cf_ring needs Contact.cf_ring.');
    const circle = await send([
      field('Leading', { calc_formula: '#cf_one + 1' }),
      field('One', { calc_formula: '#cf_two + 1' }),
      field('Two', { calc_formula: '#cf_three + #cf_valid' }),
      field('Three', { api_name: 'cf_three', calc_formula: '#cf_one * 2' }),
    ]);
    expect(circle.status).toBe(422);
    for (const way of ['one two three one', 'two three one two', 'three one two three']) {
      const members = way.split(' ').map((name) => `Contact.cf_${name}`);
      expect(circle.text).toContain(`[calc_formula] is circular: ${members.join(' needs ')}.`);
    }
    // It is outside the circle, which keeps the field that it needs from being made.
    expect(circle.text).toContain('there is no field \\"cf_one\\"');
    const away = await send([field('Away', { calc_formula: '#cf_valid + #cf_nowhere' })]);
    expect(away.text).toContain('there is no field \\"cf_nowhere\\"');
  });

  test('see a circle that changes of stored fields make together', async () => {
    const made = await send(['Left', 'Right'].map((name) => field(name, {})));
    const [left = '', right = ''] = made.body.data as string[];
    const circle = await send([
      { id: left, calc_formula: '#cf_right + 1' },
      { id: right, calc_formula: '#cf_left + 1' },
    ]);
    expect(circle.status).toBe(422);
    expect(circle.text).toContain('is circular: Contact.cf_right needs Contact.cf_left needs Contact.cf_right.');
    const fine = await send([{ id: left, calc_formula: '#cf_right + 1' }]);
    expect(fine.status, fine.text).toBe(200);
  });
});
