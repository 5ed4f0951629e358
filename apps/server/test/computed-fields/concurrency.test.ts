/** Many write rows of one record, and the record itself, at the same time: all are written, and the sums are right in the end. */
import { expect, it } from 'vitest';
import { inDerivedSpaces } from './derived-space.js';
import { graphCatalog } from './graph.js';

const writers = 16;
const writesEach = 6;

inDerivedSpaces(graphCatalog, (running) => {
  it('sums up what many have written at once', { timeout: 120_000 }, async () => {
    const { space } = running;
    const account = await space.account();
    const deals = await Promise.all(
      [1, 2, 3].map(() => space.opportunity({ cf_account_id: account, cf_probability: 100, value: { base_value: 0 } })),
    );
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let write = 0; write < writesEach; write++) {
          const deal = deals[(writer + write) % deals.length] ?? '';
          if (writer % 4 === 0) await space.update('Opportunity', deal, { description: `${writer}.${write}` });
          else await space.line(deal, { price: 3, quantity: 1 });
        }
      }),
    );
    const lines = (writers - writers / 4) * writesEach;
    const records = await Promise.all(deals.map((id) => space.get('Opportunity', id)));
    expect(records.reduce((sum, { cf_lines }) => sum + Number(cf_lines), 0)).toBe(lines);
    expect(await space.get('Account', account)).toMatchObject({ cf_deal_count: 3, cf_deal_total: String(lines) });
  });

  it('sums up records whose rows decide where they belong', { timeout: 120_000 }, async () => {
    const { space } = running;
    const accounts = [await space.account(), await space.account()];
    const taking = (pick: number) => [{ account_id: accounts[pick % 2], is_primary: true }];
    const deals = await Promise.all(
      accounts.map((_, index) => space.opportunity({ account_relations: taking(index) })),
    );
    await Promise.all(
      Array.from({ length: writers / 2 }, async (_, writer) => {
        for (let write = 0; write < writesEach; write++) {
          const pick = writer + write;
          const deal = deals[write % 2] ?? '';
          if (writer % 4 === 0) await space.update('Account', accounts[pick % 2] ?? '', { comments: `${pick}` });
          else if (writer % 4 === 1) await space.update('Opportunity', deal, { account_relations: taking(pick) });
          else if (writer % 4 === 2) await space.opportunity({ account_relations: taking(pick) });
          else await space.create('LeadOpptyAccountRelation', { lead_oppty_id: deal, ...taking(pick)[0] });
        }
      }),
    );
    const all = [...(await space.all('Opportunity')).values()];
    for (const id of accounts) {
      const count = all.filter(({ primary_account }) => primary_account === id).length;
      expect(await space.get('Account', id)).toMatchObject({ cf_primary: count });
    }
  });

  it('sums up records that point at one that many write as well', { timeout: 120_000 }, async () => {
    const { space } = running;
    const account = await space.account();
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let write = 0; write < writesEach; write++) {
          if (writer % 2 === 0) await space.update('Account', account, { comments: `${writer}.${write}` });
          else await space.opportunity({ cf_account_id: account, cf_probability: 100, value: { base_value: 2 } });
        }
      }),
    );
    const deals = (writers / 2) * writesEach;
    expect(await space.get('Account', account)).toMatchObject({
      cf_deal_count: deals,
      cf_deal_total: String(2 * deals),
    });
  });
});
