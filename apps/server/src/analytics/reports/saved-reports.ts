/**
 * Saved reports: Report records, found, listed, made, changed and deleted. What is written must be a report that can be evaluated.
 */
import { ApiError } from '../../errors/api-error.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { notFound } from '../../records/read/get-record.js';
import { createRecord } from '../../records/write/create-record.js';
import { deleteRecord } from '../../records/write/delete-record.js';
import { updateRecord } from '../../records/write/update-record.js';
import type { Filter } from '../../request/filter.js';
import type { RecordBody } from '../../request/write-request.js';
import { readProfiles } from '../filters/read-profile.js';
import { checkReport } from './check-report.js';
import { profilesOf } from './item-filter.js';
import { findReport, listReports } from './read-report.js';
import type { Report } from './report-item.js';
import { parseReport, type ReportRecord, reportSelection } from './report-record.js';
import {
  type GivenReport,
  type KeptReport,
  parseReportSettings,
  renderReport,
  reportAfter,
} from './report-settings.js';

const entityType = 'Report';

export interface SavedReport {
  readonly record: ReportRecord;
  /** Null when it cannot be evaluated. */
  readonly report: Report | null;
  /** Why it cannot be evaluated. */
  readonly problem: string | null;
}

export interface SavedReportPage {
  readonly items: readonly SavedReport[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** What a caller gives; left out: stays as it is. */
export interface ReportChange extends GivenReport {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly folderId?: string | null | undefined;
  readonly shareMode?: number | undefined;
}

/** @returns null when there is none that the caller may see */
export async function findSavedReport(deps: ServerDeps, call: Call, id: string): Promise<SavedReport | null> {
  const record = await findReport(deps, call, id, 'see');
  return record ? savedReport(deps, call, record) : null;
}

interface ReportsAsked {
  /** Null: of all. */
  readonly folderId: string | null;
  readonly first: number;
  readonly after: string | null;
}

/**
 * @param at the field that has the arguments, for messages
 * @returns reports by name
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a page out of bounds, a broken cursor
 */
export async function listSavedReports(
  deps: ServerDeps,
  call: Call,
  { folderId, first, after }: ReportsAsked,
  at: string,
): Promise<SavedReportPage> {
  const path = ['reports_folder_id'];
  const inFolder: Filter = { kind: 'condition', path, operator: 'eq', operands: [folderId], at };
  const page = await listReports(deps, call, {
    filter: folderId === null ? null : inFolder,
    sort: [{ path: ['name'], descending: false, at }],
    window: { kind: 'cursor', first, ...(after === null ? {} : { after }) },
    right: 'see',
  });
  return {
    items: await savedReports(deps, call, page.texts.map(parseReport)),
    hasNextPage: page.hasNextPage,
    endCursor: page.endCursor,
  };
}

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a report that cannot be evaluated; ValidationError for the rest; `ERROR_FORBIDDEN` for a
 *   key that may only read
 */
export async function saveReport(
  deps: ServerDeps,
  call: Call,
  change: ReportChange & Required<Pick<ReportChange, 'name' | 'items'>>,
): Promise<SavedReport> {
  const kept = { ...emptyReport, ...renderReport(change, null) };
  await checkKept(deps, call, change, kept);
  const body: RecordBody = { ...membersOf(change), ...kept, owner_id: call.principal.client };
  const request = { entityType, body, validationLevel: 0, selection: reportSelection };
  return savedReport(deps, call, parseReport((await createRecord(deps, call, request)).text));
}

/**
 * @param revision the one that the caller has seen; the change is refused when the record has moved on
 * @throws the same; ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_FORBIDDEN` for what only others may change, `ERROR_REVISION_CONFLICT`
 */
export async function changeReport(
  deps: ServerDeps,
  call: Call,
  id: string,
  change: ReportChange,
  revision: number | null,
): Promise<SavedReport> {
  const record = await changeable(deps, call, id);
  const kept = renderReport(change, record.settings);
  if (Object.keys(kept).length > 0) await checkKept(deps, call, change, { ...record, ...kept });
  const request = {
    entityType,
    id,
    body: { ...membersOf(change), ...kept },
    validationLevel: 0,
    selection: reportSelection,
    ...(revision === null ? {} : { expectedRevision: revision }),
  };
  return savedReport(deps, call, parseReport((await updateRecord(deps, call, request)).text));
}

/** @returns its id @throws ApiError the same */
export async function deleteSavedReport(deps: ServerDeps, call: Call, id: string): Promise<string> {
  await changeable(deps, call, id);
  return (await deleteRecord(deps, call, { entityType, id, validationLevel: 0 })).id;
}

/** Of the record, besides what it shows. */
function membersOf({ name, description, folderId, shareMode }: ReportChange): RecordBody {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(folderId === undefined ? {} : { reports_folder_id: folderId }),
    ...(shareMode === undefined ? {} : { share_mode: shareMode }),
  };
}

const emptyReport: KeptReport = { settings: {}, sync_enabled: false, sync_entity: null, sync_entity_id: null };

/** @param kept what the record is to say */
async function checkKept(deps: ServerDeps, call: Call, change: ReportChange, kept: KeptReport): Promise<void> {
  const report = reportAfter(change, kept);
  checkReport(deps.catalog, report, await readProfiles(deps, call, profilesOf(report)), deps.clock());
}

async function changeable(deps: ServerDeps, call: Call, id: string): Promise<ReportRecord> {
  const record = await findReport(deps, call, id, 'change');
  if (record) return record;
  if (!(await findReport(deps, call, id, 'see'))) throw notFound(deps.catalog.existing(entityType), id);
  throw new ApiError(
    'ERROR_FORBIDDEN',
    `The saved report ${id} belongs to another user, who has not shared it for changes.`,
  );
}

async function savedReport(deps: ServerDeps, call: Call, record: ReportRecord): Promise<SavedReport> {
  const [saved] = await savedReports(deps, call, [record]);
  if (!saved) throw new Error('a record is a report or has a problem');
  return saved;
}

/** One statement for the saved filters of all. */
async function savedReports(deps: ServerDeps, call: Call, records: readonly ReportRecord[]): Promise<SavedReport[]> {
  const read = records.map((record) => ({ record, ...attempt(() => parseReportSettings(record, 'report')) }));
  const ids = read.flatMap(({ value }) => (value ? [...profilesOf(value)] : []));
  const profiles = await readProfiles(deps, call, new Set(ids));
  const now = deps.clock();
  return read.map(({ record, value: report, problem }) => {
    if (report === null) return { record, report, problem };
    const checked = attempt(() => checkReport(deps.catalog, report, profiles, now));
    return { record, report: checked.problem === null ? report : null, problem: checked.problem };
  });
}

/** @returns what a step gives, or the problem that it refuses with */
function attempt<Value>(step: () => Value): { readonly value: Value | null; readonly problem: string | null } {
  try {
    return { value: step(), problem: null };
  } catch (error) {
    if (error instanceof ApiError) return { value: null, problem: error.message };
    throw error;
  }
}
