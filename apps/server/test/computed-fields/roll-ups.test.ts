/** Roll-ups and formulas are right after every kind of write, in the same transaction. */
import { expect, it } from 'vitest';
import { inDerivedSpaces } from './derived-space.js';
import { graphCatalog } from './graph.js';

inDerivedSpaces(graphCatalog, (running) => {
  const opportunityOf = (id: string) => running.space.get('Opportunity', id);
  const accountOf = (id: string) => running.space.get('Account', id);

  it('begins with the values of no records', async () => {
    const id = await running.space.opportunity({ cf_probability: 50 });
    expect(await opportunityOf(id)).toMatchObject({
      cf_lines: 0,
      cf_sum: '0',
      cf_least: null,
      cf_average: null,
      cf_total: '100',
      cf_expected: '50',
    });
  });

  it('follows rows in the body of their record, and rows written by themselves', async () => {
    const { space } = running;
    const [product_id] = space.first.products;
    const items = [
      { product_id, price: 10, quantity: 1 },
      { product_id, price: 20, quantity: 2 },
    ];
    const id = await space.opportunity({ cf_probability: 10, product_relations: items });
    expect(await opportunityOf(id)).toMatchObject({
      cf_lines: 2,
      cf_pairs: 1,
      cf_large: 1,
      cf_sum: '16.6666',
      cf_least: '10',
      cf_average: '25',
      cf_total: '116.6666',
      cf_expected: '11.6667',
    });
    const line = await space.line(id, { price: 5, quantity: 1 });
    expect(await opportunityOf(id)).toMatchObject({ cf_lines: 3, cf_least: '5', cf_average: '18.3333' });
    await space.update('OpptyProductRelation', line, { price: 50 });
    expect(await opportunityOf(id)).toMatchObject({ cf_lines: 3, cf_least: '10', cf_average: '33.3333', cf_large: 2 });
    await space.delete('OpptyProductRelation', line);
    expect(await opportunityOf(id)).toMatchObject({ cf_lines: 2, cf_least: '10', cf_average: '25' });
  });

  it('follows from level to level, and from one record to another', async () => {
    const { space } = running;
    const holding = await space.account();
    const account = await space.account({ cf_holding_id: holding });
    const other = await space.account({ cf_holding_id: holding });
    const id = await space.opportunity({ cf_probability: 100, cf_account_id: account });
    expect(await accountOf(account)).toMatchObject({ cf_deal_count: 1, cf_deal_total: '100', cf_score: '100' });
    await space.line(id, { price: 30, quantity: 1 });
    expect(await accountOf(account)).toMatchObject({
      cf_deal_total: '110',
      cf_value: '100',
      cf_last_closing: '2026-12-18',
    });
    expect(await accountOf(holding)).toMatchObject({ cf_group_score: '110', cf_grade: 'group', cf_deal_count: 0 });
    await space.update('Opportunity', id, { cf_account_id: other });
    expect(await accountOf(account)).toMatchObject({ cf_deal_count: 0, cf_deal_total: '0', cf_last_closing: null });
    expect(await accountOf(other)).toMatchObject({ cf_deal_count: 1, cf_deal_total: '110' });
    await space.update('Account', other, { cf_holding_id: null });
    expect(await accountOf(holding)).toMatchObject({ cf_group_score: '0', cf_grade: 'few' });
  });

  it('changes the revision of a record whose roll-ups change, and of no other', async () => {
    const { space } = running;
    const account = await space.account();
    const bystander = await space.account();
    const before = await accountOf(bystander);
    const created = await accountOf(account);
    const id = await space.opportunity({ cf_account_id: account, cf_probability: 100 });
    const after = await accountOf(account);
    expect(Number(after.revision)).toBeGreaterThan(Number(created.revision));
    expect(after.modified).not.toBe(created.modified);
    await space.update('Opportunity', id, { description: 'Nothing that counts.' });
    expect((await accountOf(account)).revision).toBe(after.revision);
    expect((await accountOf(bystander)).revision).toBe(before.revision);
  });

  it('leaves out what is deleted, and counts what comes back', async () => {
    const { space } = running;
    const account = await space.account();
    const id = await space.opportunity({ cf_account_id: account, cf_probability: 100 });
    await space.line(id, { price: 9, quantity: 1 });
    await space.delete('Opportunity', id);
    expect(await accountOf(account)).toMatchObject({ cf_deal_count: 0, cf_deal_total: '0' });
    await space.restore('Opportunity', id);
    expect(await opportunityOf(id)).toMatchObject({ cf_lines: 1, cf_total: '103' });
    expect(await accountOf(account)).toMatchObject({ cf_deal_count: 1, cf_deal_total: '103' });
    await space.delete('Account', account);
    await space.update('Opportunity', id, { cf_probability: 50 });
    await space.restore('Account', account);
    expect(await accountOf(account)).toMatchObject({ cf_deal_count: 1, cf_deal_total: '51.5' });
  });

  it('follows merged records', async () => {
    const { space } = running;
    const holding = await space.account();
    const [first, second] = [
      await space.account({ cf_holding_id: holding }),
      await space.account({ cf_holding_id: holding }),
    ];
    for (const cf_account_id of [first, second, second])
      await space.opportunity({ cf_account_id, cf_probability: 100 });
    expect(await accountOf(holding)).toMatchObject({ cf_group_score: '300' });
    await space.merge('Account', first, [second]);
    expect(await accountOf(first)).toMatchObject({ cf_deal_count: 3, cf_deal_total: '300', cf_grade: 'many' });
    expect(await accountOf(holding)).toMatchObject({ cf_group_score: '300' });
    const [deal, duplicate] = [
      await space.opportunity({ cf_account_id: first }),
      await space.opportunity({ cf_account_id: first }),
    ];
    for (const [id, price] of [
      [deal, 3],
      [duplicate, 6],
    ] as const) {
      await space.line(id, { price, quantity: 1 });
    }
    await space.merge('Opportunity', deal, [duplicate]);
    expect(await opportunityOf(deal)).toMatchObject({ cf_lines: 2, cf_sum: '3' });
    expect(await accountOf(first)).toMatchObject({ cf_deal_count: 4 });
  });

  it('updates a batch with statements whose number does not grow', async () => {
    const { space } = running;
    const accounts = [await space.account(), await space.account()];
    const countOf = async (size: number) => {
      space.statements = [];
      const { owner_id, step_id } = space.first;
      const body = {
        name: 'x',
        owner_id,
        step_id,
        closing_date: '2026-12-18',
        value: { base_value: 1 },
        cf_probability: 100,
      };
      await space.batch(
        Array.from({ length: size }, (_, index) => ({
          kind: 'create' as const,
          entityType: 'Opportunity',
          body: { ...body, cf_account_id: accounts[index % 2] },
          validationLevel: 0,
        })),
      );
      return space.statements.length;
    };
    const few = await countOf(10);
    expect(await countOf(200)).toBeLessThanOrEqual(few);
    expect(await accountOf(accounts[0] ?? '')).toMatchObject({ cf_deal_count: 105, cf_deal_total: '105' });
  });
});
