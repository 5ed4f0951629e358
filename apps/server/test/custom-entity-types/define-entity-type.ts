/**
 * Entity types that a test has defined in its space.
 */
import type { Json, TestRecord, TestSpace } from '../test-space.js';

export interface Kind {
  readonly name: string;
  /** The Entity record. */
  readonly entity: TestRecord;
  /** Of its default type. */
  readonly typeId: string;
  /** Makes a record of the kind's default type. */
  create(members?: Json): Promise<TestRecord>;
}

/** @param members of the Entity record, besides its names */
export async function defineEntityType(space: TestSpace, name: string, members: Json = {}): Promise<Kind> {
  const names = { name_singular: name, name_plural: `${name}s`, entity_api_name: name };
  const entity = await space.create('Entities', { ...names, ...members });
  const typeId = await defaultTypeId(space, name);
  const required = { name: `A ${name}`, owner_id: space.ids.ownerId, type_id: typeId };
  return { name, entity, typeId, create: (own = {}) => space.create(name, { ...required, ...own }) };
}

async function defaultTypeId(space: TestSpace, name: string): Promise<string> {
  const { status, body, text } = await space.send('GET', `${name}Type`);
  if (status !== 200) throw new Error(`status ${status}: ${text}`);
  return (body.data as TestRecord).id;
}
