/** Defines what a space of its own has, by REST, as the interface of a space that nobody has types of yet. */
import { expect } from 'vitest';
import type { RealServer } from './real-server.js';

/** @param collection `Fields` or `Entities` */
export async function define(server: RealServer, collection: string, body: object): Promise<void> {
  const { token, password } = server.credentials;
  const answer = await fetch(`${server.url}/api/v100/rest/spaces/${server.space}/entities/${collection}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${token}:${password}`)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.text()).toBe(201);
}

/** A field of contacts, and an entity type with a field. */
export async function defineFleet(server: RealServer): Promise<void> {
  await define(server, 'Entities', { name_singular: 'Vehicle', name_plural: 'Vehicles' });
  await define(server, 'Fields', { entity_name: 'Contact', name: 'Shoe size', type_id: 'integer' });
  await define(server, 'Fields', { entity_name: 'Vehicle', name: 'Plate', type_id: 'input' });
}
