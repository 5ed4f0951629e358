/**
 * The root fields of saved filters: what they are asked, and how what was found or written is shown.
 */
import type {
  MutationChangeFilterArgs,
  MutationDeleteSavedFilterArgs,
  MutationSaveFilterArgs,
  QuerySavedFilterArgs,
  QuerySavedFiltersArgs,
} from '@headwater/graphql-types';
import type { FilterTab } from '../../../analytics/filters/filter-tab.js';
import { staticProfile } from '../../../analytics/filters/profile-record.js';
import {
  changeFilter,
  deleteSavedFilter,
  findSavedFilter,
  listSavedFilters,
  type SavedFilter,
  saveFilter,
} from '../../../analytics/filters/saved-filters.js';
import { ApiError } from '../../../errors/api-error.js';
import { everyOf } from '../../../errors/refusals.js';
import { pageSize } from '../limits.js';
import type { Asked, OwnCall, OwnField } from '../own-field.js';
import { refuseNulls } from '../refuse-nulls.js';
import { parseFilterTab } from './parse-filter-tab.js';
import { renderFilterTab } from './render-filter-tab.js';

type NamedField = readonly [name: string, field: OwnField];

export const savedFilterQueries: readonly NamedField[] = [
  ['savedFilter', savedFilterField],
  ['savedFilters', savedFiltersField],
];

export const savedFilterMutations: readonly NamedField[] = [
  ['saveFilter', saveField],
  ['changeFilter', changeField],
  ['deleteSavedFilter', deleteField],
];

const oneRecord = { records: 1, depth: 0 } as const;

function savedFilterField({ id }: QuerySavedFilterArgs): OwnCall {
  return {
    kind: 'own',
    size: oneRecord,
    async run(deps, call) {
      const found = await findSavedFilter(deps, call, id);
      return found && show(found);
    },
  };
}

function savedFiltersField(given: QuerySavedFiltersArgs, { at }: Asked): OwnCall {
  const first = given.first ?? pageSize.default;
  const asked = { entity: given.entity ?? null, first, after: given.after ?? null };
  return {
    kind: 'own',
    size: { records: Math.min(Math.max(first, 1), pageSize.max), depth: 0 },
    async run(deps, call) {
      const { items, ...page } = await listSavedFilters(deps, call, asked, at);
      return { ...page, items: items.map(show) };
    },
  };
}

function saveField({ name, tab, pipelineIds, shareMode }: MutationSaveFilterArgs, { at }: Asked): OwnCall {
  const asked = {
    name,
    tab: givenTab(tab, at),
    pipelineIds: pipelineIds ?? undefined,
    shareMode: shareMode ?? undefined,
    at,
  };
  return { kind: 'own', size: oneRecord, run: async (deps, call) => show(await saveFilter(deps, call, asked)) };
}

function changeField(given: MutationChangeFilterArgs, { at }: Asked): OwnCall {
  const { tab } = everyOf({
    nulls: () => refuseNulls(given, ['name', 'tab', 'pipelineIds', 'shareMode'], at),
    tab: () => (given.tab == null ? undefined : givenTab(given.tab, at)),
  });
  const change = {
    name: given.name ?? undefined,
    tab,
    pipelineIds: given.pipelineIds ?? undefined,
    shareMode: given.shareMode ?? undefined,
    at,
  };
  const revision = given.revision ?? null;
  const run: OwnCall['run'] = async (deps, call) => show(await changeFilter(deps, call, given.id, change, revision));
  return { kind: 'own', size: oneRecord, run };
}

function deleteField({ id }: MutationDeleteSavedFilterArgs): OwnCall {
  return { kind: 'own', size: oneRecord, run: (deps, call) => deleteSavedFilter(deps, call, id) };
}

function givenTab(given: MutationSaveFilterArgs['tab'], at: string): FilterTab {
  const tab = parseFilterTab(given, `${at}.tab`);
  if (!tab) throw new ApiError('ERROR_PARAMETER_INVALID', `${at}.tab: is null.`, { at: `${at}.tab` });
  return tab;
}

function show({ profile, entity, tab, problem }: SavedFilter) {
  return {
    id: profile.id,
    name: profile.name,
    entity,
    tab: tab && renderFilterTab(tab),
    problem,
    isStatic: profile.type === staticProfile,
    pipelineIds: profile.pipelines,
    ownerId: profile.owner_id,
    shareMode: profile.share_mode ?? 0,
    created: profile.created,
    modified: profile.modified,
    revision: profile.revision,
  };
}
