/**
 * A whole report as its record stores it: the items and the filter in `settings`, the saved filter that it follows in the `sync_…`
 * members. Pure.
 */
import { everyOf } from '../../errors/collect-errors.js';
import { parameterError } from '../../errors/parameter-error.js';
import { renderTabSettings } from '../filters/tab-settings.js';
import type { SavedRecord, SavedRecords } from '../saved/saved-records.js';
import { objectAt, parseList, type Settings } from '../saved/settings-values.js';
import { checkStructure } from './check-report.js';
import { parseFilterSettings, parseItemSettings, renderItemSettings } from './item-settings.js';
import type { Report, ReportItem, WholeFilter } from './report-item.js';

/**
 * What saved reports read of Report records.
 */
export interface ReportRecord extends SavedRecord {
  readonly description: string | null;
  readonly reports_folder_id: string | null;
  readonly sync_enabled: boolean | null;
  readonly sync_entity: string | null;
  readonly sync_entity_id: string | null;
}

export const reportRecords: SavedRecords<ReportRecord> = {
  entityType: 'Report',
  noun: 'saved report',
  members: ['description', 'reports_folder_id', 'sync_enabled', 'sync_entity', 'sync_entity_id'],
  sharedByName: true,
};

/** Whose filter a report can follow. */
const followed = 'Profile';

/** The members of the record that say what it shows. */
export type StoredReport = Pick<ReportRecord, 'settings' | 'sync_enabled' | 'sync_entity' | 'sync_entity_id'>;

/**
 * @param at the record, for messages
 * @throws ParameterErrors for all that keeps the settings from being those of a report, and when it follows something else than a saved
 *   filter
 */
export function parseReportSettings(record: StoredReport, at: string): Report {
  const place = `${at}.settings`;
  const settings = objectAt(record.settings, place);
  const { shown, followed: profiles } = everyOf({
    shown: () => parseShown(settings, place),
    followed: () => followedFilter(record, at),
  });
  return { items: shown.items, filters: [...shown.filters, ...profiles] };
}

/** A filter that names no entity type is of that of the first item. */
function parseShown({ structure, filter }: Settings, at: string): Report {
  const given = parseList(structure, `${at}.structure`, parseItemSettings);
  const items = checkStructure(given, `${at}.structure`);
  const [first] = items;
  const tab = parseFilterSettings(filter, first?.entityApiName ?? first?.entityType ?? '', `${at}.filter`);
  return { items, filters: tab ? [{ kind: 'tab', tab }] : [] };
}

function followedFilter({ sync_enabled, sync_entity, sync_entity_id: id }: StoredReport, at: string): WholeFilter[] {
  if (sync_enabled !== true || id === null) return [];
  if (sync_entity !== followed) {
    throw parameterError(`${at}.sync_entity`, `only the filter of a ${followed} can be followed`);
  }
  return [{ kind: 'profile', id, at: `${at}.sync_entity_id` }];
}

type TabFilter = WholeFilter & { readonly kind: 'tab' };
type ProfileFilter = WholeFilter & { readonly kind: 'profile' };

/** What a caller gives of a report; left out: stays as it is; null: there is none. */
export interface GivenReport {
  readonly items?: readonly ReportItem[] | undefined;
  readonly filter?: TabFilter | null | undefined;
  readonly profile?: ProfileFilter | null | undefined;
}

/**
 * @param before settings that are there; what other programs have put beside the structure stays
 * @returns the members of the record that change
 */
export function renderReport({ items, filter, profile }: GivenReport, before: unknown): Partial<StoredReport> {
  const stored = typeof before === 'object' && before !== null && !Array.isArray(before) ? before : {};
  const settings = {
    ...stored,
    ...(items === undefined ? {} : { structure: items.map(renderItemSettings) }),
    ...(filter === undefined ? {} : { filter: filter && renderTabSettings(filter.tab) }),
  };
  return {
    ...(items === undefined && filter === undefined ? {} : { settings }),
    ...(profile === undefined ? {} : renderFollowed(profile)),
  };
}

function renderFollowed(profile: ProfileFilter | null): Partial<StoredReport> {
  if (profile === null) return { sync_enabled: false, sync_entity: null, sync_entity_id: null };
  return { sync_enabled: true, sync_entity: followed, sync_entity_id: profile.id };
}

/**
 * The report of a record after a change, with what was given as it was given, so that errors name the argument that they are in.
 * @param stored the members of the record after the change
 * @throws ParameterErrors as `parseReportSettings` does
 */
export function reportAfter({ items, filter, profile }: GivenReport, stored: StoredReport): Report {
  const report = parseReportSettings(stored, 'report');
  const ofKind = (kind: WholeFilter['kind'], given: WholeFilter | null | undefined) => {
    if (given !== undefined) return given === null ? [] : [given];
    return report.filters.filter((one) => one.kind === kind);
  };
  return { items: items ?? report.items, filters: [...ofKind('tab', filter), ...ofKind('profile', profile)] };
}
