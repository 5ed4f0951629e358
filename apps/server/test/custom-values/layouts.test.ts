/**
 * Whatever fields a space had when a record was written, it shows the fields of today, with the values that it has.
 */

import type { Field } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { customLayout } from '../../src/sql/custom-values/custom-layout.js';
import { catalogWith, moneyField, referenceField, valueField } from './custom-fields.js';
import { onEachCustomSpace } from './custom-space.js';

const line = valueField(51, 'cf_line', 'string');
const count = valueField(52, 'cf_count', 'integer');
const account = referenceField(53, 'cf_account', 'Account');
const price = moneyField(54, 'cf_price');
const area = valueField(55, 'cf_area', 'text');

onEachCustomSpace((running) => {
  const spaceWith = (...fields: readonly Field[]) => running.space.redefined(catalogWith({ Contact: fields }));

  it('a field that is added is null in records that were there', async () => {
    const before = await spaceWith().newContact();
    const after = await spaceWith(line).newContact({ cf_line: 'a' });
    const all = spaceWith(line, count, account, price, area);
    const nothing = {
      cf_line: null,
      cf_count: null,
      cf_account_id: null,
      cf_account: null,
      cf_price: null,
      cf_area: null,
    };
    expect(await all.get('Contact', before.id)).toMatchObject(nothing);
    expect(await all.get('Contact', after.id)).toMatchObject({ ...nothing, cf_line: 'a' });
    const linked = await spaceWith(line, account).newContact({ cf_account_id: (await running.space.newAccount()).id });
    const { cf_account_id, cf_account } = linked;
    expect(await all.get('Contact', linked.id)).toMatchObject({ ...nothing, cf_account_id, cf_account });
  });

  it('a field that is taken away shows no more, and comes back with its values', async () => {
    const all = spaceWith(line, count, price);
    const kept = await all.newContact({ cf_line: 'a', cf_count: 1, cf_price: { base_value: 3 } });
    const written = await all.newContact({ cf_line: 'b', cf_count: 2, cf_price: { base_value: 4 } });
    const without = spaceWith(line, price);
    expect(await without.get('Contact', kept.id)).not.toHaveProperty('cf_count');
    // What is written meanwhile looks as if it had never had the field.
    expect(await without.update('Contact', written.id, { cf_line: 'c' })).not.toHaveProperty('cf_count');
    const made = await without.newContact({ cf_line: 'd' });
    expect(await all.get('Contact', kept.id)).toMatchObject({ cf_line: 'a', cf_count: 1, cf_price: { base_value: 3 } });
    expect(await all.get('Contact', written.id)).toMatchObject({
      cf_line: 'c',
      cf_count: 2,
      cf_price: { base_value: 4 },
    });
    expect(await all.get('Contact', made.id)).toMatchObject({ cf_line: 'd', cf_count: null });
  });

  it('the newest field that is taken away comes back as well', async () => {
    const [one, two] = [spaceWith(line), spaceWith(line, count)];
    const { id } = await two.newContact({ cf_line: 'a', cf_count: 1 });
    await one.update('Contact', id, { cf_line: 'b' });
    expect(await two.get('Contact', id)).toMatchObject({ cf_line: 'b', cf_count: 1 });
    const three = spaceWith(line, count, area);
    expect(await three.get('Contact', id)).toMatchObject({ cf_line: 'b', cf_count: 1, cf_area: null });
    await three.update('Contact', id, { cf_area: 'x' });
    expect(await two.get('Contact', id)).toMatchObject({ cf_line: 'b', cf_count: 1 });
  });

  it('a list of records of all ages shows the same members in each', async () => {
    const all = spaceWith(line, count, account, price, area);
    const found = await all.list('Contact');
    expect(found.length).toBeGreaterThan(5);
    for (const record of found) {
      expect(
        Object.keys(record)
          .filter((name) => name.startsWith('cf_'))
          .sort(),
      ).toEqual(['cf_line', 'cf_count', 'cf_account_id', 'cf_account', 'cf_price', 'cf_area'].sort());
      expect(await all.get('Contact', record.id)).toEqual(record);
    }
  });
});

it('a layout is a number for the fields, whatever they are called elsewhere', () => {
  const layoutOf = (...fields: readonly Field[]) => customLayout(catalogWith({ Contact: fields }).existing('Contact'));
  expect(layoutOf()).toBeUndefined();
  expect(layoutOf(line, count)?.current).toBe(layoutOf(count, line)?.current);
  expect([...(layoutOf(line, count)?.earlier.keys() ?? [])]).toEqual([layoutOf(line)?.current]);
  const other = { ...count, custom: { ...count.custom, id: '0190ffff-0000-7000-8000-000000000001' } } as Field;
  expect(layoutOf(line, other)?.current).not.toBe(layoutOf(line, count)?.current);
});
