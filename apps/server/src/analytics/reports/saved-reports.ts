/**
 * Saved reports: Report records. What is written must be a report that can be evaluated.
 */
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import type { Filter } from '../../request/filter.js';
import type { RecordBody } from '../../request/write-request.js';
import { readProfiles } from '../filters/read-filter.js';
import { SavedCollection } from '../saved/saved-collection.js';
import { attempt, storedDefinitions } from '../saved/saved-records.js';
import { checkReport } from './check-report.js';
import { profilesOf } from './item-filter.js';
import type { Report } from './report-item.js';
import {
  type GivenReport,
  parseReportSettings,
  type ReportRecord,
  renderReport,
  reportAfter,
  reportRecords,
  type StoredReport,
} from './report-settings.js';

export interface SavedReport {
  readonly record: ReportRecord;
  /** Null when it cannot be evaluated. */
  readonly report: Report | null;
  /** Why it cannot be evaluated. */
  readonly problem: string | null;
}

/** What a caller gives; left out: stays as it is. */
export interface ReportChange extends GivenReport {
  readonly description?: string | null | undefined;
  readonly folderId?: string | null | undefined;
}

export type NewReport = ReportChange & Required<Pick<ReportChange, 'items'>>;

const emptyReport: StoredReport = { settings: {}, sync_enabled: false, sync_entity: null, sync_entity_id: null };

export const savedReports = new SavedCollection<ReportRecord, NewReport, ReportChange, SavedReport>({
  records: reportRecords,

  /** One statement for the saved filters of all. */
  async show(deps, call, records) {
    const parsed = records.map((record) => ({ record, ...attempt(() => parseReportSettings(record, 'report')) }));
    const profiles = await readProfiles(
      deps,
      call,
      parsed.flatMap(({ value }) => (value ? profilesOf(value) : [])),
    );
    const now = deps.clock();
    return parsed.map(({ record, value: report, problem }) => {
      if (report === null) return { record, report, problem };
      const checked = attempt(() => checkReport(deps.catalog, report, profiles, now));
      return { record, report: checked.problem === null ? report : null, problem: checked.problem };
    });
  },

  async bodyOfNew(deps, call, given) {
    const body = { ...emptyReport, ...renderReport(given, null) };
    await checkStored(deps, call, given, body);
    return { ...furtherMembers(given), ...body };
  },

  async bodyOfChange(deps, call, change, record) {
    const body = renderReport(change, record.settings);
    if (Object.keys(body).length > 0) await checkStored(deps, call, change, { ...record, ...body });
    return { ...furtherMembers(change), ...body };
  },
});

/** For checks of changes to the catalog. The saved filters that a report names are checked as such. */
export const savedReportDefinitions = storedDefinitions(
  reportRecords,
  { members: [], searched: ['settings'] },
  (catalog, { settings }, now) => {
    const report = parseReportSettings({ ...emptyReport, settings }, 'report');
    const items = report.items.map((item) => ({ ...item, profileId: null }));
    checkReport(catalog, { ...report, items }, new Map(), now);
  },
);

/** @param at the field that has the arguments, for messages */
export function reportsInFolder(folderId: string, at: string): Filter {
  return { kind: 'condition', path: ['reports_folder_id'], operator: 'eq', operands: [folderId], at };
}

/** @returns the members besides what the report shows */
function furtherMembers({ description, folderId }: ReportChange): RecordBody {
  return {
    ...(description === undefined ? {} : { description }),
    ...(folderId === undefined ? {} : { reports_folder_id: folderId }),
  };
}

/** @param stored the members of the record after the change */
async function checkStored(deps: ServerDeps, call: Call, change: ReportChange, stored: StoredReport): Promise<void> {
  const report = reportAfter(change, stored);
  checkReport(deps.catalog, report, await readProfiles(deps, call, profilesOf(report)), deps.clock());
}
