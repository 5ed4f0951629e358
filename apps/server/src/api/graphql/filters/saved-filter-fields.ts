/**
 * The root fields of saved filters: what they are given, and how what was found or written is shown.
 */
import type { MutationChangeFilterArgs, MutationSaveFilterArgs, QuerySavedFiltersArgs } from '@headwater/graphql-types';
import type { FilterTab } from '../../../analytics/filters/filter-tab.js';
import { staticProfile } from '../../../analytics/filters/profile-record.js';
import { filtersOfEntity, type SavedFilter, savedFilters } from '../../../analytics/filters/saved-filters.js';
import { ApiError } from '../../../errors/api-error.js';
import type { Asked } from '../own-field.js';
import { savedFields } from '../saved/saved-fields.js';
import { parseFilterTab } from './parse-filter-tab.js';
import { renderFilterTab } from './render-filter-tab.js';

export const savedFilterFields = savedFields({
  collection: savedFilters,
  names: {
    find: 'savedFilter',
    list: 'savedFilters',
    save: 'saveFilter',
    change: 'changeFilter',
    delete: 'deleteSavedFilter',
  },
  argumentNames: {},
  notNull: ['tab', 'pipelineIds'],
  checkSelection: () => undefined,
  listFilter: ({ entity }: QuerySavedFiltersArgs, catalog, at) =>
    entity == null ? null : filtersOfEntity(catalog, entity, `${at}.entity`),
  parseNew: ({ tab, pipelineIds }: MutationSaveFilterArgs, { at }: Asked) => ({
    tab: givenTab(tab, at),
    pipelineIds: pipelineIds ?? undefined,
    at,
  }),
  parseChange: ({ tab, pipelineIds }: MutationChangeFilterArgs, { at }: Asked) => ({
    tab: tab == null ? undefined : givenTab(tab, at),
    pipelineIds: pipelineIds ?? undefined,
    at,
  }),
  show: ({ record, entity, tab }: SavedFilter) => ({
    entity,
    tab: tab && renderFilterTab(tab),
    isStatic: record.type === staticProfile,
    pipelineIds: record.pipelines,
  }),
});

function givenTab(given: MutationSaveFilterArgs['tab'], at: string): FilterTab {
  const tab = parseFilterTab(given, `${at}.tab`);
  if (!tab) throw new ApiError('ERROR_PARAMETER_INVALID', `${at}.tab: is null.`, { at: `${at}.tab` });
  return tab;
}
