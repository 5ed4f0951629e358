/**
 * Merges that are rejected: nothing changes, whatever is wrong.
 */
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import { wholeSpace } from '../space-dump.js';
import type { Json, TestSpace } from '../test-space.js';
import { merge, sendMerge } from './merge.js';

const nobody = '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11';

onOneDatabase((running) => {
  const rejection = async (space: TestSpace, collection: string, master: Json, ids: readonly unknown[]) => {
    const { deps } = running.server;
    const before = await wholeSpace(deps, space.id);
    const answer = await sendMerge(space, collection, master, ids);
    expect(await wholeSpace(deps, space.id)).toEqual(before);
    expect(answer.status).toBe(422);
    return answer;
  };

  it('rejects ids that cannot be merged, and names each of them', async () => {
    const { space } = running;
    const [master, other, deleted] = [await space.newAccount(), await space.newAccount(), await space.newAccount()];
    await space.delete('Accounts', deleted.id);
    const contact = await space.newContact();
    const elsewhere = await (await running.server.newSpace('elsewhere')).newAccount();
    const cases: readonly (readonly [Json, readonly string[], readonly string[]])[] = [
      [{ id: master.id }, [], ['secondary_ids is empty.']],
      [{ id: master.id }, [other.id, master.id.toUpperCase()], ['secondary_ids[1] is the id of the master.']],
      [{ id: master.id }, [other.id, other.id], ['secondary_ids[1] duplicates an earlier id.']],
      [{ id: master.id }, ['x', other.id, ''], ['secondary_ids[0] is not a uuid.', 'secondary_ids[2] is not a uuid.']],
      [{ id: 'x' }, [], ['master needs an id, which is a uuid.', 'secondary_ids is empty.']],
      [{ id: master.id }, [nobody, other.id], [`secondary_ids[0] belongs to no Account: ${nobody}.`]],
      [{ id: nobody }, [other.id], [`master.id belongs to no Account: ${nobody}.`]],
      [
        { id: deleted.id },
        [deleted.id, other.id, nobody],
        [
          `master.id is deleted: ${deleted.id}.`,
          'secondary_ids[0] is the id of the master.',
          `secondary_ids[2] belongs to no Account: ${nobody}.`,
        ],
      ],
      [
        { id: nobody },
        ['x', deleted.id],
        [
          `master.id belongs to no Account: ${nobody}.`,
          'secondary_ids[0] is not a uuid.',
          `secondary_ids[1] is deleted: ${deleted.id}.`,
        ],
      ],
      [{ id: deleted.id }, [other.id], [`master.id is deleted: ${deleted.id}.`]],
      [{ id: master.id }, [deleted.id], [`secondary_ids[0] is deleted: ${deleted.id}.`]],
      [{ id: master.id }, [contact.id], [`secondary_ids[0] belongs to no Account: ${contact.id}.`]],
      [{ id: master.id }, [elsewhere.id], [`secondary_ids[0] belongs to no Account: ${elsewhere.id}.`]],
      [{ id: master.id }, Array.from({ length: 101 }, () => nobody), ['secondary_ids has 101 ids; 100 are the most.']],
    ];
    for (const [body, ids, problems] of cases) {
      const answer = await rejection(space, 'Accounts', body, ids);
      expect(answer.body).toEqual({
        success: false,
        code: 9013,
        name: 'ERROR_MERGE_REFUSED',
        http_status: 422,
        message: `These Accounts cannot be merged: ${problems.join(' ')}`,
        entity_id: body.id,
        entity_name: 'Account',
        entity_index: null,
        entity_errors: problems.map((message) => ({ code: 9013, name: 'ERROR_MERGE_REFUSED', message })),
        field_errors: [],
        step_checklist_errors: [],
      });
    }
  });

  it('distinguishes leads from opportunities, although they share their ids', async () => {
    const { space } = running;
    const lead = await space.create('Leads', { name: 'an enquiry' });
    const opportunity = await space.newOpportunity();
    const answer = await rejection(space, 'Opportunities', { id: opportunity.id }, [lead.id]);
    expect(answer.text).toContain('secondary_ids[0] belongs to no Opportunity');
  });

  it('does not delete what is protected; the master may be', async () => {
    const { space } = running;
    const query = { 'validation-level': 8 };
    const guarded = await space.create(
      'Contacts',
      { last_name: 'x', owner_id: space.ids.ownerId, is_delete_protected: true },
      query,
    );
    const other = await space.newContact();
    const answer = await rejection(space, 'Contacts', { id: other.id }, [guarded.id]);
    expect(answer.text).toContain(`secondary_ids[0] is protected from deletion: ${guarded.id}.`);
    expect((await merge(space, 'Contacts', { id: guarded.id }, [other])).is_delete_protected).toBe(true);
  });

  it('lists every error of what the master is given', async () => {
    const { space } = running;
    const [master, other] = [await space.newAccount(), await space.newAccount({ parent_account_id: null })];
    const body = {
      id: master.id,
      owner_id: nobody,
      account_class: 'x',
      nickname: 'x',
      tags: [{ id: nobody }],
      name: '',
    };
    const answer = await rejection(space, 'Accounts', body, [other.id]);
    expect(answer.body).toMatchObject({ code: 40000, entity_name: 'Account', entity_id: master.id });
    expect(
      leavesOf(answer)
        .map((leaf) => leaf.split(' ', 2).join(' '))
        .toSorted(),
    ).toEqual(['- 119', '- 9022', 'account_class 9020', 'owner_id 120', 'tags 120']);
  });

  it('lists what is wrong with the master beside wrong ids', async () => {
    const { space } = running;
    const [master, other] = [await space.newAccount(), await space.newAccount()];
    const members = { account_class: 'x', nickname: 'x', revision: 1 };
    const listed = async (body: Json) => {
      const answer = await rejection(space, 'Accounts', body, [other.id, nobody]);
      expect(answer.body).toMatchObject({ code: 9013, name: 'ERROR_MERGE_REFUSED', entity_id: body.id });
      return leavesOf(answer)
        .map((leaf) => leaf.split(' ', 2).join(' '))
        .toSorted();
    };
    expect(await listed({ ...members, id: master.id, owner_id: nobody })).toEqual([
      '- 9013',
      '- 9022',
      'account_class 9020',
      'owner_id 120',
    ]);
    expect(await listed({ ...members, id: nobody })).toEqual(['- 9013', '- 9013', '- 9022', 'account_class 9020']);
    expect(await listed({ id: master.id, name: 'a name that would be good' })).toEqual(['- 9013']);
  });

  it('takes no value for taken that a record holds which was to go', async () => {
    const { space } = running;
    await space.create('Fields', { entity_name: 'Account', name: 'Badge', type_id: 'input', is_unique: true });
    const [master, other] = [await space.newAccount(), await space.newAccount({ cf_badge: 'A1' })];
    const answer = await rejection(space, 'Accounts', { id: master.id, cf_badge: 'A1' }, [other.id, nobody]);
    expect(leavesOf(answer)).toHaveLength(1);
    expect((await merge(space, 'Accounts', { id: master.id, cf_badge: 'A1' }, [other])).cf_badge).toBe('A1');
  });

  it('makes no record the parent of itself by saying so', async () => {
    const { space } = running;
    const [master, other] = [await space.newAccount(), await space.newAccount()];
    const answer = await rejection(space, 'Accounts', { id: master.id, parent_account_id: other.id }, [other.id]);
    expect(answer.text).toContain('parent_account_id');
  });

  it('fails on nothing', () => {
    expect(running.server.failures).toEqual([]);
  });
});
