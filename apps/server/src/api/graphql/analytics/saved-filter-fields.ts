/**
 * The root fields of saved filters: their arguments, and how what was found or written is shown.
 */
import type { MutationChangeFilterArgs, MutationSaveFilterArgs, QuerySavedFiltersArgs } from '@headwater/graphql-types';
import type { FilterTab } from '../../../analytics/filters/filter-tab.js';
import { staticProfile } from '../../../analytics/filters/profile-record.js';
import { filtersOfEntity, type SavedFilter, savedFilters } from '../../../analytics/filters/saved-filters.js';
import { ApiError } from '../../../errors/api-error.js';
import type { FieldContext, SpecialMutations, SpecialQueries } from '../special-field.js';
import { parseFilterTab, renderFilterTab } from './filter-tab.js';
import { savedFields } from './saved-fields.js';

const fields = savedFields({
  collection: savedFilters,
  argumentNames: {},
  notNull: ['tab', 'pipelineIds'],
  checkSelection: () => undefined,
  listFilter: ({ entity }: QuerySavedFiltersArgs, catalog, at) =>
    entity == null ? null : filtersOfEntity(catalog, entity, `${at}.entity`),
  parseNew: ({ tab, pipelineIds }: MutationSaveFilterArgs, { at }: FieldContext) => ({
    tab: givenTab(tab, at),
    pipelineIds: pipelineIds ?? undefined,
    at,
  }),
  parseChange: ({ tab, pipelineIds }: MutationChangeFilterArgs, { at }: FieldContext) => ({
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

export const savedFilterQueries: SpecialQueries<'savedFilter' | 'savedFilters'> = {
  savedFilter: fields.find,
  savedFilters: fields.list,
};

export const savedFilterMutations: SpecialMutations<'saveFilter' | 'changeFilter' | 'deleteSavedFilter'> = {
  saveFilter: fields.save,
  changeFilter: fields.change,
  deleteSavedFilter: fields.remove,
};

function givenTab(given: MutationSaveFilterArgs['tab'], at: string): FilterTab {
  const tab = parseFilterTab(given, `${at}.tab`);
  if (!tab) throw new ApiError('ERROR_PARAMETER_INVALID', `${at}.tab: is null.`, { at: `${at}.tab` });
  return tab;
}
