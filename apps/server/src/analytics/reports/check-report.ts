/**
 * Whether a report can be evaluated: every name in it is known, every filter fits. Pure; what a database alone can tell, such as too many
 * groups, is found out later.
 */
import type { Catalog } from '@headwater/catalog';
import { ErrorCollector, eachOf, everyOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { planFilter } from '../../plan/list/plan-filter.js';
import { planPage } from '../../plan/list/plan-page.js';
import type { Filter } from '../../request/filter.js';
import type { SavedProfiles } from '../filters/read-filter.js';
import { entityOf } from './entity-of.js';
import { checkWholeFilters, itemFilter, type ReportScope } from './item-filter.js';
import { planPivot } from './plan-pivot.js';
import type { Report, ReportItem } from './report-item.js';
import { planColumns, sortOf } from './table-columns.js';

/**
 * @param profiles all that the report names, as far as the caller may see them
 * @throws ParameterErrors for all that is wrong
 */
export function checkReport(catalog: Catalog, report: Report, profiles: SavedProfiles, now: string): void {
  const scope = { now, timeZone: 'UTC', profiles, filters: report.filters };
  everyOf({
    filters: () => checkWholeFilters(catalog, report, profiles),
    items: () => eachOf(report.items, (item) => checkItem(catalog, item, scope)),
  });
}

/** @throws ParameterErrors for all that is wrong in an item and in the filters of the report that hold in it */
export function checkItem(catalog: Catalog, item: ReportItem, scope: ReportScope): void {
  const entityType = entityOf(catalog, item);
  const filtered = (): Filter | null => itemFilter(catalog, entityType, item, scope);
  if (item.kind === 'pivot') {
    const { filter } = everyOf({ filter: filtered, plan: () => planPivot(catalog, entityType, item) });
    if (filter) planFilter(catalog, entityType, filter);
    return;
  }
  const page = { sort: sortOf(item), window: { kind: 'cursor' }, includeDeleted: false } as const;
  const { filter } = everyOf({
    filter: filtered,
    columns: () => planColumns(catalog, entityType, item),
    order: () => planPage(catalog, entityType, { ...page, filter: null }),
  });
  if (filter) planFilter(catalog, entityType, filter);
}

// The tree that the items of a report form: checked, and put in order. Pure; knows no entity type.

/** Every pivot table of a report is one statement. */
export const maxItems = 20;

interface StructureItem {
  readonly id: string;
  /** Null in the root. */
  readonly parentId: string | null;
  readonly sortOrder: number;
  readonly at: string;
}

/**
 * @param at where the structure is, for messages
 * @returns the items, each behind its parent and the items before it among those with the same parent
 * @throws ApiError `ERROR_PARAMETER_INVALID` for too many items or none; ParameterErrors for all that is wrong in them: an id that is empty
 *   or given twice, two roots, a parent that is not there, items that go round in a circle
 */
export function checkStructure<Item extends StructureItem>(items: readonly Item[], at: string): Item[] {
  if (items.length === 0) throw parameterError(at, 'has no item');
  if (items.length > maxItems) throw parameterError(at, `has more than ${maxItems} items`);
  const errors = new ErrorCollector();
  const byId = new Map<string, Item>();
  for (const item of items) {
    errors.attempt(() => checkId(item, byId));
    if (!byId.has(item.id)) byId.set(item.id, item);
  }
  const [, ...furtherRoots] = items.filter(({ parentId }) => parentId === null);
  for (const { at: path } of furtherRoots) {
    errors.attempt(() => {
      throw parameterError(`${path}.parentId`, 'another item is the root already; name a parent');
    });
  }
  for (const item of items) errors.attempt(() => checkWayUp(item, byId));
  errors.throwIfAny();
  return below(items, null);
}

function checkId({ id, at }: StructureItem, others: ReadonlyMap<string, StructureItem>): void {
  if (id === '') throw parameterError(`${at}.id`, 'is empty');
  if (others.has(id)) throw parameterError(`${at}.id`, `${quoted(id)} is the id of another item`);
}

/** Every way up ends at the root: a parent that is missing and a circle are both ways that don't. */
function checkWayUp(item: StructureItem, byId: ReadonlyMap<string, StructureItem>): void {
  const seen = new Set([item.id]);
  for (let { parentId } = item; parentId !== null; ) {
    const parent = byId.get(parentId);
    if (!parent) throw parameterError(`${item.at}.parentId`, `there is no item ${quoted(parentId)}`);
    if (seen.has(parent.id)) throw parameterError(`${item.at}.parentId`, 'the parents go round in a circle');
    seen.add(parent.id);
    parentId = parent.parentId;
  }
}

function below<Item extends StructureItem>(items: readonly Item[], parentId: string | null): Item[] {
  return items
    .filter((item) => item.parentId === parentId)
    .sort((a, b) => a.sortOrder - b.sortOrder)
    .flatMap((item) => [item, ...below(items, item.id)]);
}

function quoted(id: string): string {
  return JSON.stringify(id.slice(0, 80));
}
