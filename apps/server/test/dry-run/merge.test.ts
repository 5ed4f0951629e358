/**
 * The preview of a merge: the master as it would be, the values that are given up, and the references that move.
 */
import { expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { newLead } from '../lifecycle/lifecycle-space.js';
import { merge, sendMerge } from '../merge/merge.js';
import { dumpSpace } from '../space-dump.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { type Moved, movedBetween } from './moved-between.js';
import { differences, storedRows } from './stored-rows.js';

interface Preview {
  readonly given_up: readonly { readonly id: string; readonly members: Json }[];
  readonly references: readonly Moved[];
}

async function preview(space: TestSpace, collection: string, master: Json, others: readonly TestRecord[]) {
  const ids = others.map(({ id }) => id);
  const answer = await sendMerge(space, collection, master, ids, { query: { 'dry-run': true } });
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${answer.text}`);
  return answer.body as { readonly data: TestRecord; readonly preview: Preview };
}

/** What differs between a merge and its trial: the moment. */
const timeless = ({ modified: _, ...record }: Json) => record;

onDatabaseInTurn((running) => {
  const dump = async () => {
    const { deps } = running.server;
    return dumpSpace({ ...deps, ...(await deps.stores.of(running.space.id)) }, running.space.id);
  };
  const note = (account_id: string) =>
    running.space.create('Notes', { note: 'x', owner_id: running.space.ids.ownerId, account_id });

  it('is the merge that follows, and changes nothing', async () => {
    const { server, space } = running;
    const master = await space.newAccount({ name: 'Harbourline', city: 'Bristol', phone1: null });
    const other = await space.newAccount({ name: 'Harbourline Ltd', city: 'Leeds', phone1: '1', zip_code: '' });
    const third = await space.newAccount({ name: 'Harbourline', country: 'UK' });
    await note(other.id);
    await note(other.id);
    await note(third.id);
    await note(master.id);
    const body = { id: master.id, name: 'Harbourline Logistics' };
    const before = await storedRows(server);
    const tried = await preview(space, 'Accounts', body, [other, third]);
    expect(differences(before, await storedRows(server))).toEqual([]);
    expect(tried.preview).toEqual({
      given_up: [
        { id: other.id, members: { name: 'Harbourline Ltd', city: 'Leeds' } },
        { id: third.id, members: { name: 'Harbourline' } },
      ],
      references: [{ entity: 'Note', member: 'account_id', count: 3 }],
    });
    const merged = await merge(space, 'Accounts', body, [other, third]);
    expect(timeless(tried.data)).toEqual(timeless(merged));
    expect((await space.list('Notes', { 'filter[account_id]': master.id })).data).toHaveLength(4);
  });

  it('shows what is given up as the records show it', async () => {
    const { space } = running;
    const make = (members: Json) => space.create('Fields', { entity_name: 'Contact', ...members });
    const amount = await make({ name: 'Fee', type_id: 'currency_foreign' });
    const many = await make({
      name: 'Colours',
      type_id: 'multiselect_checkbox',
      data_set: [{ option_name: 'A', calc_value: 1 }],
    });
    const partner = await make({ name: 'Partner', type_id: 'lookup', lookup: { entity_name: 'Account' } });
    const [fee, colours, lookup] = [amount, many, partner].map(({ api_name }) => String(api_name));
    const { data_set } = await space.get('Fields', many.id, { expand: 'data_set' });
    const option = (data_set as TestRecord[])[0]?.id;
    const [first, second] = [await space.newAccount(), await space.newAccount()];
    const members = (account: TestRecord, base_value: number, last_name: string) => ({
      last_name,
      gender: base_value,
      is_unsubscribed: base_value > 1,
      [`${lookup}_id`]: account.id,
      [String(fee)]: { base_value },
    });
    const master = await space.newContact(members(first, 1, 'Okafor'));
    const other = await space.newContact({ ...members(second, 2, 'Ökafor "2"'), [String(colours)]: [{ id: option }] });
    const { preview: shown } = await preview(space, 'Contacts', { id: master.id }, [other]);
    expect(shown.given_up).toEqual([
      {
        id: other.id,
        members: {
          last_name: 'Ökafor "2"',
          gender: 2,
          [`${lookup}_id`]: second.id,
          [String(fee)]: other[String(fee)],
        },
      },
    ]);
    expect(shown.references).toEqual([{ entity: 'DataRelation', member: 'record_id', count: 1 }]);
  });

  it('counts what leads to the master afterwards: no doubles, no events, nothing that is deleted', async () => {
    const { space } = running;
    const field = await space.create('Fields', {
      entity_name: 'Contact',
      name: 'Adviser',
      type_id: 'lookup',
      lookup: { entity_name: 'Account' },
    });
    const [master, other] = [await space.newAccount(), await space.newAccount()];
    const relation = ({ id }: TestRecord, is_primary: boolean) => ({ account_id: id, is_primary });
    await space.newContact({
      account_relations: [relation(other, true)],
      [`${field.api_name}_id`]: other.id,
    });
    await space.newContact({ account_relations: [relation(master, true), relation(other, false)] });
    await space.newAccount({ parent_account_id: other.id });
    await space.update('Accounts', master.id, { parent_account_id: other.id });
    await newLead(space, { account_relations: [relation(other, true)] });
    const gone = await note(other.id);
    await space.delete('Notes', gone.id);
    await note(other.id);
    const { preview: shown, data } = await preview(space, 'Accounts', { id: master.id }, [other]);
    expect(data.parent_account_id).toBeNull();
    expect(shown.references).toEqual([
      { entity: 'Account', member: 'parent_account_id', count: 1 },
      { entity: 'Contact', member: `${field.api_name}_id`, count: 1 },
      { entity: 'Contact', member: 'primary_account', count: 1 },
      { entity: 'ContactAccountRelation', member: 'account_id', count: 1 },
      { entity: 'Lead', member: 'primary_account', count: 1 },
      { entity: 'LeadOpptyAccountRelation', member: 'account_id', count: 1 },
      { entity: 'Note', member: 'account_id', count: 1 },
    ]);
    const before = await dump();
    await merge(space, 'Accounts', { id: master.id }, [other]);
    expect(movedBetween(before, await dump(), [other.id], master.id)).toEqual(shown.references);
  });

  it('counts by as many statements for much as for little', { timeout: 60_000 }, async () => {
    const { space, server } = running;
    const statementsFor = async (each: number) => {
      const [master, other] = [await space.newAccount(), await space.newAccount()];
      const owner_id = space.ids.ownerId;
      const bodies = [
        ['Notes', { note: 'x', owner_id, account_id: other.id }],
        ['Contacts', { last_name: 'x', owner_id, account_relations: [{ account_id: other.id, is_primary: true }] }],
      ] as const;
      for (const [collection, body] of bodies) {
        const items = Array.from({ length: each }, () => body);
        await space.send('POST', `${collection}/batch-modify`, { body: items });
      }
      let shown: Preview | undefined;
      const statements = await server.statementsOf(async () => {
        ({ preview: shown } = await preview(space, 'Accounts', { id: master.id }, [other]));
      });
      expect(shown?.references.find(({ entity }) => entity === 'Note')?.count).toBe(each);
      return statements.map(({ text }) => text.slice(0, 60));
    };
    expect(await statementsFor(40)).toEqual(await statementsFor(2));
  });
});
