/**
 * No two records that are not deleted share a value of a unique custom field, with any number of writers; and numbers of a sequence
 * are given once.
 */
import { describe, expect, it } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { runWrite } from '../../src/records/write/run-write.js';
import { upsertRecord } from '../../src/records/write/upsert-record.js';
import { catalogWith, valueField } from './custom-fields.js';
import { onEachCustomSpace, type Shown, whole } from './custom-space.js';

const year = new Date().getUTCFullYear();

onEachCustomSpace((running) => {
  const rejection = /belongs to another record/;

  it('one of many writers at once gets the value', async () => {
    const { space } = running;
    const paired = space.redefined(space.store.catalog);
    const tries = Array.from({ length: 32 }, (_, index) =>
      (index % 2 === 0 ? space : paired).newContact({ cf_code: 'once', cf_rank: index }),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(String(outcome.reason)).toMatch(rejection);
    const all = await space.list('Contact', {
      filter: { kind: 'condition', path: ['cf_code'], operator: 'eq', operands: ['once'], at: '' },
    });
    expect(all.length).toBe(1);
  });

  it('a value is free when its record gives it up or is deleted, and taken again when that comes back', async () => {
    const { space } = running;
    const first = await space.newContact({ cf_code: 'A-1', cf_rank: -1 });
    await expect(space.newContact({ cf_code: 'A-1' })).rejects.toThrow(rejection);
    await expect(space.newContact({ cf_rank: -1 })).rejects.toThrow(rejection);
    await space.update('Contact', first.id, { cf_code: 'A-2' });
    const second = await space.newContact({ cf_code: 'A-1' });
    await space.delete('Contact', second.id);
    const third = await space.newContact({ cf_code: 'A-1' });
    await expect(space.restore('Contact', second.id)).rejects.toThrow(rejection);
    await space.update('Contact', third.id, { cf_code: '' });
    await space.restore('Contact', second.id);
    await expect(space.newContact({ cf_code: 'A-1' })).rejects.toThrow(rejection);
    // Nobody shares nothing, nor an empty text.
    await Promise.all([space.newContact({ cf_code: '' }), space.newContact({ cf_code: null }), space.newContact()]);
  });

  it('within one batch a value goes from hand to hand, but not to two', async () => {
    const { space } = running;
    const entityType = 'Contact';
    const { id } = await space.newContact({ cf_code: 'B-1' });
    const create = (cf_code: string) => {
      const body = { last_name: 'X', owner_id: space.ids.owner, cf_code };
      return { kind: 'create', entityType, body, validationLevel: 0 } as const;
    };
    await space.writeAll([
      { kind: 'update', entityType, id, body: { cf_code: 'B-2' }, validationLevel: 0 },
      create('B-1'),
    ]);
    await space.writeAll([{ kind: 'delete', entityType, id, validationLevel: 0 }, create('B-2')]);
    await expect(space.writeAll([create('B-3'), create('B-3')])).rejects.toThrow();
    await space.newContact({ cf_code: 'B-3' });
  });

  it('rows that go with their parent let others have their values', async () => {
    const { space } = running;
    const product = await space.create('Product', { name: 'GTX', allowed_pipelines: 1, unit_symbol: 'pcs' });
    const step = await space.deps.db.knex('steps').where({ space_id: 'acme' }).whereNotNull('pipeline_id').first('id');
    const newDeal = () =>
      space.create('Opportunity', {
        name: 'Deal',
        owner_id: space.ids.owner,
        step_id: step?.id,
        closing_date: '2026-09-30',
        value: { base_value: 1 },
        product_relations: [{ product_id: product.id, amount: 1, cf_serial: 'S-1' }],
      });
    const deal = await newDeal();
    await expect(newDeal()).rejects.toThrow(rejection);
    await space.delete('Opportunity', deal.id);
    const other = await newDeal();
    await expect(space.restore('Opportunity', deal.id)).rejects.toThrow(rejection);
    await space.delete('Opportunity', other.id);
    await space.restore('Opportunity', deal.id);
    await expect(newDeal()).rejects.toThrow(rejection);
  });

  it('a record can be found and written by its value', async () => {
    const { space } = running;
    const { files, limits } = space.deps;
    const upsert = async (body: object) => {
      const { record, isNew } = await runWrite(
        { ...space.store, files, limits },
        systemCall('acme'),
        {
          entityType: 'Contact',
          field: 'cf_code',
          value: 'U-1',
          body: { last_name: 'Upsert', owner_id: space.ids.owner, ...body },
          validationLevel: 0,
          wanted: 'any',
          selection: whole,
        },
        upsertRecord,
      );
      return { isNew, ...(JSON.parse(record.text) as Shown) };
    };
    const made = await upsert({ cf_count: 1 });
    expect(made).toMatchObject({ isNew: true, cf_code: 'U-1', cf_count: 1 });
    expect(await upsert({ cf_count: 2 })).toMatchObject({ isNew: false, id: made.id, cf_count: 2 });
  });

  describe('a sequence', () => {
    const numbered = (pattern: string) =>
      running.space.redefined(
        catalogWith({
          Account: [valueField(61, 'cf_number', 'string', { readOnly: true, derived: { kind: 'sequence', pattern } })],
        }),
      );
    const numberOf = (record: { readonly [name: string]: unknown }) => Number(String(record.cf_number).slice(-4));

    it('gives each new record the next number, also when many are made at once', async () => {
      const space = numbered('INV-{YYYY}-{0005}');
      expect((await space.newAccount({ cf_number: 'mine' })).cf_number).toBe(`INV-${year}-0005`);
      const made = await Promise.all(Array.from({ length: 16 }, () => space.newAccount()));
      const body = { name: 'Many', owner_id: space.ids.owner };
      await space.writeAll(
        Array.from({ length: 50 }, () => ({ kind: 'create', entityType: 'Account', body, validationLevel: 0 })),
      );
      expect(new Set(made.map(numberOf)).size).toBe(16);
      const all = (await space.list('Account')).map(numberOf).filter((number) => number > 0);
      expect(all.sort((a, b) => a - b)).toEqual(Array.from({ length: 67 }, (_, index) => index + 5));
    });

    it('is given once and stays, and goes on behind a start that is raised', async () => {
      const made = await numbered('INV-{YYYY}-{0005}').newAccount();
      const space = numbered('N{0900}');
      const changed = await space.update('Account', made.id, { cf_number: 'mine', name: 'Other' });
      expect(changed.cf_number).toBe(made.cf_number);
      expect((await space.newAccount()).cf_number).toBe('N0900');
      expect((await numbered('N{0001}').newAccount()).cf_number).toBe('N0901');
      // A rejected record takes none.
      await expect(space.create('Account', { name: '' })).rejects.toThrow();
      expect((await space.newAccount()).cf_number).toBe('N0902');
    });
  });
});
