/**
 * What keys do that may define fields and entity types: definitions are no way around the rights of records.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestSpace } from '../test-space.js';
import { lacks, ScopedKey } from './scoped-key.js';

onDatabaseInTurn((running) => {
  let space: TestSpace;
  const keyOf = (scopes: string) => ScopedKey.of(running.server, space, scopes);
  beforeAll(async () => {
    space = await running.server.newSpace('defining');
  });
  const messageOf = ({ body }: { readonly body: Json }) => String(body.message);

  describe('a roll-up', () => {
    const rollup = { relation: 'opportunities_by_primary_account', function: 'SUM', field: 'value' };
    const field = { entity_name: 'Account', name: 'Won sum', type_id: 'rollup', rollup };

    it('sums up only what the key that defines it may read', async () => {
      const narrow = await keyOf('Accounts:read Fields:*');
      const rejected = await narrow.send('POST', 'Fields', { body: field });
      expect([rejected.status, messageOf(rejected)]).toEqual([403, lacks('Opportunities:read')]);
      const wider = await keyOf('Accounts:read Opportunities:read Fields:*');
      expect((await wider.send('POST', 'Fields', { body: field })).status).toBe(201);
    });

    it('counts by a filter only what may be read, in an update as well', async () => {
      const counting = { relation: 'contacts_by_primary_account', function: 'COUNT' };
      const made = await space.create('Fields', { ...field, name: 'People', rollup: counting });
      const key = await keyOf('Accounts:read Fields:*');
      const guess = { rollup: { ...counting, filter: { email1: 'ada@secret.example' } } };
      const rejected = await key.send('PATCH', `Fields/${made.id}`, { body: guess });
      expect([rejected.status, messageOf(rejected)]).toEqual([403, lacks('Contacts:read')]);
    });
  });

  it('a field that becomes unique shows shared values to who may read the records only', async () => {
    const field = await space.create('Fields', { entity_name: 'Account', name: 'Tax number', type_id: 'input' });
    const accounts = [0, 1].map(() => space.newAccount({ cf_tax_number: 'SECRET-42' }));
    const [one] = await Promise.all(accounts);
    const change = { body: { is_unique: true } };
    const blind = messageOf(await (await keyOf('Fields:read,update')).send('PATCH', `Fields/${field.id}`, change));
    expect(blind).toContain('records share values');
    expect(blind).not.toContain('SECRET-42');
    expect(blind).not.toContain(one?.id);
    const seeing = await keyOf('Fields:read,update Accounts:read');
    expect(messageOf(await seeing.send('PATCH', `Fields/${field.id}`, change))).toContain(`"SECRET-42" in ${one?.id}`);
  });

  it('values go with a field only for who may change the records', async () => {
    const field = await space.create('Fields', { entity_name: 'Account', name: 'Motto', type_id: 'input' });
    const { id } = await space.newAccount({ cf_motto: 'Onwards' });
    const query = { 'delete-values': true };
    const rejected = await (await keyOf('Fields:*')).send('DELETE', `Fields/${field.id}`, { query });
    expect([rejected.status, messageOf(rejected)]).toEqual([403, lacks('Accounts:update')]);
    expect(await space.get('Accounts', id)).toMatchObject({ cf_motto: 'Onwards' });
    const wider = await keyOf('Fields:* Accounts:update');
    expect((await wider.send('DELETE', `Fields/${field.id}`, { query })).status).toBe(200);
  });

  it('records go with an entity type only for who may delete them, and are named to who may read them', async () => {
    const entity = await space.create('Entities', { name_singular: 'Car', name_plural: 'Cars' });
    const name = String(entity.entity_api_name);
    const car = await space.create(name, { name: 'Beetle', owner_id: space.ids.ownerId });
    const query = { 'delete-records': true };
    const narrow = await keyOf('Entities:*');
    const rejected = await narrow.send('DELETE', `Entities/${entity.id}`, { query });
    expect([rejected.status, messageOf(rejected)]).toEqual([403, lacks(`${name}:delete`)]);
    const inUse = await narrow.send('DELETE', `Entities/${entity.id}`);
    expect([inUse.status, messageOf(inUse)]).toEqual([409, expect.not.stringContaining(car.id)]);
    const seeing = await keyOf(`Entities:* ${name}:read`);
    expect(messageOf(await seeing.send('DELETE', `Entities/${entity.id}`))).toContain(car.id);
    const wider = await keyOf(`Entities:* ${name}:delete`);
    expect((await wider.send('DELETE', `Entities/${entity.id}`, { query })).status).toBe(200);
  });
});
