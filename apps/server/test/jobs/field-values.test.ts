/** Values of a field in many records are claimed, released and forgotten in chunks, while the field is at once what its record says. */
import { beforeAll, describe, expect, test } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord, TestSpace } from '../test-space.js';
import { Copier } from './many-records.js';
import { QuietSpace } from './quiet-space.js';

/** More than a request does at once, and not in whole chunks. */
const count = 7_500;

onDatabaseInTurn((running) => {
  let space: TestSpace;
  let quiet: QuietSpace;
  beforeAll(async () => {
    space = await running.server.newSpace('values');
    quiet = new QuietSpace(running.server, space);
    const copier = new Copier(running.server.deps, space.id);
    // Without texts beside them they are read from their values.
    const columns = { custom_layout: '-1' };
    await copier.copy('contacts', (await space.newContact()).id, count, 0, columns);
  });

  const lastCopy = Copier.id(0, count);

  /** @returns a field that every copy has a value in: its number */
  async function filledField(name: string, type_id = 'integer'): Promise<TestRecord> {
    const field = await space.create('Fields', { entity_name: 'Contact', name, type_id });
    const copier = new Copier(running.server.deps, space.id);
    await copier.give('custom_integers', field.id, count, copier.idOf(0), 'n.i');
    return field;
  }

  const makeUnique = ({ id }: TestRecord, is_unique: boolean) =>
    quiet.write({ kind: 'update', entityType: 'Field', id, body: { is_unique }, validationLevel: 0 });
  const send = (method: string, path: string, body?: Json, query: Json = {}) =>
    space.send(method, path, { ...(body && { body }), query: query as Record<string, string> });
  const newContact = (members: Json) =>
    send('POST', 'Contacts', { last_name: 'New', owner_id: space.ids.ownerId, ...members });
  const restore = ({ id }: TestRecord) => space.send('POST', 'Fields/batch-restore', { body: [id] });
  const valuesOf = ({ id }: TestRecord, where: object = {}) =>
    quiet.knex('custom_integers').where({ space_id: space.id, field_id: id, ...where });

  describe('a field becomes unique', () => {
    test('at once, also for values that are not claimed yet', async () => {
      const field = await filledField('Badge');
      const [gone, last] = [Copier.id(0, count - 1), lastCopy];
      await space.delete('Contacts', gone);
      await makeUnique(field, true);
      expect(await space.get('Fields', field.id)).toMatchObject({ is_unique: true });
      await quiet.expectWork('Fields', field.id, { action: 'hold-values', state: 'waiting', done: 5_000, total: null });
      expect(await valuesOf(field, { is_held: true })).toHaveLength(0);

      expect((await newContact({ cf_badge: count })).status).toBe(422);
      const put = await space.send('PUT', `Contacts/by/cf_badge/${count}`, { body: { title: 'Dr' } });
      expect(put).toMatchObject({ status: 200, body: { data: { id: last, title: 'Dr' } } });
      expect((await newContact({ cf_badge: count - 1 })).status).toBe(201);
      const again = await send('PATCH', `Fields/${field.id}`, { is_unique: false });
      expect(again).toMatchObject({ status: 409, body: { name: 'ERROR_STATE_CONFLICT' } });
      expect(again.body.message).toContain('Contact.cf_badge is still being carried out');

      await quiet.runJobs();
      await quiet.expectWork('Fields', field.id, { action: 'hold-values', state: 'running', total: 2 * count + 2 });
      await quiet.finish();
      await quiet.expectWork('Fields', field.id, null);
      // Each copy that is not deleted, and the new record.
      expect(await valuesOf(field, { is_held: true })).toHaveLength(count);
      expect(await valuesOf(field, { is_held: false, record_id: gone })).toHaveLength(1);
      expect((await newContact({ cf_badge: 1 })).status).toBe(422);

      await makeUnique(field, false);
      await quiet.expectWork('Fields', field.id, { action: 'release-values' });
      expect((await newContact({ cf_badge: count })).status).toBe(201);
      await quiet.finish();
      expect(await valuesOf(field, { is_held: true })).toHaveLength(0);
    });
  });

  describe('a field is forgotten', () => {
    test('by and by, and does not come back before all values are', async () => {
      const field = await filledField('Secret');
      // One with a text beside it, and one that is deleted.
      const [written, gone] = [
        await space.newContact({ cf_secret: 123_456 }),
        await space.newContact({ cf_secret: 654_321 }),
      ];
      await space.delete('Contacts', gone.id);
      await quiet.delete('Field', field.id, 'values');
      expect(await space.get('Contacts', lastCopy)).not.toHaveProperty('cf_secret');
      await quiet.expectWork('Fields', field.id, { action: 'forget-values', state: 'waiting', done: 5_000 });
      const rejected = await restore(field);
      expect(rejected.status).toBe(422);
      expect(rejected.text).toContain('Contact.cf_secret is still being carried out in its records (forget-values)');

      await quiet.finish();
      await quiet.expectWork('Fields', field.id, null);
      expect(await valuesOf(field)).toHaveLength(0);
      const texts = await quiet.knex('contacts').whereIn('id', [written.id, gone.id]).select('custom');
      expect(JSON.stringify(texts)).not.toMatch(/123456|654321/);
      expect((await restore(field)).status).toBe(200);
      await quiet.finish();
      expect(await space.get('Contacts', lastCopy)).toMatchObject({ cf_secret: null });
      expect((await space.list('Contacts', { 'filter-op[cf_secret]': 'not-null' })).data).toHaveLength(0);
    });

    test('by the next worker after one has died', async () => {
      const field = await filledField('Trace');
      await quiet.delete('Field', field.id, 'values');
      const before = await quiet.left();
      const lease = { lease_owner: 'dead', leased_until: Date.now() + 600_000 };
      await quiet.knex('jobs').where({ space_id: space.id }).update(lease);
      await quiet.runJobs('next');
      expect(Number(before.done)).toBe(5_000);
      expect(await valuesOf(field)).toHaveLength(0);
      await quiet.expectWork('Fields', field.id, null);
      await quiet.finish();
    });

    test('long after it was deleted', async () => {
      const field = await filledField('Later');
      const query = { 'delete-values': true };
      expect((await send('DELETE', `Fields/${field.id}`)).status).toBe(200);
      expect((await send('DELETE', `Fields/${field.id}`)).status).toBe(404);
      expect((await restore(field)).status).toBe(200);
      expect(await space.get('Contacts', lastCopy)).toMatchObject({ cf_later: count });
      expect((await send('DELETE', `Fields/${field.id}`)).status).toBe(200);
      expect((await send('DELETE', `Fields/${field.id}`, undefined, query)).status).toBe(200);
      while (await quiet.left()) await new Promise((later) => setTimeout(later, 50));
      expect(await valuesOf(field)).toHaveLength(0);
      expect((await restore(field)).status).toBe(200);
      expect(await space.get('Contacts', lastCopy)).toMatchObject({ cf_later: null });
    });

    test('with the rows that it came with, also those of deleted records', async () => {
      const data_set = [{ option_name: 'Chess', calc_value: 1 }];
      const field = await space.create('Fields', {
        entity_name: 'Contact',
        name: 'Hobbies',
        type_id: 'multiselect_checkbox',
        data_set,
      });
      const { data } = await space.list('Data', { 'filter[data_set_id]': String(field.data_set_id) });
      const chosen = { cf_hobbies: [{ id: data[0]?.id ?? '' }] };
      const [kept, gone] = [await space.newContact(chosen), await space.newContact(chosen)];
      expect(kept.cf_hobbies).toHaveLength(1);
      await space.delete('Contacts', gone.id);
      for (const query of [{}, { 'delete-values': true }]) {
        expect((await send('DELETE', `Fields/${field.id}`, undefined, query)).status).toBe(200);
      }
      while (await quiet.left()) await new Promise((later) => setTimeout(later, 50));
      expect((await restore(field)).status).toBe(200);
      expect((await space.send('POST', 'Contacts/batch-restore', { body: [gone.id] })).status).toBe(200);
      for (const { id } of [kept, gone]) expect(await space.get('Contacts', id)).toMatchObject({ cf_hobbies: [] });
    });
  });
});
