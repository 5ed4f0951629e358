/**
 * The entity types of all kinds of a space. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { type KindRow, kindOf, typeOfKind } from './kind-of.js';
import { namesOfKind, newNameProblem } from './taken-names.js';

/**
 * A kind whose name means something else by now, such as an entity type that came with a later version, has none until it is removed:
 * all others go on.
 * @param rows the Entity records of kinds that are not deleted, oldest first
 */
export function kindsOf(system: Catalog, rows: readonly KindRow[]): EntityType[] {
  const usable: KindRow[] = [];
  const taken = new Set<string>();
  for (const row of rows) {
    const name = row.entity_api_name;
    const names = namesOfKind(name);
    if (newNameProblem(name, system, []) !== undefined || names.some((one) => taken.has(one))) continue;
    usable.push(row);
    for (const one of names) taken.add(one);
  }
  return usable.flatMap((row) => [kindOf(system, row), typeOfKind(system, row)]);
}
