/**
 * What the GraphQL type system of a space says beyond that of the service: members of custom fields in the definitions of their entity
 * types, and the definitions of entity types of its own. Pure.
 */
import type { Catalog, Field } from '@headwater/catalog';
import {
  addedBlocks,
  entityBlocks,
  printBlock,
  reverseBlocks,
  reverseRelations,
  rowInput,
  type SdlBlock,
} from '@headwater/contract';
import type { AddedParts } from './added-parts.js';

/** @returns definitions, and additions to those of the service */
export function spaceBlocks(catalog: Catalog, { fields, entityTypes }: AddedParts): SdlBlock[] {
  const reverse = reverseRelations(catalog.entityTypes);
  const isOwn = new Set(entityTypes.map(({ name }) => name));
  const written = writtenInside(catalog.entityTypes.flatMap((entityType) => entityType.fields));
  const shared = catalog.entityTypes.filter(({ name }) => !isOwn.has(name));
  const before = writtenInside(shared.flatMap((one) => one.fields.filter(({ custom }) => custom === undefined)));
  // A custom field can be the first whose rows are written inside their record.
  const inputs = [...written].filter((name) => !before.has(name) && !isOwn.has(name));
  return [
    ...fields.flatMap(({ entityType, fields: added }) => addedBlocks(entityType, added, before.has(entityType.name))),
    ...entityTypes.flatMap((entityType) =>
      entityBlocks(entityType, written.has(entityType.name), reverse.get(entityType.name)),
    ),
    ...inputs.map((name) => rowInput(catalog.existing(name))),
    ...shared.flatMap(({ name }) =>
      reverseBlocks(name, reverse.get(name)?.filter(({ from }) => isOwn.has(from)) ?? []),
    ),
  ];
}

/** @returns names of the entity types whose records are written inside others, by these fields */
function writtenInside(fields: readonly Field[]): ReadonlySet<string> {
  return new Set(fields.flatMap((field) => (field.kind === 'rows' && field.owned ? [field.target] : [])));
}

/** @returns a document by which the service's type system is extended */
export function extensionSdl(blocks: readonly SdlBlock[]): string {
  return blocks.map(printBlock).join('\n\n');
}
