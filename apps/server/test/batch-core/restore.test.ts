/**
 * A deleted record comes back as it was, unless what it holds or points at is no longer to be had.
 */
import { describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import {
  choosing,
  create,
  idsOf,
  newId,
  rejectionOf,
  remove,
  restore,
  update,
  wordsOf,
  writeMany,
} from './write-many.js';

onDatabaseInTurn((running) => {
  const product = (sku: string) => create('Product', { name: sku, allowed_pipelines: 1, unit_symbol: 'pcs', sku });
  const account = (members: Record<string, unknown>) =>
    create('Account', { name: 'Ltd', owner_id: running.space.ids.ownerId, ...members }, choosing);

  it('changes nothing but the deletion, the moment and the revision', async () => {
    const { space } = running;
    const before = await space.newAccount({ city: 'Leeds', email1: 'a@b.c', comments: 'ÄÖ' });
    await space.delete('Accounts', before.id);
    const [outcome] = await writeMany(running, [restore('Account', before.id)]);
    const after = await space.get('Accounts', before.id);
    expect(outcome).toEqual({ kind: 'done', entityType: 'Account', id: before.id, revision: after.revision });
    expect(after).toEqual({ ...before, modified: after.modified, revision: after.revision });
    expect(after.revision).toBe(before.revision + 2);
  });

  it('of a record that is there does nothing', async () => {
    const record = await running.space.newAccount();
    expect(await writeMany(running, [restore('Account', record.id)])).toMatchObject([
      { kind: 'done', revision: record.revision },
    ]);
    expect(await running.space.get('Accounts', record.id)).toEqual(record);
  });

  it('of a record that never was is rejected', async () => {
    expect(await rejectionOf(running, [restore('Account', newId()), restore('Account', 'x')])).toEqual([
      '0 ERROR_RECORD_NOT_FOUND',
      '1 ERROR_RECORD_NOT_FOUND',
    ]);
  });

  it('is rejected when a unique value is taken meanwhile', async () => {
    const [first] = idsOf(await writeMany(running, [product('R1')])) as [string];
    const [, holder = ''] = idsOf(await writeMany(running, [remove('Product', first), product('R1')]));
    expect(await rejectionOf(running, [restore('Product', first)])).toEqual([
      `0 [sku] The value "R1" belongs to another record, ${holder}; it must be unique. Letter case and blanks count.`,
    ]);
  });

  it('gives a unique value to the first of those who had it', async () => {
    const [first] = idsOf(await writeMany(running, [product('R2')])) as [string];
    await writeMany(running, [remove('Product', first)]);
    const [second] = idsOf(await writeMany(running, [product('R2')])) as [string];
    await writeMany(running, [remove('Product', second)]);
    const words = wordsOf(
      await writeMany(running, [restore('Product', second), restore('Product', first)], { keepGoing: true }),
    );
    expect(words).toEqual(['done', expect.stringContaining('must be unique')]);
  });

  it('is rejected when a target is deleted, unless that is allowed', async () => {
    const { space } = running;
    const parent = await space.newAccount();
    const child = await space.newAccount({ parent_account_id: parent.id });
    await space.delete('Accounts', child.id);
    await space.delete('Accounts', parent.id);
    const [failure] = await rejectionOf(running, [restore('Account', child.id)]);
    expect(failure).toMatch(/\[parent_account_id\] .* is deleted/);
    expect(wordsOf(await writeMany(running, [restore('Account', child.id, 16)]))).toEqual(['done']);
  });

  it('tells which row points at a deleted target', async () => {
    const { space } = running;
    const employer = await space.newAccount();
    const contact = await space.newContact({ account_relations: [{ account_id: employer.id, is_primary: true }] });
    await space.delete('Contacts', contact.id);
    await space.delete('Accounts', employer.id);
    const [failure] = await rejectionOf(running, [restore('Contact', contact.id)]);
    expect(failure).toMatch(/^0 account_relations\[0\]: \[account_id\] .* is deleted/);
    expect((await space.get('Contacts', contact.id, { 'include-deleted': true })).is_deleted).toBe(true);
  });

  it('restores a record that was merged into another', async () => {
    const { space } = running;
    const [master, double] = [await space.newAccount(), await space.newAccount({ city: 'Leeds' })];
    const body = { master: { id: master.id }, secondary_ids: [double.id] };
    expect((await space.send('POST', 'Accounts/merge', { body })).status).toBe(200);
    const mergedInto = async () => {
      const p = running.server.deps.db.dialect.placeholder(1);
      const text = `SELECT merged_into AS v FROM accounts WHERE space_id = ${p} AND id = '${double.id}'`;
      return (await running.server.deps.db.read({ text, values: [space.id] }))[0]?.v;
    };
    expect(await mergedInto()).toBe(master.id);
    expect(wordsOf(await writeMany(running, [restore('Account', double.id)]))).toEqual(['done']);
    expect(await space.get('Accounts', double.id)).toMatchObject({ is_deleted: false, city: 'Leeds' });
    expect(await mergedInto()).toBeNull();
  });

  it('brings back what points at each other, in one call and in the order of need', async () => {
    const { space } = running;
    const [top, middle, low] = [newId(), newId(), newId()];
    await writeMany(running, [
      account({ id: top }),
      account({ id: middle, parent_account_id: top }),
      account({ id: low, parent_account_id: middle }),
    ]);
    await writeMany(
      running,
      [low, middle, top].map((id) => remove('Account', id)),
    );
    const early = await rejectionOf(running, [
      restore('Account', low),
      restore('Account', middle),
      restore('Account', top),
    ]);
    expect(early.map((failure) => failure[0])).toEqual(['0', '1']);
    expect(
      wordsOf(
        await writeMany(
          running,
          [top, middle, low].map((id) => restore('Account', id)),
        ),
      ),
    ).toEqual(['done', 'done', 'done']);
    expect((await space.get('Accounts', low)).parent_account_id).toBe(middle);
  });

  describe('follows what came before it in the same call', () => {
    it('a deletion', async () => {
      const record = await running.space.newAccount();
      const outcomes = await writeMany(running, [
        remove('Account', record.id),
        restore('Account', record.id),
        update('Account', record.id, { city: 'Leeds' }),
      ]);
      expect(wordsOf(outcomes)).toEqual(['done', 'done', 'done']);
      expect((await running.space.get('Accounts', record.id)).city).toBe('Leeds');
    });
  });

  it('fails on nothing', () => expect(running.server.failures).toEqual([]));
});
