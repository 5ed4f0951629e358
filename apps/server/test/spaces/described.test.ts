/**
 * The records by which the service describes itself in every space: entity types, types of fields, fields.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { describe, expect, it } from 'vitest';
import { migrateSpaces } from '../../src/spaces/migrate-spaces.js';
import { onOneDatabase } from '../fixture.js';
import type { TestRecord } from '../test-space.js';

const catalog = buildCatalog(entityTypes);

/** The types of fields that can be made, and those that come besides. */
const fieldTypes = [
  ...['input', 'text_area', 'dropdown', 'checkbox', 'multiselect_checkbox', 'radio', 'currency', 'currency_foreign'],
  ...['date', 'datetime', 'float', 'integer', 'sequence', 'url', 'phone', 'email', 'lookup', 'rollup'],
];

onOneDatabase((running) => {
  const listAll = async (collection: string): Promise<TestRecord[]> => {
    const records: TestRecord[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const query = { first: 100, ...(after === undefined ? {} : { after }) };
      const { data, page_info } = await running.space.list(collection, query);
      records.push(...data);
      after = page_info.end_cursor;
    }
    return records;
  };

  describe('Entities', () => {
    it('are all entity types, with the same ids in every space', async () => {
      const entities = await listAll('Entities');
      expect(entities.map(({ entity_name }) => entity_name).sort()).toEqual(entityTypes.map(({ name }) => name).sort());
      const other = await running.server.newSpace('entities');
      const { data } = await other.list('Entities', { 'filter[entity_name]': 'Opportunity' });
      const here = entities.find(({ entity_name }) => entity_name === 'Opportunity');
      expect(data.map(({ id }) => id)).toEqual([here?.id]);
    });

    it('say what callers need of an entity type', async () => {
      const entities = new Map((await listAll('Entities')).map((entity) => [entity.entity_name, entity]));
      const [nameField] = (
        await running.space.list('Fields', { 'filter[entity_name]': 'Lead', 'filter[api_name]': 'formatted_name' })
      ).data;
      expect(entities.get('Lead')).toMatchObject({
        name_singular: 'Lead',
        name_plural: 'Leads',
        entity_type: 1,
        abstract_entity_id: entities.get('LeadOppty')?.id,
        access_mode: 2,
        default_view_field_id: nameField?.id,
        preference_order: 1,
        table_name: 'lead',
        is_delete_protected: true,
      });
      expect(entities.get('AccountKPI')).toMatchObject({
        name_plural: 'Account KPIs',
        entity_type: 0,
        abstract_entity_id: null,
        table_name: 'account_kpi',
      });
      expect(entities.get('Type')).toMatchObject({ access_mode: 1 });
      expect(entities.get('Tag')).toMatchObject({ allows_multiple_relation: false });
      expect(entities.get('Step')).toMatchObject({ name_plural: 'Steps', allows_multiple_relation: true });
    });

    it('cannot be changed or deleted', async () => {
      const [contact] = (await running.space.list('Entities', { 'filter[entity_name]': 'Contact' })).data;
      const path = `Entities/${contact?.id}`;
      const changed = await running.space.send('PATCH', path, { body: { name_singular: 'Person', icon: 3 } });
      expect(changed.status).toBe(422);
      expect(changed.body.message).toContain('[name_singular] belongs to a built-in entity type');
      expect(changed.body.message).toContain('[icon] belongs to a built-in entity type');
      expect((await running.space.send('PATCH', path, { body: contact })).status).toBe(200);
      const deleted = await running.space.send('DELETE', path, { query: { 'delete-records': true } });
      expect(deleted).toMatchObject({ status: 422, body: { name: 'ERROR_DELETE_PROTECTED' } });
      expect(await running.space.get('Entities', contact?.id ?? '')).toEqual(contact);
    });
  });

  describe('Types', () => {
    it('are the types that fields can have', async () => {
      const types = await listAll('Types');
      expect(types.map(({ name }) => name).sort()).toEqual([...fieldTypes].sort());
      const used = new Set((await listAll('Fields')).map(({ type_id }) => type_id));
      for (const type of used) expect(fieldTypes).toContain(type);
    });

    it('are found by their names, too', async () => {
      const [dropdown] = (await running.space.list('Types', { 'filter[name]': 'dropdown' })).data;
      expect(await running.space.get('Types', 'dropdown')).toEqual(dropdown);
      for (const path of ['Types/drop-down', 'Types/nothing', 'Entities/Account']) {
        expect((await running.space.send('GET', path)).status).toBe(404);
      }
    });

    it('say what such fields hold and can do', async () => {
      const types = new Map((await listAll('Types')).map((type) => [type.name, type]));
      expect(types.get('dropdown')).toMatchObject({ primitive_type: 'uuid', relation_type: 1, flag: 1 + 4 + 64 + 256 });
      expect(types.get('integer')).toMatchObject({
        primitive_type: 'int',
        relation_type: 0,
        flag: 1 + 2 + 4 + 64 + 256,
      });
      expect(types.get('sequence')).toMatchObject({ flag: 1 + 256, container_size: 255, is_sortable: true });
      expect(types.get('lookup')).toMatchObject({ relation_type: 2, is_sortable: false });
    });
  });

  describe('Fields', () => {
    it('describe every member that is not a secret, of every entity type that has records', async () => {
      const wanted = catalog.entityTypes
        .filter(({ union }) => !union)
        .flatMap(({ name, fields }) => fields.filter(({ hidden }) => !hidden).map((field) => `${name}.${field.name}`));
      const fields = await listAll('Fields');
      expect(fields.map(({ entity_name, api_name }) => `${entity_name}.${api_name}`).sort()).toEqual(wanted.sort());
    });

    it('are corrected and completed, the others left alone', async () => {
      running.server.spoilNumbers();
      const { db } = running.server.deps;
      const ofSpace = { space_id: running.space.id };
      const fieldsOf = (name: string) => db.knex('fields').where({ ...ofSpace, entity_name: name });
      const before = await fieldsOf('Account').orderBy('id');
      await fieldsOf('Account').where({ api_name: 'city' }).update({ name: 'Town' });
      await fieldsOf('Account').where({ api_name: 'country' }).delete();
      await db.knex('spaces').where(ofSpace).update({ catalog_version: 'older' });
      await migrateSpaces(running.server.deps);
      const after = await fieldsOf('Account').orderBy('id');
      const unstamped = ({ created: _, modified: __, revision: ___, ...rest }: Record<string, unknown>) => rest;
      expect(after.map(unstamped)).toEqual(before.map(unstamped));
      const touched = after.filter(({ id, revision }) => before.find((row) => row.id === id)?.revision !== revision);
      expect(touched.map(({ api_name }) => api_name).sort()).toEqual(['city', 'country']);
    });
  });
});
