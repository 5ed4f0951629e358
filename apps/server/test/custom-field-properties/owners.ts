/**
 * The entity types whose records the properties are tested on: one of the service's, and one that the space has defined.
 */
import { defineEntityType } from '../custom-entity-types/define-entity-type.js';
import type { DatabaseName } from '../fixture.js';
import { shareOf } from '../properties/runs.js';
import type { TestSpace } from '../test-space.js';
import type { Owner } from './property-fixture.js';

const ownerNames = ['Contact', 'Vehicle'] as const;
type OwnerName = (typeof ownerNames)[number];

/** In `npm test` one of them: each type of field is tried on both databases, and with both entity types. */
export function ownersOn(database: DatabaseName): readonly OwnerName[] {
  return shareOf(ownerNames, database);
}

/** Defines the entity type where the space has to. */
export async function makeOwner(space: TestSpace, name: OwnerName): Promise<Owner> {
  const owner_id = space.ids.ownerId;
  if (name === 'Contact') {
    return { entityType: name, collection: 'Contacts', required: { last_name: 'Okafor', owner_id } };
  }
  const { typeId } = await defineEntityType(space, name);
  return { entityType: name, collection: name, required: { name: 'Van', owner_id, type_id: typeId } };
}
