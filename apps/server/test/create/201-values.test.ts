/**
 * The forms in which values of new records may be sent, and how they come back.
 */
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';

onDatabaseInTurn((running) => {
  it.each([
    ['2024-03-09', '2024-03-09T00:00:00.000000'],
    ['2024-03-09 14:05:31', '2024-03-09T14:05:31.000000'],
    ['2024-03-09T14:05:31', '2024-03-09T14:05:31.000000'],
    ['2024-03-09T14:05', '2024-03-09T14:05:00.000000'],
    ['2024-03-09T14:05:31Z', '2024-03-09T14:05:31.000000'],
    ['2024-03-09 14:05:31.204817+00:00', '2024-03-09T14:05:31.204817'],
    ['2024-03-09T14:05:31.2', '2024-03-09T14:05:31.200000'],
    ['2024-03-09T14:05:31.123456789Z', '2024-03-09T14:05:31.123456'],
    ['2024-03-09T14:05:31+02:00', '2024-03-09T12:05:31.000000'],
    ['2024-01-01T00:30:00.5+0530', '2023-12-31T19:00:00.500000'],
    ['2024-12-31T23:30:00-01', '2025-01-01T00:30:00.000000'],
    ['1969-07-20T20:17:40Z', '1969-07-20T20:17:40.000000'],
    ['0001-01-01T00:00:00', '0001-01-01T00:00:00.000000'],
    ['9999-12-31T23:59:59.999999', '9999-12-31T23:59:59.999999'],
  ])('reads the date-time %s', async (given, wanted) => {
    const contact = await running.space.newContact({ created: given });
    expect(contact.created).toBe(wanted);
    const [found] = (await running.space.list('Contacts', { 'filter[id]': contact.id, 'filter[created]': given })).data;
    expect(found?.id).toBe(contact.id);
  });

  it.each([
    ['2026-09-30', '2026-09-30'],
    ['2026-09-30T23:59:59Z', '2026-09-30'],
    ['2024-02-29', '2024-02-29'],
    ['0999-01-01', '0999-01-01'],
  ])('reads the date %s', async (given, wanted) => {
    expect((await running.space.newOpportunity({ closing_date: given })).closing_date).toBe(wanted);
  });

  describe('money', () => {
    const written = async (value: unknown) => (await running.space.newOpportunity({ value })).value;

    it('in the base currency follows from either amount', async () => {
      const { baseCurrencyId: currency_id } = running.space.ids;
      const wanted = { base_value: 12.5, currency_id, value_foreign: 12.5 };
      expect(await written({ base_value: 12.5 })).toEqual(wanted);
      expect(await written({ value_foreign: 12.5 })).toEqual(wanted);
      expect(await written({ base_value: 12.5, value_foreign: 12.5, currency_id })).toEqual(wanted);
      expect(await written({ base_value: '12.50', currency_id })).toEqual(wanted);
      expect(await written({ base_value: 12.5, value_foreign: null })).toEqual(wanted);
    });

    it('in another currency has the two amounts that were given', async () => {
      const { foreignCurrencyId: currency_id } = running.space.ids;
      const given = { base_value: 110, currency_id, value_foreign: 100 };
      expect(await written(given)).toEqual(given);
    });

    it.each([
      ['0', '0'],
      ['-0', '0'],
      ['0.1', '0.1'],
      ['-0.5', '-0.5'],
      ['1e3', '1000'],
      ['1.5E-3', '0.0015'],
      ['100.10', '100.1'],
      ['99999999999999.9999', '99999999999999.9999'],
      ['"-99999999999999.0001"', '-99999999999999.0001'],
      ['0.00005', '0.0001'],
      ['-0.00005', '-0.0001'],
      ['1.23454', '1.2345'],
      ['0.00004', '0'],
    ])('keeps %s exactly, to four places', async (given, wanted) => {
      // As text from end to end: numbers of JavaScript would not hold the longer ones.
      const { ownerId, stepIds } = running.space.ids;
      const fixed = JSON.stringify({ name: 'x', owner_id: ownerId, step_id: stepIds[0], closing_date: '2026-01-01' });
      const body = `${fixed.slice(0, -1)},"value":{"base_value":${given.includes('.9999') ? `"${given}"` : given}}}`;
      const { status, text } = await running.space.send('POST', 'Opportunities', { body });
      expect(status).toBe(201);
      expect(/"value":\{"base_value":([^,]*),/.exec(text)?.[1]).toBe(wanted);
      expect(/"value_foreign":([^}]*)\}/.exec(text)?.[1]).toBe(wanted);
    });
  });

  it.each([
    [1.23456, 1.2346],
    ['-0.00004', 0],
    ['1.25e-2', 0.0125],
    [null, null],
  ])('keeps the decimal %s to four places', async (given, wanted) => {
    const set = '00000000-0000-0000-0000-0000000d00aa';
    const body = { data_set_id: set, option_name: 'x', sort_order: 1, calc_value: given };
    const option = await running.space.create('Data', body);
    expect(option.calc_value).toBe(wanted);
    const query = wanted === null ? { 'filter-op[calc_value]': 'null' } : { 'filter[calc_value]': wanted };
    const found = await running.space.list('Data', { 'filter[data_set_id]': set, ...query });
    expect(found.data.map(({ id }) => id)).toContain(option.id);
  });

  it('keeps every text as it was sent', async () => {
    const texts = [
      '',
      ' ',
      "'; DROP TABLE contacts; --",
      '%_\\',
      '"\\"',
      'ÄÖÜß İı Σσς',
      '👩‍👩‍👧',
      'e\u0301é',
      '\u200b\ufeff',
      '\u2028',
    ];
    for (const city of texts) expect((await running.space.newContact({ city })).city).toBe(city);
    const lines = 'first\nsecond\r\n\tthird';
    expect((await running.space.newContact({ comments: lines })).comments).toBe(lines);
    const longest = '😀'.repeat(255);
    expect((await running.space.newContact({ city: longest })).city).toBe(longest);
  });

  it('keeps JSON values as they were sent', async () => {
    const sections = [
      { id: '1', name: 'ß "q"', __proto__x: null, n: 1.5, deep: [[[]]], empty: {} },
      [],
      0,
      false,
      null,
    ];
    const opportunity = await running.space.newOpportunity({ product_sections: sections });
    expect(opportunity.product_sections).toEqual(sections);
    const raw = '{"name":"t","form_edit":{"__proto__":{"a":1},"constructor":"x"}}';
    const { text } = await running.space.send('POST', 'ContactTypes', { body: raw });
    expect(text).toContain('"form_edit":{"__proto__":{"a":1},"constructor":"x"}');
  });

  it('takes a list without items for none, in a create and in a change', async () => {
    const data_set_id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a20';
    const option = { data_set_id, option_name: 'Any', sort_order: 1, calc_value: 1 };
    const created = await running.space.create('Data', { ...option, allowed_by: [] });
    expect(created.allowed_by).toEqual([]);
    const changed = await running.space.send('PATCH', `Data/${created.id}`, { body: { allowed_by: [] } });
    expect([changed.status, changed.body.data]).toMatchObject([200, { allowed_by: [] }]);
  });

  it('fails on nothing', () => {
    expect(running.server.failures).toEqual([]);
  });
});
