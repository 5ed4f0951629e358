/** What members that a space has added to an entity type add to its GraphQL definitions. Pure. */
import type { EntityType, Field } from '../entity-type.js';
import { conditionLines, orderLines, orderPathLines, recordLines } from './entity-blocks.js';
import { changeableLines, newLines } from './input-blocks.js';
import type { SdlBlock } from './print-sdl.js';

/**
 * @param added some of the fields of the entity type
 * @param isOwned true when rows of this type are written inside another record
 * @returns lines to add to definitions that are there without them
 */
export function addedBlocks(
  { name, operations }: Pick<EntityType, 'name' | 'operations'>,
  added: readonly Field[],
  isOwned: boolean,
): SdlBlock[] {
  const blocks: SdlBlock[] = [
    { head: `type ${name}`, lines: recordLines(added) },
    { head: `input ${name}Filter`, lines: conditionLines(added) },
    { head: `input ${name}Order`, lines: orderPathLines(added) },
    { head: `enum ${name}OrderField`, lines: orderLines(added) },
    { head: `input ${name}CreateInput`, lines: operations.includes('create') ? newLines(added, []) : [] },
    { head: `input ${name}UpdateInput`, lines: operations.includes('update') ? changeableLines(added) : [] },
    { head: `input ${name}RowInput`, lines: isOwned ? newLines(added, []) : [] },
  ];
  return blocks.filter(({ lines }) => lines.length > 0);
}
