/**
 * The root fields of saved reports: their arguments, and how what was found or written is shown.
 */
import type { MutationChangeReportArgs, MutationSaveReportArgs, QuerySavedReportsArgs } from '@headwater/graphql-types';
import { reportsInFolder, type SavedReport, savedReports } from '../../../analytics/reports/saved-reports.js';
import { everyOf } from '../../../errors/collect-errors.js';
import { parameterError } from '../../../errors/parameter-error.js';
import type { FieldContext, SpecialMutations, SpecialQueries } from '../special-field.js';
import { parseFilterTab, renderFilterTab } from './filter-tab.js';
import { judgeGiven, parseStructure, showItem } from './report-items.js';
import { savedFields } from './saved-fields.js';

const fields = savedFields({
  collection: savedReports,
  argumentNames: { reports_folder_id: 'folder_id' },
  notNull: ['structure'],
  checkSelection: rejectResults,
  listFilter: ({ folderId }: QuerySavedReportsArgs, _catalog, at) =>
    folderId == null ? null : reportsInFolder(folderId, at),
  parseNew: (given: MutationSaveReportArgs, context: FieldContext) => ({
    ...parseFilters(given, context.at),
    items: parseItems(given.structure, context),
    description: given.description,
    folderId: given.folderId,
  }),
  parseChange: (given: MutationChangeReportArgs, context: FieldContext) => {
    const { filters, items } = everyOf({
      filters: () => parseFilters(given, context.at),
      items: () => (given.structure == null ? undefined : parseItems(given.structure, context)),
    });
    return { ...filters, items, description: given.description, folderId: given.folderId };
  },
  show({ record, report }: SavedReport) {
    const filters = report?.filters ?? [];
    const tab = filters.flatMap((filter) => (filter.kind === 'tab' ? [filter.tab] : []))[0];
    const profileId = filters.flatMap((filter) => (filter.kind === 'profile' ? [filter.id] : []))[0];
    return {
      description: record.description,
      folderId: record.reports_folder_id,
      structure: report?.items.map(showItem) ?? null,
      filter: tab ? renderFilterTab(tab) : null,
      profileId: profileId ?? null,
    };
  },
});

export const savedReportQueries: SpecialQueries<'savedReport' | 'savedReports'> = {
  savedReport: fields.find,
  savedReports: fields.list,
};

export const savedReportMutations: SpecialMutations<'saveReport' | 'changeReport' | 'deleteSavedReport'> = {
  saveReport: fields.save,
  changeReport: fields.change,
  deleteSavedReport: fields.remove,
};

function parseItems(structure: MutationSaveReportArgs['structure'], context: FieldContext) {
  return parseStructure(structure, `${context.at}.structure`, (item) => judgeGiven(context, item));
}

/** Left out: stays as it is; null: there is none. */
function parseFilters({ filter, profileId }: Pick<MutationChangeReportArgs, 'filter' | 'profileId'>, at: string) {
  const tab = parseFilterTab(filter, `${at}.filter`);
  return {
    filter: filter === undefined ? undefined : tab && ({ kind: 'tab', tab } as const),
    profile: profileId == null ? profileId : ({ kind: 'profile', id: profileId, at: `${at}.profileId` } as const),
  };
}

/** Reports are shown here, not evaluated. */
function rejectResults({ names, at }: FieldContext): void {
  if (!names.has('result')) return;
  const problem = 'shows no results. Ask evaluateReport for them, with the id of the report as "reportId"';
  throw parameterError(at, problem);
}
