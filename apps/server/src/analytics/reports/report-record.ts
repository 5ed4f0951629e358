/**
 * What saved reports read of Report records.
 */
import type { SavedRecord, SavedRecords } from '../saved/saved-records.js';

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
