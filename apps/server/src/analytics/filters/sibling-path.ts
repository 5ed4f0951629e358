/**
 * Finds the way from the records of a main box to those of a sibling box. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { isCustomEntityType, storageTypes } from '../../plan/relations/custom-types.js';
import type { Step } from '../../request/filter.js';
import type { SiblingRelation } from './sibling-relation.js';
import { primaryTies, type ReferenceTie, referenceTies, rowTies, senderTies } from './sibling-ties.js';

/** Relationships to all related records, along whichever way. */
const toAll: readonly SiblingRelation[] = ['All', 'NoRelation', 'Aggregation'];

export function leadsToAll(relation: SiblingRelation): boolean {
  return toAll.includes(relation);
}

/** @returns the way of a relationship that picks no single record; undefined when it is none between these entity types */
export function relationPath(relation: SiblingRelation, main: EntityType, box: EntityType): Step[] | undefined {
  if (leadsToAll(relation)) return tiePath(main, box);
  if (relation === 'Primary') return referencePath(primaryTies, main, box);
  return relation === 'Sender' && main.name === 'Email' ? referencePath(senderTies, main, box) : undefined;
}

/** @returns the way along ties of whatever sort; undefined when there is none */
export function tiePath(main: EntityType, box: EntityType): Step[] | undefined {
  for (const { rows, ends } of rowTies) {
    for (const [here, there] of [ends, [ends[1], ends[0]] as const]) {
      if (here.types.includes(tableOf(main)) && there.types.includes(tableOf(box))) {
        return [
          { from: rows, via: here.by },
          { by: there.by, to: box.name },
        ];
      }
    }
  }
  return referencePath(referenceTies, main, box);
}

/** In either direction. */
function referencePath(ties: readonly ReferenceTie[], main: EntityType, box: EntityType): Step[] | undefined {
  for (const { from, by, to } of ties) {
    if (from.includes(tableOf(main)) && to.includes(tableOf(box))) return [{ by, to: box.name }];
    if (to.includes(tableOf(main)) && from.includes(tableOf(box))) return [{ from: box.name, via: by }];
  }
  return undefined;
}

/** Custom entity types are tied to others as all custom entities are. */
function tableOf(entityType: EntityType): string {
  return isCustomEntityType(entityType) ? storageTypes.records : entityType.name;
}
