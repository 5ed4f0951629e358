/**
 * Which records an item of a report is about, as a filter: of its subtypes, its own filter and the saved one it names, and those of the
 * whole report that are about such records. Pure.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { eachOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { allOf, type Filter } from '../../request/filter.js';
import { joinFilters, type SavedProfiles, selectionIn } from '../filters/read-filter.js';
import { entityOf, subtypeFilter } from './entity-of.js';
import type { Report, ReportItem, WholeFilter } from './report-item.js';

/** What the items of a report are evaluated with. */
export interface ReportScope {
  /** A moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly now: string;
  /** In which days are counted. */
  readonly timeZone: string;
  /** Those that the report names, as far as the caller may see them. */
  readonly profiles: SavedProfiles;
  /** Of the whole report. */
  readonly filters: readonly WholeFilter[];
}

/** @returns ids of the saved filters that a report names */
export function profilesOf({ items, filters }: Report): string[] {
  const ofItems = items.flatMap(({ profileId }) => (profileId === null ? [] : [profileId]));
  return [...ofItems, ...filters.flatMap((filter) => (filter.kind === 'profile' ? [filter.id] : []))];
}

/**
 * What narrowed nothing would show more than was asked for.
 * @throws ParameterErrors for filters of the whole report that are about none of its items
 */
export function checkWholeFilters(catalog: Catalog, { items, filters }: Report, profiles: SavedProfiles): void {
  if (filters.length === 0) return;
  const names = [...new Set(eachOf(items, (item) => entityOf(catalog, item).name))];
  eachOf(filters, (filter) => {
    const { name, at } = aboutOf(catalog, filter, profiles);
    if (names.includes(name)) return;
    const problem = `no item of the report is about ${name.slice(0, 80)} records. There are those of ${names.join(', ')}`;
    throw parameterError(at, problem);
  });
}

function aboutOf(catalog: Catalog, filter: WholeFilter, profiles: SavedProfiles): { name: string; at: string } {
  if (filter.kind === 'tab') return { name: filter.tab.mainBox.entity, at: `${filter.tab.mainBox.at}.entity` };
  return { name: selectionIn(catalog, profiles, filter.id, filter.at).entityType.name, at: filter.at };
}

/** @returns null for all records @throws ParameterErrors for all that is wrong in the filters */
export function itemFilter(
  catalog: Catalog,
  entityType: EntityType,
  item: ReportItem,
  scope: ReportScope,
): Filter | null {
  const { now, timeZone, profiles, filters } = scope;
  const filterOf = (tab: ReportItem['filter'], profileId: string | null, at: string) => {
    const saved = profileId === null ? null : selectionIn(catalog, profiles, profileId, `${at}.profileId`);
    return joinFilters(catalog, { entityType: entityType.name, tab, profileId, now, timeZone, at }, saved);
  };
  const ofReport = (filter: WholeFilter) => {
    if (aboutOf(catalog, filter, profiles).name !== entityType.name) return null;
    if (filter.kind === 'tab') return filterOf(filter.tab, null, filter.tab.at);
    return selectionIn(catalog, profiles, filter.id, filter.at).filter(scope);
  };
  const planned = [
    () => subtypeFilter(catalog, entityType, item.entitySubtypes),
    () => filterOf(item.filter, item.profileId, item.at),
    ...filters.map((filter) => () => ofReport(filter)),
  ];
  return allOf(eachOf(planned, (plan) => plan()));
}
