/**
 * Lookups that a space has defined follow a merge like all other references.
 */
import { beforeAll, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json } from '../test-space.js';
import { merge, sendMerge } from './merge.js';

onDatabaseInTurn((running) => {
  const define = (entity_name: string, name: string, target: string, more: Json = {}) =>
    running.space.create('Fields', {
      entity_name,
      name,
      type_id: 'lookup',
      lookup: { entity_name: target, many: false },
      ...more,
    });
  beforeAll(async () => {
    await define('Contact', 'Broker', 'Account');
    await define('Account', 'Rival', 'Account');
  });

  it('moves a lookup, in filters, links and whole records', async () => {
    const { space } = running;
    const [master, other, third] = [await space.newAccount(), await space.newAccount(), await space.newAccount()];
    const [moved, untouched] = [
      await space.newContact({ cf_broker_id: other.id }),
      await space.newContact({ cf_broker_id: third.id }),
    ];
    const { revision } = await merge(space, 'Accounts', { id: master.id }, [other]);
    const contact = await space.get('Contacts', moved.id);
    expect(contact).toMatchObject({ cf_broker_id: master.id, revision });
    expect(JSON.stringify(contact)).not.toContain(other.id);
    expect(contact.cf_broker).toBe(`${space.entities}/Accounts/${master.id}`);
    const found = await space.list('Contacts', { 'filter[cf_broker_id]': master.id });
    expect(found.data.map(({ id }) => id)).toEqual([moved.id]);
    expect((await space.list('Contacts', { 'filter[cf_broker_id]': other.id })).data).toEqual([]);
    expect(await space.get('Contacts', untouched.id)).toEqual(untouched);
    expect(await space.update('Contacts', moved.id, { first_name: 'Ada' })).toMatchObject({ cf_broker_id: master.id });
  });

  it('lets no record look itself up', async () => {
    const { space } = running;
    const other = await space.newAccount();
    const master = await space.newAccount({ cf_rival_id: other.id });
    const third = await space.newAccount({ cf_rival_id: other.id });
    expect((await merge(space, 'Accounts', { id: master.id }, [other])).cf_rival_id).toBeNull();
    expect((await space.get('Accounts', third.id)).cf_rival_id).toBe(master.id);
    expect((await space.list('Accounts', { 'filter[cf_rival_id]': master.id })).data).toMatchObject([{ id: third.id }]);
  });

  it('moves those of deleted records, which keep the revision of their deletion', async () => {
    const { space } = running;
    const [master, other] = [await space.newAccount(), await space.newAccount()];
    const { id } = await space.newContact({ cf_broker_id: other.id });
    await space.delete('Contacts', id);
    const query = { 'include-deleted': true };
    const { revision } = await space.get('Contacts', id, query);
    await merge(space, 'Accounts', { id: master.id }, [other]);
    expect(await space.get('Contacts', id, query)).toMatchObject({ cf_broker_id: master.id, revision });
  });

  it('moves lookups among many that become one', async () => {
    const { space } = running;
    const master = await space.newAccount();
    const others = [await space.newAccount(), await space.newAccount(), await space.newAccount()];
    for (const { id } of others) await space.newContact({ cf_broker_id: id });
    const ids = others.map(({ id }) => id);
    expect((await sendMerge(space, 'Accounts', { id: master.id }, ids)).status).toBe(200);
    expect((await space.list('Contacts', { 'filter[cf_broker_id]': master.id })).data).toHaveLength(3);
  });
});
