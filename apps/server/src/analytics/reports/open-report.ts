/**
 * A report made ready for evaluation: given with the request or read from its record, with all saved filters that it names.
 */
import { parameterError } from '../../errors/parameter-error.js';
import type { Call } from '../../records/call.js';
import type { RecordStore } from '../../records/record-store.js';
import { readProfiles } from '../filters/read-filter.js';
import { readSaved } from '../saved/saved-records.js';
import { checkWholeFilters, profilesOf, type ReportScope } from './item-filter.js';
import type { Report, ReportItem, WholeFilter } from './report-item.js';
import { parseReportSettings, reportRecords } from './report-settings.js';

/** Where the items of a report come from. */
export type ReportSource =
  | { readonly kind: 'given'; readonly items: readonly ReportItem[] }
  | { readonly kind: 'saved'; readonly id: string; readonly at: string };

export interface ReportRequest {
  readonly source: ReportSource;
  /** Besides those that a saved report has itself. */
  readonly filters: readonly WholeFilter[];
  /** A moment in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff`. */
  readonly now: string;
  readonly timeZone: string;
}

export interface OpenReport {
  /** Each behind its parent. */
  readonly items: readonly ReportItem[];
  readonly scope: ReportScope;
}

/**
 * One statement for the saved report, if it is one, and one for all saved filters, if it names some.
 * @throws ApiError `ERROR_PARAMETER_INVALID`: no such report that the caller may see, settings that are none of a report, a filter that
 *   is about none of its items
 */
export async function openReport(store: RecordStore, call: Call, request: ReportRequest): Promise<OpenReport> {
  const { source, now, timeZone } = request;
  const given = source.kind === 'given' ? { items: source.items, filters: [] } : await readReport(store, call, source);
  const report: Report = { items: given.items, filters: [...given.filters, ...request.filters] };
  const profiles = await readProfiles(store, call, profilesOf(report));
  checkWholeFilters(store.catalog, report, profiles);
  return { items: report.items, scope: { now, timeZone, profiles, filters: report.filters } };
}

async function readReport(
  store: RecordStore,
  call: Call,
  { id, at }: { readonly id: string; readonly at: string },
): Promise<Report> {
  const record = (await readSaved(store, call, reportRecords, [id])).get(id);
  if (!record) throw parameterError(at, `there is no saved report ${id}`);
  return parseReportSettings(record, at);
}
