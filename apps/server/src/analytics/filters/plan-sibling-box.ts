/**
 * Turns a sibling box into a condition on the main record: which related records it looks at, and what must be true of them. Pure.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';
import type { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import { ErrorCollector, everyOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import type { Filter, Step } from '../../request/filter.js';
import { requireFieldsOf } from '../../rights/scoped-catalog.js';
import type { FilterBox, FilterScope } from './filter-tab.js';
import { type FirstChoice, fieldsOfChoice, firstChoice, isFirstRelation, present } from './first-relations.js';
import { planAggregateBox } from './plan-aggregate-box.js';
import { planBox } from './plan-box.js';
import { leadsToAll, relationPath, type SiblingRelation, siblingRelations } from './sibling-path.js';

/**
 * @param main entity type of the main box
 * @throws ParameterErrors for all that is wrong: an unknown entity type, a relationship that the entity types do not have, a lookup
 *   field that ties none of them to the other, and errors in the rules
 */
export function planSiblingBox(main: EntityType, box: FilterBox, scope: FilterScope): Filter {
  const entityType = boxEntity(box, scope);
  if (box.relation === 'Aggregation') return planAggregation(main, entityType, box, scope);
  const { tie, rules } = everyOf({
    tie: () => tieOf(main, entityType, box, scope),
    rules: () => planBox(entityType, box, scope),
  });
  return tie(rules);
}

function planAggregation(main: EntityType, entityType: EntityType, box: FilterBox, scope: FilterScope): Filter {
  const errors = new ErrorCollector();
  const path = errors.attempt(() => boxPath(main, entityType, box, 'Aggregation', scope)) ?? null;
  const filter = errors.attempt(() => planAggregateBox(entityType, box, { main, path }, scope));
  errors.throwIfAny();
  return filter ?? present;
}

/** What makes a condition on the main record of the rules of the box. */
type Tie = (rules: Filter | null) => Filter;

function tieOf(main: EntityType, entityType: EntityType, box: FilterBox, scope: FilterScope): Tie {
  const relation = relationOf(box);
  const choice = box.lookupFieldId === null ? firstChoice(relation, main, entityType, scope) : undefined;
  if (choice) {
    requireFieldsOf(scope.catalog, fieldsOfChoice(choice), `${relation} reads`);
    return (rules) => planChoice(choice, rules, box.at);
  }
  const path = boxPath(main, entityType, box, relation, scope);
  return (rules) => {
    const filter: Filter = { kind: 'some', path, filter: presentAnd(rules), at: box.at };
    return relation === 'NoRelation' ? { kind: 'not', filter } : filter;
  };
}

function boxEntity({ entity, at }: FilterBox, { catalog }: FilterScope): EntityType {
  const found = catalog.entityType(entity);
  if (found) return found;
  const names = catalog.entityTypes.map(({ name }) => name);
  const problem = `there is no entity type "${entity.slice(0, 80)}"`;
  throw parameterError(`${at}.entity`, problem, suggestion(entity, names));
}

/** Without a word the lookup field says it all. */
function relationOf({ relation, lookupFieldId, at }: FilterBox): SiblingRelation {
  if (relation === null && lookupFieldId === null) throw parameterError(at, 'give "relation" or "lookupFieldId"');
  return relation ?? 'Custom';
}

function boxPath(
  main: EntityType,
  entityType: EntityType,
  { lookupFieldId, at }: FilterBox,
  relation: SiblingRelation,
  { catalog }: FilterScope,
): readonly Step[] {
  if (lookupFieldId !== null) {
    if (relation !== 'Custom' && !leadsToAll(relation)) {
      const problem = `"${relation}" does not go along a lookup field; leave one of the two out`;
      throw parameterError(`${at}.relation`, problem);
    }
    const path = lookupPath(catalog, main, entityType, lookupFieldId.toLowerCase());
    if (path) return path;
    const problem = `no field with the id ${lookupFieldId} leads from ${main.name} to ${entityType.name} or back`;
    throw parameterError(`${at}.lookupFieldId`, problem);
  }
  const path = relationPath(relation, main, entityType);
  if (path) return path;
  throw noSuchRelation(catalog, relation, main, entityType, `${at}.relation`);
}

function planChoice(
  { path, among, orderBy, descending, onward }: FirstChoice,
  rules: Filter | null,
  at: string,
): Filter {
  const filter = rules ?? { kind: 'and', filters: [] };
  return {
    kind: 'first',
    path,
    among: { kind: 'and', filters: among },
    orderBy,
    descending,
    filter: onward.length === 0 ? filter : { kind: 'some', path: onward, filter, at },
    at,
  };
}

/** Relations lead to deleted records as well; but nobody looks for what is gone. */
function presentAnd(filter: Filter | null): Filter {
  return filter ? { kind: 'and', filters: [present, filter] } : present;
}

// What relationships the records of an entity type have, for errors that name one that does not exist. Pure.

/** @returns an error that lists the relationships of the main records to those of the box, or to any if there are none to these */
function noSuchRelation(
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

// Finds the way from the records of a main box to those of a sibling box along a field: one of the main records that leads to those of
// the box, or one of the box's that leads to the main records. Pure.

/**
 * @param id of a Field record
 * @returns undefined when neither entity type has such a field that leads to the other
 */
function lookupPath(catalog: Catalog, main: EntityType, box: EntityType, id: string): Step[] | undefined {
  const field = fieldWithId(main, id);
  const forward = field && outward(catalog, field, box);
  if (forward) return forward;
  const other = fieldWithId(box, id);
  return other && inward(catalog, other, main, box);
}

function fieldWithId(entityType: EntityType, id: string): Field | undefined {
  return entityType.fields.find(
    (field) => !field.hidden && (field.custom?.id ?? systemFieldId(entityType.name, field.name)) === id,
  );
}

/** Along the field. */
function outward(catalog: Catalog, field: Field, box: EntityType): Step[] | undefined {
  if (field.kind === 'reference') return leadsTo(field.targets, box) ? [{ by: field.name, to: box.name }] : undefined;
  if (field.kind !== 'rows' || field.targets) return undefined;
  if (field.target === box.name) return [field.name];
  const item = itemOf(catalog, field);
  return item && leadsTo(item.targets, box) ? [field.name, { by: item.name, to: box.name }] : undefined;
}

/** Against it, from what it points at. */
function inward(catalog: Catalog, field: Field, main: EntityType, box: EntityType): Step[] | undefined {
  if (field.kind === 'reference') {
    return leadsTo(field.targets, main) ? [{ from: box.name, via: field.name }] : undefined;
  }
  if (field.kind !== 'rows' || field.targets || field.on !== 'id') return undefined;
  if (field.target === main.name) return [{ by: field.via, to: box.name }];
  const item = itemOf(catalog, field);
  return item && leadsTo(item.targets, main)
    ? [
        { from: field.target, via: item.name },
        { by: field.via, to: box.name },
      ]
    : undefined;
}

function itemOf(catalog: Catalog, { target, item }: Extract<Field, { kind: 'rows' }>) {
  const field = catalog.existing(target).fields.find(({ name }) => name === item);
  return field?.kind === 'reference' ? field : undefined;
}

/** A custom entity type is reached by what leads to custom entities, a union by what leads to all of its entity types. */
function leadsTo(targets: readonly string[], { name, storedIn, union }: EntityType): boolean {
  if (targets.includes(name) || (storedIn !== undefined && targets.includes(storedIn))) return true;
  return union?.every((type) => targets.includes(type)) ?? false;
}
