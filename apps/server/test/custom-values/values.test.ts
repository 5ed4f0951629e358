/**
 * Values of custom fields are written, answered, changed and cleared like those of system fields, whatever their type.
 */
import { expect, it } from 'vitest';
import type { Filter } from '../../src/request/filter.js';
import type { RecordBody } from '../../src/request/write-request.js';
import { onEachCustomSpace, type Shown } from './custom-space.js';

const withId = (id: string): Filter => ({ kind: 'condition', path: ['id'], operator: 'eq', operands: [id], at: '' });
const customMembers = (record: Shown) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => /^cf_/.test(name)));

onEachCustomSpace((running) => {
  const values = async (): Promise<RecordBody> => ({
    cf_line: 'Zoë "the" \\ Ünal\u2028 \u0001 \\u0001',
    cf_area: 'a\nb\tc',
    cf_count: -42,
    cf_ratio: 0.30000000000000004,
    cf_amount: 1234567890.1234,
    cf_flag: false,
    cf_day: '2024-02-29',
    cf_moment: '2024-02-29T12:13:14.123456',
    cf_price: { base_value: 12.5, currency_id: running.space.ids.foreign, value_foreign: 25 },
    cf_choice_id: await running.space.newOption('Red'),
    cf_account_id: (await running.space.newAccount()).id,
    cf_code: crypto.randomUUID(),
    cf_rank: Math.floor(Math.random() * 2e9),
  });

  it('come back as they were sent, from a list, a lookup and a change', async () => {
    const { space } = running;
    const given = await values();
    const made = await space.newContact(given);
    expect(made).toMatchObject(given);
    const entities = 'http://localhost/api/v100/rest/spaces/acme/entities';
    expect(made.cf_choice).toBe(`${entities}/Data/${String(given.cf_choice_id)}`);
    expect(made.cf_account).toBe(`${entities}/Accounts/${String(given.cf_account_id)}`);
    expect(await space.get('Contact', made.id)).toEqual(made);
    expect(await space.list('Contact', { filter: withId(made.id) })).toEqual([made]);
    const updated = await space.newContact();
    const { cf_code: _, cf_rank: __, ...free } = given;
    expect(await space.update('Contact', updated.id, free)).toMatchObject(free);
    expect(await space.get('Contact', updated.id)).toMatchObject({ ...free, cf_code: null, cf_rank: null });
  });

  it('are the same whether they are requested together or one by one', async () => {
    const { space } = running;
    for (const body of [{}, await values()]) {
      const made = await space.newContact(body);
      const only = Object.fromEntries(Object.keys(customMembers(made)).map((name) => [name, {}]));
      const alone = await space.get('Contact', made.id, { kind: 'rest', expand: {}, only });
      expect(customMembers(alone)).toEqual(customMembers(made));
      // Where a link is expanded, the others represent themselves.
      const { cf_choice: _, ...others } = customMembers(made);
      const expanded = await space.expanded('Contact', made.id, 'cf_choice', 'cf_account.cf_contacts');
      expect(expanded).toMatchObject(
        Object.fromEntries(Object.entries(others).filter(([name]) => name !== 'cf_account')),
      );
      if (made.cf_choice_id === null) continue;
      expect(expanded.cf_choice).toMatchObject({ id: made.cf_choice_id, option_name: 'Red' });
      expect(expanded.cf_account).toMatchObject({ cf_contacts: [{ id: made.id, cf_line: made.cf_line }] });
    }
  });

  it('amounts keep all their digits while others change, whatever texts beside them look like', async () => {
    const { space } = running;
    const amount = '43210987654321.4321';
    const inForeign = '86421975308642.8642';
    const looksLikeOne = '{"cf_amount":12.50,"base_value":1.25}';
    const made = await space.newContact({
      cf_amount: amount,
      cf_price: { base_value: amount, currency_id: space.ids.foreign, value_foreign: inForeign },
      cf_line: looksLikeOne,
    });
    const { id } = made;
    expect(await space.update('Contact', id, { cf_area: 'another' })).toMatchObject({ cf_line: looksLikeOne });
    const text = await space.text('Contact', id);
    expect(text).toContain(`"cf_amount":${amount}`);
    expect(text).toContain(
      `{"base_value":${amount},"currency_id":"${space.ids.foreign}","value_foreign":${inForeign}}`,
    );
    for (const body of [{ cf_amount: '0.0001' }, { cf_amount: '-7' }, { cf_amount: 0 }]) {
      expect(await space.update('Contact', id, body)).toMatchObject({ cf_amount: Number(body.cf_amount) });
      expect(await space.update('Contact', id, { cf_area: JSON.stringify(body) })).toMatchObject({
        cf_amount: Number(body.cf_amount),
      });
    }
  });

  it('of a record that has none are null', async () => {
    const made = await running.space.newContact();
    const { cf_number, cf_choices, cf_colors, ...none } = customMembers(made);
    expect(Object.keys(none).length).toBe(15);
    for (const [name, value] of Object.entries(none)) expect(value, name).toBeNull();
    expect([typeof cf_number, cf_choices, cf_colors]).toEqual(['string', [], []]);
  });

  it('are cleared by null, others stay', async () => {
    const { space } = running;
    const given = await values();
    const made = await space.newContact(given);
    for (const name of Object.keys(given)) {
      const expected = { ...made, [name]: null };
      if (name === 'cf_choice_id') expected.cf_choice = null;
      if (name === 'cf_account_id') expected.cf_account = null;
      const { modified: _, revision: __, ...cleared } = await space.update('Contact', made.id, { [name]: null });
      expect(cleared).toMatchObject(Object.fromEntries(Object.keys(cleared).map((key) => [key, expected[key]])));
      await space.update('Contact', made.id, { [name]: given[name] });
    }
    const { rows } = await rowsOf(made.id);
    await space.update('Contact', made.id, Object.fromEntries(Object.keys(given).map((name) => [name, null])));
    expect((await rowsOf(made.id)).rows).toBe(1);
    // Three of them are parts of one amount; a sequence stays.
    expect(rows).toBe(Object.keys(given).length + 3);
  });

  /** How many values are kept of a record. */
  const rowsOf = async (id: string) => {
    const { knex } = running.space.deps.db;
    const tables = ['strings', 'texts', 'integers', 'floats', 'decimals', 'booleans', 'dates', 'datetimes', 'uuids'];
    const found = await Promise.all(tables.map((name) => knex(`custom_${name}`).where({ record_id: id })));
    return { rows: found.flat().length };
  };

  it('show in REST v1 as those of system fields do', async () => {
    const { space } = running;
    const given = await values();
    const made = await space.newContact(given);
    const legacy = await space.get('Contact', made.id, { kind: 'legacy' });
    expect(legacy).toMatchObject({
      cf_line: given.cf_line,
      cf_count: -42,
      cf_ratio: given.cf_ratio,
      cf_amount: given.cf_amount,
      cf_flag: 0,
      cf_day: '2024-02-29',
      cf_moment: '2024-02-29 12:13:14',
      cf_price: 12.5,
      cf_price_foreign: 25,
      cf_price_currency_id: `PY-7FFFFFFF-${space.ids.foreign.toUpperCase()}`,
      cf_choice: `PY-7FFFFFFF-${String(given.cf_choice_id).toUpperCase()}`,
    });
  });

  it('show in GraphQL, with the records that they lead to', async () => {
    const { space } = running;
    const given = await values();
    const made = await space.newContact(given);
    const plain = ['cf_line', 'cf_flag', 'cf_moment', 'cf_ratio', 'cf_amount', 'cf_choice_id'] as const;
    const name = { kind: 'value', as: 'n', field: 'option_name' } as const;
    const code = { kind: 'value', as: 'c', field: 'id' } as const;
    const shown = await space.get('Contact', made.id, {
      kind: 'members',
      members: [
        ...plain.map((field) => ({ kind: 'value' as const, as: field, field })),
        { kind: 'record', as: 'choice', link: 'cf_choice', selection: { kind: 'members', members: [name] } },
        {
          kind: 'money',
          as: 'price',
          field: 'cf_price',
          parts: [
            { kind: 'amount', as: 'b', part: 'base_value' },
            { kind: 'currency', as: 'currency', selection: { kind: 'members', members: [code] } },
          ],
        },
      ],
    });
    expect(shown).toMatchObject({
      ...Object.fromEntries(plain.map((field) => [field, given[field]])),
      choice: { n: 'Red' },
      price: { b: 12.5, currency: { c: space.ids.foreign } },
    });
  });

  it('stay with a record that is deleted and come back with it', async () => {
    const { space } = running;
    const made = await space.newContact(await values());
    await space.delete('Contact', made.id);
    expect(customMembers(await space.get('Contact', made.id, undefined, true))).toEqual(customMembers(made));
    await space.restore('Contact', made.id);
    expect(customMembers(await space.get('Contact', made.id))).toEqual(customMembers(made));
  });

  it('of several options are rows of the record', async () => {
    const { space } = running;
    const [red, green] = [await space.newOption('Red'), await space.newOption('Green')];
    const made = await space.newContact({ cf_choices: [{ data_id: red }, { id: green }] });
    const dataIds = async () => {
      const rows = (await space.expanded('Contact', made.id, 'cf_choices')).cf_choices as readonly Shown[];
      return rows.map((row) => row.data_id);
    };
    expect(await dataIds()).toEqual([red, green]);
    await space.update('Contact', made.id, { cf_choices: [{ id: green }] });
    expect(await dataIds()).toEqual([green]);
    await space.delete('Contact', made.id);
    await space.restore('Contact', made.id);
    expect(await dataIds()).toEqual([green]);
  });

  it('a reference must lead to a record', async () => {
    const { space } = running;
    const nobody = '00000000-0000-4000-8000-000000000000';
    await expect(space.newContact({ cf_account_id: nobody })).rejects.toThrow("doesn't exist");
    const account = await space.newAccount();
    await space.delete('Account', account.id);
    await expect(space.newContact({ cf_account_id: account.id })).rejects.toThrow('is deleted');
  });
});
