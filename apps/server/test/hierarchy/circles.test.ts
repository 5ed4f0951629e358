/**
 * No record comes to be above itself, whichever way it is written.
 */
import { entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import { merge, sendMerge } from '../merge/merge.js';
import type { Json, TestRecord } from '../test-space.js';

/** Members that a new record needs. */
const needed: Readonly<Record<string, Json>> = { Email: { subject: 'x' } };

const hierarchies = entityTypes.flatMap((type) =>
  type.fields.flatMap((field) =>
    field.kind === 'reference' && field.hierarchy
      ? [{ type: type.name, collection: type.collection, member: field.name }]
      : [],
  ),
);

onDatabaseInTurn((running) => {
  /** @returns accounts, each below the one before it */
  const newChain = async (length: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let index = 0; index < length; index += 1) {
      ids.push((await running.space.newAccount({ parent_account_id: ids.at(-1) ?? null })).id);
    }
    return ids;
  };
  const parentOf = async (id: string) => (await running.space.get('Accounts', id)).parent_account_id;
  const batch = (body: readonly Json[], query: Record<string, number> = {}) =>
    running.space.send('POST', 'Accounts/batch-modify', { body, query });
  const below = (above: string, last: string) =>
    `parent_account_id 9020 [parent_account_id] makes a circle: ${above} is below this record. ` +
    `Give another record, or null, or first move ${last}, which is directly below this one.`;
  const itself = 'parent_account_id 9020 [parent_account_id] leads to the record itself. Give another record, or null.';

  it('knows them', () => {
    expect(hierarchies.map(({ type }) => type).sort()).toEqual([
      'Account',
      'CloudObjectFolder',
      'Email',
      'ProductCategory',
      'ReportFolder',
      'SalesUnit',
    ]);
  });

  it.each(hierarchies)('$type', async ({ type, collection, member }) => {
    const { space } = running;
    const make = (above: string | null) =>
      space.create(collection, {
        ...(type === 'Account' || type === 'Email' ? { owner_id: space.ids.ownerId } : {}),
        ...(needed[type] ?? { name: 'x' }),
        [member]: above,
      });
    const top = await make(null);
    const middle = await make(top.id);
    const bottom = await make(middle.id);
    const move = (record: TestRecord, to: string | null) =>
      space.send('PATCH', `${collection}/${record.id}`, { body: { [member]: to } });
    for (const [record, to] of [
      [top, top],
      [top, middle],
      [top, bottom],
      [middle, bottom],
    ] as const) {
      const answer = await move(record, to.id);
      expect(answer.status).toBe(422);
      expect(leavesOf(answer)[0]).toContain(`${member} 9020 [${member}]`);
      expect(await space.get(collection, record.id)).toEqual(record);
    }
    expect((await move(bottom, top.id)).status).toBe(200);
    expect((await move(middle, bottom.id)).status).toBe(200);
    expect((await move(top, null)).status).toBe(200);
  });

  it('says which record to move first', async () => {
    const [top = '', middle = '', bottom = ''] = await newChain(3);
    const patch = (id: string) => running.space.send('PATCH', `Accounts/${top}`, { body: { parent_account_id: id } });
    expect(leavesOf(await patch(bottom))).toEqual([below(bottom, middle)]);
    expect(leavesOf(await patch(top))).toEqual([itself]);
  });

  it('counts deleted records, whose links are as they were', async () => {
    const [top = '', middle = '', bottom = ''] = await newChain(3);
    await running.space.delete('Accounts', middle);
    const answer = await running.space.send('PATCH', `Accounts/${top}`, { body: { parent_account_id: bottom } });
    expect(leavesOf(answer)).toEqual([below(bottom, middle)]);
  });

  it('is rejected in an upsert and for a new record with an id of its own', async () => {
    const [top = '', bottom = ''] = await newChain(2);
    const { space } = running;
    const upsert = await space.send('PUT', `Accounts/by/id/${top}`, { body: { parent_account_id: bottom } });
    expect(leavesOf(upsert)).toEqual([below(bottom, bottom)]);
    const id = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a77';
    const body = { id, name: 'x', owner_id: space.ids.ownerId, parent_account_id: id };
    const made = await space.send('POST', 'Accounts', { body, query: { 'validation-level': 8 } });
    expect(leavesOf(made)).toEqual([itself]);
  });

  describe('a batch', () => {
    it('is rejected when several of its items make a circle', async () => {
      const [first = '', second = '', third = ''] = (await Promise.all([newChain(1), newChain(1), newChain(1)])).flat();
      const items = [
        { id: first, parent_account_id: second },
        { id: second, parent_account_id: third },
        { id: third, parent_account_id: first },
      ];
      expect((await batch(items)).status).toBe(422);
      expect(await parentOf(first)).toBe(null);
      const answer = await batch(items, { 'rollback-method': 1 });
      expect((answer.body.data as unknown[]).slice(0, 2)).toEqual([first, second]);
      expect((answer.body.data as unknown[])[2]).toMatchObject({ http_status: 422, entity_index: 2 });
      expect([await parentOf(first), await parentOf(second), await parentOf(third)]).toEqual([second, third, null]);
    });

    it('has the outcome that its items would have one after another', async () => {
      const [top = '', bottom = ''] = await newChain(2);
      const turned = [
        { id: bottom, parent_account_id: null },
        { id: top, parent_account_id: bottom },
      ];
      expect((await batch([...turned].reverse())).status).toBe(422);
      expect((await batch(turned)).status).toBe(200);
      expect([await parentOf(top), await parentOf(bottom)]).toEqual([bottom, null]);
      // Now the other way round, with an item that waits for an earlier one of the same record.
      const back = [
        { id: bottom, city: 'Leeds' },
        { id: bottom, parent_account_id: top },
        { id: top, parent_account_id: null },
      ];
      expect((await batch(back)).status).toBe(422);
      const cleared = [
        { id: top, city: 'Leeds' },
        { id: top, parent_account_id: null },
        { id: bottom, parent_account_id: top },
      ];
      expect((await batch(cleared)).status).toBe(200);
    });

    it('reads what is above its records with one statement, however many they are', async () => {
      const { server } = running;
      const top = (await newChain(1))[0] ?? '';
      const chains = await Promise.all(Array.from({ length: 6 }, () => newChain(2)));
      const count = async (ids: readonly string[]) => {
        let recursive = 0;
        server.onStatement = ({ text }) => {
          if (text.startsWith('WITH RECURSIVE')) recursive += 1;
        };
        const answer = await batch(ids.map((id) => ({ id, parent_account_id: top })));
        server.onStatement = () => {};
        expect(answer.status).toBe(200);
        return recursive;
      };
      const [one = [], ...others] = chains;
      // A transaction that others overtake is run again.
      expect(await count(one.slice(0, 1))).toBe(1);
      expect(await count(others.map(([first = '']) => first))).toBe(1);
    });
  });

  it('is made by none of many callers at the same time', { timeout: 60_000 }, async () => {
    const ids = (await Promise.all(Array.from({ length: 6 }, () => newChain(1)))).flat();
    const answers = await Promise.all(
      ids.map((id, index) =>
        running.space.send('PATCH', `Accounts/${id}`, { body: { parent_account_id: ids[(index + 1) % ids.length] } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 422]);
  });

  describe('a merge', () => {
    it('clears the parent of the master that comes to be below it', async () => {
      const { space } = running;
      const [top = '', middle = '', bottom = ''] = await newChain(3);
      const merged = await merge(space, 'Accounts', { id: bottom }, [await space.get('Accounts', top)]);
      expect(merged.parent_account_id).toBe(null);
      expect(await parentOf(middle)).toBe(bottom);
    });

    it('does so where the master is sent as it was read', async () => {
      const { space } = running;
      const [top = '', middle = '', bottom = ''] = await newChain(3);
      const [master, other] = [await space.get('Accounts', bottom), await space.get('Accounts', top)];
      expect((await merge(space, 'Accounts', master, [other])).parent_account_id).toBe(null);
      expect(await parentOf(middle)).toBe(bottom);
    });

    it('takes over no parent that is below the master', async () => {
      const { space } = running;
      const [top = '', , bottom = ''] = await newChain(3);
      const merged = await merge(space, 'Accounts', { id: top }, [await space.get('Accounts', bottom)]);
      expect(merged.parent_account_id).toBe(null);
    });

    it('keeps a parent that is above it', async () => {
      const { space } = running;
      const [top = '', middle = ''] = await newChain(2);
      const other = await space.newAccount();
      const merged = await merge(space, 'Accounts', { id: middle }, [other]);
      expect(merged.parent_account_id).toBe(top);
    });

    it('is rejected when the caller gives the master such a parent', async () => {
      const { space } = running;
      const [top = '', middle = '', bottom = ''] = await newChain(3);
      const master = await space.newAccount();
      const answer = await sendMerge(space, 'Accounts', { id: master.id, parent_account_id: bottom }, [top]);
      expect(answer.status).toBe(422);
      expect(leavesOf(answer)).toEqual([below(bottom, middle)]);
      expect(await parentOf(middle)).toBe(top);
    });
  });

  it('is reported in GraphQL and REST v1 as well', async () => {
    const { space } = running;
    const [top = '', bottom = ''] = await newChain(2);
    const query = 'mutation($id: UUID!, $to: UUID) { updateAccount(id: $id, input: { parentAccountId: $to }) { id } }';
    const graphql = await fetch(`${space.origin}/api/v100/graphql/spaces/${space.id}`, {
      method: 'POST',
      headers: { authorization: space.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { id: top, to: bottom } }),
    });
    const said = await graphql.text();
    expect(said).toContain('makes a circle');
    const v1 = await fetch(`${space.origin}/rest_services/v1/${space.id}/Accounts/${top}`, {
      method: 'PUT',
      headers: { authorization: space.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ PARENT_ACCOUNT_ID: bottom }),
    });
    expect(v1.status).toBe(422);
    expect(await v1.text()).toContain('makes a circle');
    expect(await parentOf(top)).toBe(null);
  });
});
