/**
 * Values of custom fields are written, answered, changed and cleared like those of system fields, whatever their type.
 */
import { expect, it } from 'vitest';
import type { RecordBody } from '../../src/request/write-request.js';
import { onEachCustomSpace } from './custom-space.js';

onEachCustomSpace((running) => {
  const values = async (): Promise<RecordBody> => ({
    cf_line: 'Zoë "the" \\ Ünal\u2028',
    cf_area: 'a\nb\tc',
    cf_count: -42,
    cf_ratio: 0.1,
    cf_amount: 1234567890.1234,
    cf_flag: false,
    cf_day: '2024-02-29',
    cf_moment: '2024-02-29T12:13:14.123456',
    cf_choice_id: await running.space.newOption('Red'),
    cf_account_id: (await running.space.newAccount()).id,
    cf_code: crypto.randomUUID(),
  });

  it('come back as they were sent', async () => {
    const { space } = running;
    const given = await values();
    const made = await space.newContact(given);
    expect(made).toMatchObject(given);
    expect(await space.get('Contact', made.id)).toEqual(made);
    expect(made.cf_choice).toBe(
      `http://localhost/api/v100/rest/spaces/acme/entities/Data/${String(given.cf_choice_id)}`,
    );
    expect(made.cf_price).toBeNull();
    const [listed] = await space.list('Contact', {
      filter: { kind: 'condition', path: ['id'], operator: 'eq', operands: [made.id], at: '' },
    });
    expect(listed).toEqual(made);
  });

  it('of a record that has none are null', async () => {
    const { space } = running;
    const made = await space.newContact();
    const none = Object.entries(made).filter(([name]) => name.startsWith('cf_') && name !== 'cf_number');
    expect(none.length).toBe(16);
    for (const [name, value] of none) expect(value, name).toEqual(name === 'cf_choices' ? [] : null);
  });
});
