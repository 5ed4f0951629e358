/** Entity types of a space over REST v1 and GraphQL, and in the documents of the space. */
import { beforeAll, describe, expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';
import { defineEntityType, type Kind } from './define-entity-type.js';

onOneDatabase((running) => {
  let kind: Kind;
  let van: TestRecord;
  beforeAll(async () => {
    // There is no document of REST v1 for one space.
    running.server.expectUndeclared(/ \/acme\/Vehicle/);
    kind = await defineEntityType(running.space, 'Vehicle');
    van = await kind.create({ name: 'Van' });
  });

  const ask = async (url: string, method = 'GET', body?: unknown) => {
    const { authorization } = running.space;
    const headers = { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) };
    const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
    const answer = await fetch(running.server.origin + url, sent);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  describe('REST v1', () => {
    const v1 = (path: string, method?: string, body?: unknown) =>
      ask(`/rest_services/v1/${running.space.id}/${path}`, method, body);
    const json = async (path: string) => JSON.parse((await v1(path)).text);

    it('names the collection and the entity', async () => {
      expect(await json('')).toEqual(expect.arrayContaining(['Vehicle', 'VehicleType', 'CustomEntities']));
      expect(await json('entityPublic')).toMatchObject({ Vehicle: 'Vehicle', VehicleType: 'VehicleType' });
    });

    it('lists, makes, changes and deletes records', async () => {
      const list = await v1('Vehicle?filter=NAME::Van');
      expect(list.headers.get('content-range')).toBe('items 0-0/1');
      const [shown] = JSON.parse(list.text) as Json[];
      expect(shown).toMatchObject({ NAME: 'Van', TABLE_NAME: 'custom_entity' });
      const body = { NAME: 'Bus', OWNER_ID: shown?.OWNER_ID, TYPE_ID: shown?.TYPE_ID };
      const made = await v1('Vehicle', 'POST', body);
      expect(made.status).toBe(201);
      const id = made.headers.get('location')?.split('/').at(-1) ?? '';
      expect((await v1(`Vehicle/${id}`, 'PUT', { NAME: 'Red bus' })).status).toBe(200);
      expect((await running.space.list('Vehicle', { 'filter[name]': 'Red bus' })).data).toHaveLength(1);
      expect((await v1(`Vehicle/${id}`, 'DELETE')).status).toBe(200);
      expect((await v1(`Vehicle/${id}`)).status).toBe(404);
    });

    it('says what fields it has', async () => {
      const fields = (await json('getFields/Vehicle')) as Json[];
      expect(fields.map(({ API_NAME }) => API_NAME)).toContain('SALES_UNIT_ID');
    });
  });

  describe('GraphQL', () => {
    const run = async (query: string, variables: Json = {}) => {
      const { text } = await ask(`/api/v100/graphql/spaces/${running.space.id}`, 'POST', { query, variables });
      return JSON.parse(text) as { data?: Json; errors?: unknown };
    };

    it('reads one and many, with their relations', async () => {
      const { data, errors } = await run(
        `query ($id: UUID!) {
          vehicle(id: $id) { name type { entityApiName } owner { email } }
          vehicles(filter: {name: {eq: "Van"}}, orderBy: [{field: NAME}]) { totalCount nodes { id } }
          vehicleTypes { nodes { id name } }
        }`,
        { id: van.id },
      );
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        vehicle: { name: 'Van', type: { entityApiName: 'Vehicle' }, owner: { email: 'admin@example.com' } },
        vehicles: { totalCount: 1, nodes: [{ id: van.id }] },
        vehicleTypes: { nodes: [{ id: kind.typeId, name: 'Vehicle' }] },
      });
    });

    it('does not know it any more when it is gone', async () => {
      const crane = await defineEntityType(running.space, 'Crane');
      expect((await run('{ cranes { nodes { id } } }')).errors).toBeUndefined();
      await running.space.delete('Entities', crane.entity.id);
      expect((await run('{ cranes { nodes { id } } }')).errors).toBeDefined();
    });
  });

  it('the documents of the space have it', async () => {
    const base = `/api/v100`;
    const { text } = await ask(`${base}/rest/spaces/${running.space.id}/openapi.json`);
    const { paths } = JSON.parse(text) as { paths: Json };
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/entities/Vehicle', '/entities/Vehicle/{id}', '/entities/VehicleType']),
    );
    const sdl = await ask(`${base}/graphql/spaces/${running.space.id}/schema.graphql`);
    expect(sdl.text).toContain('type Vehicle implements Node {');
  });
});
