/**
 * Many callers that each write many of the same records: none is in another's way for good, and each call is made whole.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { create, idsOf, update, wordsOf, writeMany } from './write-many.js';

const callers = 8;
const records = 30;

onDatabaseInTurn((running) => {
  const newContacts = async () => {
    const body = { last_name: 'Okafor', owner_id: running.space.ids.ownerId };
    return idsOf(
      await writeMany(
        running,
        Array.from({ length: records }, () => create('Contact', body)),
      ),
    );
  };
  /** Another order for every caller. */
  const rotated = <T>(items: readonly T[], by: number) => [...items.slice(by), ...items.slice(0, by)];
  const everyCaller = <T>(call: (caller: number) => Promise<T>) =>
    Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));

  it('change the same records in different orders, one call after another', async () => {
    const ids = await newContacts();
    const outcomes = await everyCaller((caller) =>
      writeMany(
        running,
        rotated(ids, caller * 3).map((id) => update('Contact', id, { city: `c${caller}`, country: `u${caller}` })),
      ),
    );
    expect(new Set(outcomes.flatMap(wordsOf))).toEqual(new Set(['done']));
    const query = { 'filter[id]': ids, first: 100, 'load-only': 'city,country,revision' };
    const found = (await running.space.list('Contacts', query)).data;
    expect(found).toHaveLength(records);
    expect(new Set(found.map(({ city, country, revision }) => `${city} ${country} ${revision}`)).size).toBe(1);
    expect(String(found[0]?.country).slice(1)).toBe(String(found[0]?.city).slice(1));
  });

  it('add rows to the same records, and each keeps one primary row', async () => {
    const ids = await newContacts();
    const account = await running.space.newAccount();
    await everyCaller((caller) =>
      writeMany(
        running,
        rotated(ids, caller * 5).map((id) =>
          create('ContactAccountRelation', {
            contact_id: id,
            account_id: account.id,
            is_primary: true,
            position: `p${caller}`,
          }),
        ),
      ),
    );
    for (const id of ids.slice(0, 5)) {
      const rows = (await running.space.list('ContactAccountRelations', { 'filter[contact_id]': id })).data;
      expect(rows).toHaveLength(callers);
      const primary = rows.filter((row) => row.is_primary === true);
      expect(primary).toHaveLength(1);
      const { primary_account_position } = await running.space.get('Contacts', id);
      expect(primary_account_position).toBe(primary[0]?.position);
    }
  });

  it('want the same unique values, and one call gets them all', async () => {
    const outcomes = await everyCaller((caller) =>
      writeMany(
        running,
        rotated(
          Array.from({ length: 10 }, (_, number) => `S${number}`),
          caller,
        ).map((sku) => create('Product', { name: sku, allowed_pipelines: 1, unit_symbol: 'pcs', sku })),
        { keepGoing: true },
      ),
    );
    const words = outcomes.map((one) => wordsOf(one).filter((word) => word === 'done').length);
    expect(words.sort((a, b) => b - a)).toEqual([10, ...Array.from({ length: callers - 1 }, () => 0)]);
  });

  it('fail on nothing', () => expect(running.server.failures).toEqual([]));
});
