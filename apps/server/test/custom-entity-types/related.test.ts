/** What belongs to records of an entity type that a space has defined: sharing, files, tags, profiles, activities, notes, favourites. */
import { beforeAll, describe, expect, it } from 'vitest';
import { onDatabaseInTurn } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';
import { defineEntityType, type Kind } from './define-entity-type.js';

/** How a record's rows are written inside it, and in their own collection. */
interface Relation {
  readonly member: string;
  readonly collection: string;
  readonly item: string;
  readonly target: () => Promise<string>;
}

onDatabaseInTurn((running) => {
  let kind: Kind;
  beforeAll(async () => {
    kind = await defineEntityType(running.space, 'Vehicle');
  });

  const made = async (collection: string, body: Json) => (await running.space.create(collection, body)).id;
  const idIn = (link: unknown) => String(link).split('/').at(-1);

  const relations: Relation[] = [
    {
      member: 'sharing_clients',
      collection: 'CustomEntitySharingClientRelations',
      item: 'client_id',
      target: async () => running.space.ids.ownerId,
    },
    {
      member: 'sharing_units',
      collection: 'CustomEntitySharingSalesUnitRelations',
      item: 'unit_id',
      target: async () => running.space.ids.unitId,
    },
    {
      member: 'documents',
      collection: 'CloudObjectRelations',
      item: 'cloud_object_id',
      target: () => made('CloudObjects', { filename: 'papers.txt', type: 1, content: 'cGFwZXJz' }),
    },
    {
      member: 'tags',
      collection: 'TagRelations',
      item: 'tag_id',
      target: () => made('Tags', { name: `red ${Math.random()}`, color: 3 }),
    },
  ];

  describe.each(relations.map((relation) => [relation.member, relation] as const))('%s', (member, relation) => {
    const { collection, item } = relation;

    it('are written inside the record, kept and replaced as a set', async () => {
      const target = await relation.target();
      const van = await kind.create({ [member]: [{ [item]: target }] });
      const [link] = van[member] as string[];
      expect(link).toContain(`/entities/${collection}/`);
      const row = await running.space.get(collection, idIn(link) ?? '');
      expect(row).toMatchObject({ custom_entity_id: van.id, [item]: target });
      expect(row.custom_entity).toBe(`${running.space.entities}/CustomEntities/${van.id}`);
      const kept = await running.space.update('Vehicle', van.id, { [member]: [{ id: row.id }], name: 'Kept' });
      expect(kept[member]).toEqual([link]);
      const cleared = await running.space.update('Vehicle', van.id, { [member]: [] });
      expect(cleared[member]).toEqual([]);
      expect((await running.space.send('GET', `${collection}/${row.id}`)).status).toBe(404);
    });

    it('are written in their own collection, shown by the record, found through it', async () => {
      const [van, other] = [await kind.create(), await kind.create()];
      const target = await relation.target();
      const row = await running.space.create(collection, { custom_entity_id: van.id, [item]: target });
      const shown = await running.space.get('Vehicle', van.id, { expand: member });
      expect(shown[member]).toMatchObject([{ id: row.id, custom_entity_id: van.id }]);
      expect(await running.space.get('CustomEntities', van.id)).toMatchObject({
        [member]: [expect.stringContaining(row.id)],
      });
      const found = await running.space.list('Vehicle', { [`filter[${member}.${item}]`]: target, first: 100 });
      expect(found.data.map(({ id }) => id)).toContain(van.id);
      expect(found.data.map(({ id }) => id)).not.toContain(other.id);
    });

    it('go with the record and come back with it, once', async () => {
      const target = await relation.target();
      const van = await kind.create({ [member]: [{ [item]: target }] });
      await running.space.delete('Vehicle', van.id);
      const [link] = van[member] as string[];
      const path = `${collection}/${idIn(link)}`;
      expect((await running.space.send('GET', path)).status).toBe(404);
      await running.space.send('POST', 'Vehicle/batch-restore', { body: [van.id] });
      const restored = await running.space.get('Vehicle', van.id);
      expect(restored[member]).toEqual([link]);
      const row = (await running.space.send('GET', path)).body.data as TestRecord;
      expect(row.revision).toBe(restored.revision);
    });
  });

  it('activities, notes and messages point at the record', async () => {
    const van = await kind.create();
    const { ownerId } = running.space.ids;
    const [type] = (await running.space.list('TaskTypes')).data;
    const task = await running.space.create('Tasks', {
      subject: 'Wash it',
      owner_id: ownerId,
      activity_type_id: type?.id,
      custom_entity_relations: [{ custom_entity_id: van.id }],
    });
    const [relation] = task.custom_entity_relations as string[];
    expect(
      await running.space.get('ActivityRelations', idIn(relation) ?? '', { expand: 'custom_entity' }),
    ).toMatchObject({
      custom_entity: { id: van.id, name: 'A Vehicle' },
    });
    const noteBody = { note: 'Smells', owner_id: ownerId, custom_entity_id: van.id };
    const note = await running.space.create('Notes', noteBody);
    const notes = await running.space.list('Notes', { 'filter[custom_entity.name]': 'A Vehicle', first: 100 });
    expect(notes.data.map(({ id }) => id)).toContain(note.id);
  });

  it('favourites mark it for the user who asks, and none for a key', async () => {
    const van = await kind.create();
    await running.space.create('ClientFavorites', { owner_id: running.space.ids.ownerId, custom_entity_id: van.id });
    expect(await running.space.get('Vehicle', van.id)).toMatchObject({ is_favorite: false });
    const { data } = await running.space.list('Vehicle', { 'filter[is_favorite]': true });
    expect(data).toEqual([]);
  });

  it('the owner gives it the sales unit', async () => {
    expect(await kind.create({ unit_id: undefined })).toMatchObject({ unit_id: running.space.ids.unitId });
  });
});
