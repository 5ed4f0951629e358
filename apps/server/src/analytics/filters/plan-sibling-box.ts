/**
 * Turns a sibling box into a condition on the main record: which related records it looks at, and what must be true of them. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { suggestion } from '../../errors/closest-name.js';
import { ErrorCollector, everyOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import type { Filter, Step } from '../../request/filter.js';
import type { FilterScope } from './filter-scope.js';
import type { FilterBox } from './filter-tab.js';
import { type FirstChoice, firstChoice, present } from './first-relations.js';
import { lookupPath } from './lookup-path.js';
import { planAggregateBox } from './plan-aggregate-box.js';
import { planBox } from './plan-box.js';
import { noSuchRelation } from './relations-of.js';
import { leadsToAll, relationPath } from './sibling-path.js';
import type { SiblingRelation } from './sibling-relation.js';

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
  if (choice) return (rules) => planChoice(choice, rules, box.at);
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
