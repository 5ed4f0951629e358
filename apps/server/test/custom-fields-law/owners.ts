/**
 * The entity types whose records the laws are tried on: one of the service's, and one that the space has defined.
 */
import { defineKind } from '../kinds/define-kind.js';
import type { TestSpace } from '../test-space.js';
import type { Owner } from './law-world.js';

export const ownerNames = ['Contact', 'Vehicle'] as const;
export type OwnerName = (typeof ownerNames)[number];

/** Defines the entity type where the space has to. */
export async function makeOwner(space: TestSpace, name: OwnerName): Promise<Owner> {
  const owner_id = space.ids.ownerId;
  if (name === 'Contact') {
    return { entityType: name, collection: 'Contacts', required: { last_name: 'Okafor', owner_id } };
  }
  const { typeId } = await defineKind(space, name);
  return { entityType: name, collection: name, required: { name: 'Van', owner_id, type_id: typeId } };
}
