/**
 * The entity types of all kinds of a space. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { type KindRow, kindOf, typeOfKind } from './kind-of.js';
import { clash, newNameProblem } from './taken-names.js';

/**
 * A kind whose name means something else by now, such as an entity type that came with a later version, has none until it is removed:
 * all others go on.
 * @param rows the Entity records of kinds that are not deleted, oldest first
 */
export function kindsOf(system: Catalog, rows: readonly KindRow[]): EntityType[] {
  const usable: KindRow[] = [];
  for (const row of rows) {
    const name = row.entity_api_name;
    const isFree = newNameProblem(name, system, []) === undefined;
    if (isFree && !usable.some((other) => clash(name, other.entity_api_name))) usable.push(row);
  }
  return usable.flatMap((row) => [kindOf(system, row), typeOfKind(system, row)]);
}
