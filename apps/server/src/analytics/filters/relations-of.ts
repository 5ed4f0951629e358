/**
 * What relationships the records of an entity type have, for errors that name one that does not exist. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import type { ApiError } from '../../errors/api-error.js';
import { parameterError } from '../../errors/parameter-error.js';
import { isFirstRelation } from './first-relations.js';
import { relationPath } from './sibling-path.js';
import { type SiblingRelation, siblingRelations } from './sibling-relation.js';

/** @returns an error that lists the relationships of the main records to those of the box, or to any if there are none to these */
export function noSuchRelation(
  catalog: Catalog,
  relation: SiblingRelation,
  main: EntityType,
  box: EntityType,
  at: string,
): ApiError {
  const between = relationsBetween(main, box);
  const listed = between.length > 0 ? `between them there are ${between.join(', ')}` : listAll(catalog, main);
  const problem = `${reasonOf(relation)}there is no "${relation}" from ${main.name} to ${box.name}; ${listed}`;
  return parameterError(at, problem);
}

function reasonOf(relation: SiblingRelation): string {
  if (relation === 'LastOnlineFormResponse') return 'responses to online forms are not stored here; ';
  return relation === 'Custom' ? '"Custom" follows the field that "lookupFieldId" names; ' : '';
}

/** @returns those that need no lookup field */
function relationsBetween(main: EntityType, box: EntityType): SiblingRelation[] {
  return siblingRelations.filter(
    (relation) => relationPath(relation, main, box) !== undefined || isFirstRelation(relation, main, box),
  );
}

function listAll(catalog: Catalog, main: EntityType): string {
  const boxes = catalog.entityTypes.flatMap((box) => {
    const relations = relationsBetween(main, box);
    return relations.length > 0 ? [`${box.name} (${relations.join(', ')})`] : [];
  });
  return boxes.length > 0 ? `${main.name} leads to ${boxes.join(', ')}` : `${main.name} leads along lookup fields only`;
}
