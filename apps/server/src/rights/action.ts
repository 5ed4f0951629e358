/**
 * What can be done with records, and what an entity type is to rights.
 */
import type { EntityType } from '@headwater/catalog';

export const actions = ['read', 'create', 'update', 'delete'] as const;

/** `delete` also restores. */
export type Action = (typeof actions)[number];

/** What a scope can name an entity type by, and what of it a user's rights look at. */
export type NamedType = Pick<EntityType, 'name' | 'collection' | 'access' | 'storedIn' | 'union'>;

/** What defines the fields and entity types of a space. */
export const metadataTypes: readonly string[] = ['Data', 'Entity', 'Field', 'FieldSequence', 'Type'];
