/** Fields of entity types that a space has defined, and lookups to and from their records. */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import { leavesOf } from '../leaves-of.js';
import type { Json, TestRecord } from '../test-space.js';
import { defineEntityType, type Kind } from './define-entity-type.js';

onDatabaseInTurn((running) => {
  const addField = (body: Json) => running.space.create('Fields', body);
  const remove = ({ entity }: Kind, query = {}) => running.space.send('DELETE', `Entities/${entity.id}`, { query });
  const restore = ({ entity }: Kind) => running.space.send('POST', 'Entities/batch-restore', { body: [entity.id] });

  describe('a field of a kind', () => {
    let kind: Kind;
    let van: TestRecord;
    beforeAll(async () => {
      kind = await defineEntityType(running.space, 'Vehicle');
      await defineEntityType(running.space, 'Crane');
      const vehicle = { entity_name: 'Vehicle' };
      await addField({ ...vehicle, name: 'Mileage', type_id: 'integer' });
      await addField({ ...vehicle, name: 'Plate', type_id: 'input', is_unique: true });
      await addField({ ...vehicle, name: 'Number', type_id: 'sequence', sequence_pattern: 'V-{001}' });
      await addField({ ...vehicle, name: 'State', type_id: 'input', default_value: 'new' });
      await addField({ ...vehicle, name: 'Double', type_id: 'integer', calc_formula: '#cf_mileage * 2' });
      van = await kind.create({ name: 'Van', cf_mileage: 40_000, cf_plate: 'W-1' });
    });

    it('is in its records, not in those of other kinds nor where all kinds are listed', async () => {
      expect(van).toMatchObject({
        cf_mileage: 40_000,
        cf_plate: 'W-1',
        cf_number: 'V-001',
        cf_state: 'new',
        cf_double: 80_000,
      });
      expect(await running.space.get('CustomEntities', van.id)).not.toHaveProperty('cf_mileage');
      const answer = await running.space.send('POST', 'Crane', { body: { cf_mileage: 1 } });
      expect(leavesOf(answer).join()).toContain('Crane has no member "cf_mileage"');
    });

    it('finds and orders records', async () => {
      const bus = await kind.create({ name: 'Bus', cf_mileage: 90_000 });
      const found = await running.space.list('Vehicle', {
        'filter[cf_mileage]': 50_000,
        'filter-op[cf_mileage]': 'gt',
      });
      expect(found.data.map(({ id }) => id)).toEqual([bus.id]);
      const ordered = await running.space.list('Vehicle', { 'order-by': '-cf_mileage' });
      expect(ordered.data.map(({ name }) => name)).toEqual(['Bus', 'Van']);
      await running.space.delete('Vehicle', bus.id);
    });

    it('keeps its value when a record is changed as one of all custom entities', async () => {
      await running.space.update('CustomEntities', van.id, { name: 'Red van' });
      expect(await running.space.get('Vehicle', van.id)).toMatchObject({
        name: 'Red van',
        cf_mileage: 40_000,
        cf_plate: 'W-1',
      });
    });

    it('is filled, numbered and calculated in a record that is made there', async () => {
      const body = { name: 'Bike', owner_id: running.space.ids.ownerId, type_id: kind.typeId, cf_mileage: 3 };
      const { id } = await running.space.create('CustomEntities', body);
      const bike = await running.space.get('Vehicle', id);
      expect(bike).toMatchObject({ cf_state: 'new', cf_double: 6, cf_number: expect.stringMatching(/^V-00[2-9]$/) });
    });

    it('stays unique whichever way records are written', async () => {
      const own = { owner_id: running.space.ids.ownerId, type_id: kind.typeId };
      const taken = await running.space.send('POST', 'CustomEntities', {
        body: { ...own, name: 'x', cf_plate: 'W-1' },
      });
      expect(taken.status).toBe(422);
      const holder = await kind.create({ cf_plate: 'W-2' });
      await running.space.delete('CustomEntities', holder.id);
      const next = await kind.create({ cf_plate: 'W-2' });
      const back = await running.space.send('POST', 'CustomEntities/batch-restore', { body: [holder.id] });
      expect(back.status).toBe(422);
      await running.space.delete('Vehicle', next.id);
      expect((await running.space.send('POST', 'CustomEntities/batch-restore', { body: [holder.id] })).status).toBe(
        200,
      );
      const again = await running.space.send('POST', 'Vehicle', { body: { ...own, name: 'x', cf_plate: 'W-2' } });
      expect(again.status).toBe(422);
    });
  });

  describe('a kind with fields that goes and comes back', () => {
    it('has its fields and values again', async () => {
      const kind = await defineEntityType(running.space, 'Ship');
      await addField({ entity_name: 'Ship', name: 'Sail', type_id: 'input', is_unique: true });
      const data_set = [
        { option_name: 'Sea', calc_value: 1 },
        { option_name: 'Lake', calc_value: 2 },
      ];
      const waters = await addField({ entity_name: 'Ship', name: 'Waters', type_id: 'multiselect_checkbox', data_set });
      const [sea] = (await running.space.list('Data', { 'filter[data_set_id]': String(waters.data_set_id) })).data;
      const ship = await kind.create({ cf_sail: 'S-1', cf_waters: [{ id: sea?.id }] });
      await remove(kind, { 'delete-records': true });
      expect((await running.space.list('Fields', { 'filter[entity_name]': 'Ship' })).data).toEqual([]);
      await restore(kind);
      const { revision: _, modified: __, ...members } = ship;
      expect(await running.space.get('Ship', ship.id)).toMatchObject(members);
      const twice = { name: 'x', owner_id: running.space.ids.ownerId, type_id: kind.typeId, cf_sail: 'S-1' };
      expect((await running.space.send('POST', 'Ship', { body: twice })).status).toBe(422);
      expect((await running.space.list('Ship', { 'filter[cf_sail]': 'S-1' })).data).toHaveLength(1);
    });

    it('does not bring back a field that was deleted before', async () => {
      const kind = await defineEntityType(running.space, 'Boat');
      const gone = await addField({ entity_name: 'Boat', name: 'Gone', type_id: 'input' });
      await addField({ entity_name: 'Boat', name: 'Kept', type_id: 'input' });
      await running.space.delete('Fields', gone.id);
      await remove(kind);
      await restore(kind);
      const boat = await kind.create();
      expect(boat).toHaveProperty('cf_kept');
      expect(boat).not.toHaveProperty('cf_gone');
    });
  });

  describe('look-ups', () => {
    it('link a record of a kind to an opportunity, both ways', async () => {
      const kind = await defineEntityType(running.space, 'Truck');
      const lookup = { entity_name: 'Opportunity', many: false };
      const field = await addField({ entity_name: 'Truck', name: 'Deal', type_id: 'lookup', lookup });
      const deal = await running.space.newOpportunity({ name: '200 trucks' });
      const truck = await kind.create();
      const linked = await running.space.update('Truck', truck.id, { cf_deal_id: deal.id });
      expect(linked.cf_deal).toBe(`${running.space.entities}/Opportunities/${deal.id}`);
      const found = await running.space.list('Truck', { 'filter[cf_deal.name]': '200 trucks', expand: 'cf_deal' });
      expect(found.data).toMatchObject([{ id: truck.id, cf_deal: { id: deal.id } }]);
      const back = { entity_name: 'Truck', many: true, relation_id: field.relation_id };
      await addField({ entity_name: 'Opportunity', name: 'Trucks', type_id: 'lookup', lookup: back });
      const shown = await running.space.get('Opportunities', deal.id);
      expect(shown.cf_trucks).toEqual([`${running.space.entities}/Truck/${truck.id}`]);
      const rejected = await remove(kind);
      expect(rejected).toMatchObject({ status: 409, body: { name: 'ERROR_STATE_CONFLICT' } });
      expect(rejected.body.message).toContain('Opportunity.cf_trucks');
    });

    it('keep the kind that they point at from being deleted, and roll-ups over them', async () => {
      const kind = await defineEntityType(running.space, 'Crane2');
      const lookup = { entity_name: 'Crane2', many: true };
      const field = await addField({ entity_name: 'Account', name: 'Cranes', type_id: 'lookup', lookup });
      const one = await addField({
        entity_name: 'Contact',
        name: 'Crane',
        type_id: 'lookup',
        lookup: { ...lookup, many: false },
      });
      const count = await addField({
        entity_name: 'Account',
        name: 'Crane count',
        type_id: 'rollup',
        rollup: { relation: 'cf_cranes', function: 'COUNT' },
      });
      const crane = await kind.create();
      const account = await running.space.newAccount({ cf_cranes: [{ id: crane.id }] });
      expect(account).toMatchObject({ cf_crane_count: 1 });
      const rejected = await remove(kind, { 'delete-records': true });
      expect(rejected.status).toBe(409);
      for (const name of ['Account.cf_cranes', 'Account.cf_crane_count', 'Contact.cf_crane_id']) {
        expect(rejected.body.message).toContain(name);
      }
      for (const { id } of [count, field, one]) await running.space.delete('Fields', id);
      expect((await remove(kind, { 'delete-records': true })).status).toBe(200);
    });
  });

  it('two spaces give entity types of the same name other fields', async () => {
    const other = await running.server.newSpace('fields');
    const [here, there] = [await defineEntityType(running.space, 'Wagon'), await defineEntityType(other, 'Wagon')];
    await addField({ entity_name: 'Wagon', name: 'Length', type_id: 'float' });
    await other.create('Fields', { entity_name: 'Wagon', name: 'Length', type_id: 'input' });
    await other.create('Fields', { entity_name: 'Wagon', name: 'Gauge', type_id: 'integer' });
    expect(await here.create({ cf_length: 12.5 })).toMatchObject({ cf_length: 12.5 });
    expect(await there.create({ cf_length: 'long', cf_gauge: 1435 })).toMatchObject({
      cf_length: 'long',
      cf_gauge: 1435,
    });
    expect(await here.create()).not.toHaveProperty('cf_gauge');
  });
});
