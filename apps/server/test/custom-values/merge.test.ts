/**
 * A record that stays takes over the custom values that it lacks, and whatever refers to those that go by a custom field.
 */
import { expect, it } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { mergeRecords } from '../../src/records/merge/merge-records.js';
import { runWrite } from '../../src/records/write/run-write.js';
import { onEachCustomSpace, type Shown, whole } from './custom-space.js';

onEachCustomSpace((running) => {
  const merge = async (entityType: string, master: string, secondaryIds: readonly string[]): Promise<Shown> => {
    const request = { entityType, master: { id: master }, secondaryIds, validationLevel: 0, selection: whole };
    const { text } = await runWrite(running.space.store, systemCall('acme'), request, mergeRecords);
    return JSON.parse(text) as Shown;
  };

  it('values fill the master, the first that has them', async () => {
    const { space } = running;
    const money = { base_value: 2, currency_id: space.ids.foreign, value_foreign: 4 };
    const master = await space.newContact({ cf_line: 'own', cf_flag: false });
    const first = await space.newContact({ cf_line: 'other', cf_flag: true, cf_count: 1, cf_code: 'M-1' });
    const second = await space.newContact({ cf_count: 2, cf_area: 'long', cf_price: money, cf_rank: 77 });
    const merged = await merge('Contact', master.id, [first.id, second.id]);
    const wanted = { cf_line: 'own', cf_flag: false, cf_count: 1, cf_area: 'long', cf_price: money };
    expect(merged).toMatchObject({ ...wanted, cf_code: 'M-1', cf_rank: 77, cf_number: master.cf_number });
    expect(await space.get('Contact', master.id)).toEqual(merged);
    await expect(space.newContact({ cf_code: 'M-1' })).rejects.toThrow('belongs to another record');
  });

  it('references follow, also where they are read together with other values', async () => {
    const { space } = running;
    const [master, gone] = [await space.newAccount(), await space.newAccount()];
    const contact = await space.newContact({ cf_account_id: gone.id, cf_line: `"cf_account_id":"${gone.id}"` });
    await merge('Account', master.id, [gone.id]);
    const moved = await space.get('Contact', contact.id);
    expect(moved).toMatchObject({ cf_account_id: master.id, cf_account: expect.stringContaining(master.id) });
    expect(moved.cf_line).toBe(contact.cf_line);
    expect(Number(moved.revision)).toBeGreaterThan(Number(contact.revision));
    const found = await space.expanded('Account', master.id, 'cf_contacts');
    expect((found.cf_contacts as readonly Shown[]).map(({ id }) => id)).toEqual([contact.id]);
    expect(await space.update('Contact', contact.id, { cf_count: 1 })).toMatchObject({ cf_account_id: master.id });
  });

  it('the options of both come together, each once', async () => {
    const { space } = running;
    const [red, green, blue] = [await space.newOption('R'), await space.newOption('G'), await space.newOption('B')];
    const master = await space.newContact({
      cf_choices: [{ data_id: red }, { data_id: green }],
      cf_colors: [{ data_id: red }],
    });
    const gone = await space.newContact({
      cf_choices: [{ data_id: green }, { data_id: blue }],
      cf_colors: [{ data_id: red }],
    });
    await merge('Contact', master.id, [gone.id]);
    const merged = await space.expanded('Contact', master.id, 'cf_choices', 'cf_colors');
    const options = (name: string) => (merged[name] as readonly Shown[]).map((row) => row.data_id);
    expect(options('cf_choices').sort()).toEqual([red, green, blue].sort());
    expect(options('cf_colors')).toEqual([red]);
  });
});
