/**
 * Saved filters: Profile records. What is written must be a filter that can be run.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { ErrorCollector, everyOf } from '../../errors/collect-errors.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { planFilter } from '../../plan/list/plan-filter.js';
import type { Call } from '../../records/call.js';
import type { Filter } from '../../request/filter.js';
import type { RecordBody } from '../../request/write-request.js';
import { SavedCollection } from '../saved/saved-collection.js';
import { attempt, storedDefinitions } from '../saved/saved-records.js';
import type { FilterTab } from './filter-tab.js';
import { planFilterTab, type TabMoment } from './plan-filter-tab.js';
import {
  checkKnown,
  checkPipelines,
  entityTypeOf,
  filterProfile,
  type ProfileRecord,
  pipelinesAmong,
  profileEntityOf,
  profileRecords,
} from './profile-record.js';
import { type SavedSelection, selectionOf } from './read-filter.js';
import { renderTabSettings } from './tab-settings.js';

export interface SavedFilter {
  readonly record: ProfileRecord;
  /** Name of the entity type; null when the space does not have it. */
  readonly entity: string | null;
  readonly tab: FilterTab | null;
  /** Why it cannot be run. */
  readonly problem: string | null;
}

/** What a caller gives; left out: stays as it is. */
export interface FilterChange {
  readonly tab?: FilterTab | undefined;
  readonly pipelineIds?: readonly string[] | undefined;
  /** The field that has the arguments, for messages. */
  readonly at: string;
}

export interface NewFilter extends FilterChange {
  readonly tab: FilterTab;
}

export const savedFilters = new SavedCollection<ProfileRecord, NewFilter, FilterChange, SavedFilter>({
  records: profileRecords,

  /** One statement for the pipelines of all. One that was deleted is no problem: its opportunities may still be there. */
  async show(deps, call, profiles) {
    const named = [...new Set(profiles.flatMap(({ pipelines }) => pipelines))];
    const known = await pipelinesAmong(deps, call, named, { includeDeleted: true });
    return profiles.map((profile) => shown(deps.catalog, profile, momentOf(deps.clock()), known));
  },

  async bodyOfNew(deps, call, given) {
    const { tab, pipelineIds = [] } = given;
    const entity = profileEntityOf(deps.catalog, tab.mainBox.entity, `${tab.mainBox.at}.entity`);
    const body = await checkedBody(deps, call, given, entityTypeOf(deps.catalog, entity, given.at), []);
    return { type: filterProfile, ...entity, pipelines: pipelineIds, ...body };
  },

  bodyOfChange(deps, call, change, profile) {
    const entityType = entityTypeOf(deps.catalog, profile, change.at);
    return checkedBody(deps, call, change, entityType, profile.pipelines);
  },
});

/** For checks of changes to the catalog. */
export const savedFilterDefinitions = storedDefinitions(
  profileRecords,
  { members: ['entity', 'entity_api_name', 'type'], searched: ['settings', 'entity_api_name'] },
  (catalog, record, now) => runnable(catalog, { ...record, pipelines: [] }, momentOf(now), 'profile'),
);

/** @throws ApiError `ERROR_PARAMETER_INVALID` for an unknown entity type @returns the saved filters of an entity type, by its name */
export function filtersOfEntity(catalog: Catalog, entity: string, at: string): Filter {
  const filters = Object.entries(profileEntityOf(catalog, entity, at)).map(([field, value]): Filter => {
    return { kind: 'condition', path: [field], operator: 'eq', operands: [value], at };
  });
  return { kind: 'and', filters };
}

function shown(
  catalog: Catalog,
  record: ProfileRecord,
  moment: TabMoment,
  pipelines: ReadonlySet<string>,
): SavedFilter {
  const at = 'profile';
  const { value: entityType, problem } = attempt(() => entityTypeOf(catalog, record, at));
  if (entityType === null) return { record, entity: null, tab: null, problem };
  const judged = attempt(() =>
    everyOf({
      selection: () => runnable(catalog, record, moment, at),
      pipelines: () => checkKnown(record.pipelines, pipelines, `${at}.pipelines`),
    }),
  );
  return { record, entity: entityType.name, tab: judged.value?.selection.tab ?? null, problem: judged.problem };
}

/** @throws ParameterErrors for all that keeps it from being run, except for pipelines that are not there */
function runnable(
  catalog: Catalog,
  profile: Parameters<typeof selectionOf>[1],
  moment: TabMoment,
  at: string,
): SavedSelection {
  const selection = selectionOf(catalog, profile, at);
  checkFilter(catalog, selection.entityType, selection.filter(moment));
  return selection;
}

/**
 * @param stored pipelines that it has already
 * @returns the members that follow from what is given
 * @throws ParameterErrors for all that keeps it from being run
 */
async function checkedBody(
  deps: ServerDeps,
  call: Call,
  { tab, pipelineIds: ids, at }: FilterChange,
  entityType: EntityType,
  stored: readonly string[],
): Promise<RecordBody> {
  const { catalog, clock } = deps;
  const errors = new ErrorCollector();
  errors.attempt(() => {
    if (tab) checkFilter(catalog, entityType, planFilterTab(catalog, entityType, tab, momentOf(clock())));
  });
  await errors.wait(async () => {
    if (ids) await checkPipelines(deps, call, { entityType, ids, stored, at: `${at}.pipelineIds` });
  });
  errors.throwIfAny();
  return { ...(tab && { settings: renderTabSettings(tab) }), ...(ids && { pipelines: ids }) };
}

/** What values must look like is found out when the filter is planned. */
function checkFilter(catalog: Catalog, entityType: EntityType, filter: Filter | null): void {
  if (filter) planFilter(catalog, entityType, filter);
}

function momentOf(now: string): TabMoment {
  return { now, timeZone: 'UTC' };
}
