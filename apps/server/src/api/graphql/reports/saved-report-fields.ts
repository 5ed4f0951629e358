/**
 * The root fields of saved reports: what they are asked, and how what was found or written is shown.
 */
import type {
  MutationChangeReportArgs,
  MutationDeleteSavedReportArgs,
  MutationSaveReportArgs,
  QuerySavedReportArgs,
  QuerySavedReportsArgs,
} from '@headwater/graphql-types';
import {
  changeReport,
  deleteSavedReport,
  findSavedReport,
  listSavedReports,
  type SavedReport,
  saveReport,
} from '../../../analytics/reports/saved-reports.js';
import { ApiError } from '../../../errors/api-error.js';
import { everyOf } from '../../../errors/refusals.js';
import { parseFilterTab } from '../filters/parse-filter-tab.js';
import { renderFilterTab } from '../filters/render-filter-tab.js';
import { pageSize } from '../limits.js';
import type { Asked, OwnCall, OwnField } from '../own-field.js';
import { refuseNulls } from '../refuse-nulls.js';
import { withArgumentNames } from './argument-names.js';
import { judgeGiven } from './judge-given.js';
import { parseStructure } from './parse-structure.js';
import { showItem } from './show-items.js';

type NamedField = readonly [name: string, field: OwnField];

export const savedReportQueries: readonly NamedField[] = [
  ['savedReport', savedReportField],
  ['savedReports', savedReportsField],
];

export const savedReportMutations: readonly NamedField[] = [
  ['saveReport', saveField],
  ['changeReport', changeField],
  ['deleteSavedReport', deleteField],
];

/** Of fields that are not called as the arguments that fill them. */
const argumentNames = { reports_folder_id: 'folder_id' } as const;

const oneRecord = { records: 1, depth: 0 } as const;

function savedReportField({ id }: QuerySavedReportArgs, asked: Asked): OwnCall {
  refuseResults(asked);
  return {
    kind: 'own',
    size: oneRecord,
    async run(deps, call) {
      const found = await findSavedReport(deps, call, id);
      return found && show(found);
    },
  };
}

function savedReportsField(given: QuerySavedReportsArgs, asked: Asked): OwnCall {
  refuseResults(asked);
  const first = given.first ?? pageSize.default;
  const wanted = { folderId: given.folderId ?? null, first, after: given.after ?? null };
  return {
    kind: 'own',
    size: { records: Math.min(Math.max(first, 1), pageSize.max), depth: 0 },
    async run(deps, call) {
      const { items, ...page } = await listSavedReports(deps, call, wanted, asked.at);
      return { ...page, items: items.map(show) };
    },
  };
}

function saveField(given: MutationSaveReportArgs, asked: Asked): OwnCall {
  refuseResults(asked);
  const { at } = asked;
  const report = {
    ...filtersOf(given, at),
    name: given.name,
    items: parseStructure(given.structure, `${at}.structure`, (item) => judgeGiven(asked, item)),
    description: given.description,
    folderId: given.folderId,
    shareMode: given.shareMode ?? 0,
  };
  const run: OwnCall['run'] = async (deps, call) =>
    show(await withArgumentNames(argumentNames, () => saveReport(deps, call, report)));
  return { kind: 'own', size: oneRecord, run };
}

function changeField(given: MutationChangeReportArgs, asked: Asked): OwnCall {
  refuseResults(asked);
  const { at } = asked;
  const { filters, items } = everyOf({
    nulls: () => refuseNulls(given, ['name', 'structure', 'shareMode'], at),
    filters: () => filtersOf(given, at),
    items: () =>
      given.structure == null
        ? undefined
        : parseStructure(given.structure, `${at}.structure`, (item) => judgeGiven(asked, item)),
  });
  const change = {
    ...filters,
    name: given.name ?? undefined,
    items,
    description: given.description,
    folderId: given.folderId,
    shareMode: given.shareMode ?? undefined,
  };
  const revision = given.revision ?? null;
  const run: OwnCall['run'] = async (deps, call) =>
    show(await withArgumentNames(argumentNames, () => changeReport(deps, call, given.id, change, revision)));
  return { kind: 'own', size: oneRecord, run };
}

function deleteField({ id }: MutationDeleteSavedReportArgs): OwnCall {
  return { kind: 'own', size: oneRecord, run: (deps, call) => deleteSavedReport(deps, call, id) };
}

/** Left out: stays as it is; null: there is none. */
function filtersOf({ filter, profileId }: Pick<MutationChangeReportArgs, 'filter' | 'profileId'>, at: string) {
  const tab = parseFilterTab(filter, `${at}.filter`);
  return {
    filter: filter === undefined ? undefined : tab && ({ kind: 'tab', tab } as const),
    profile: profileId == null ? profileId : ({ kind: 'profile', id: profileId, at: `${at}.profileId` } as const),
  };
}

/** Reports are shown here, not evaluated. */
function refuseResults({ names, at }: Asked): void {
  if (!names.has('result')) return;
  const problem = 'shows no results. Ask evaluateReport for them, with the id of the report as "reportId"';
  throw new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}.`, { at });
}

function show({ record, report, problem }: SavedReport) {
  const filters = report?.filters ?? [];
  const tab = filters.flatMap((filter) => (filter.kind === 'tab' ? [filter.tab] : []))[0];
  const profileId = filters.flatMap((filter) => (filter.kind === 'profile' ? [filter.id] : []))[0];
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    folderId: record.reports_folder_id,
    structure: report?.items.map(showItem) ?? null,
    filter: tab ? renderFilterTab(tab) : null,
    profileId: profileId ?? null,
    problem,
    ownerId: record.owner_id,
    shareMode: record.share_mode ?? 0,
    created: record.created,
    modified: record.modified,
    revision: record.revision,
  };
}
