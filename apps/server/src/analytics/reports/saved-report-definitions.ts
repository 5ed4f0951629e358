/**
 * Tells of Report records whether they can be evaluated with a catalog, for whoever wants to change it. The saved filters that they name
 * are told of as such. Pure.
 */

import type { StoredDefinitions } from '../../metadata/stored-definitions.js';
import { maySee } from '../filters/profile-rights.js';
import { isAccepted } from '../filters/saved-filter-definitions.js';
import { checkReport } from './check-report.js';
import type { ReportRecord } from './report-record.js';
import { parseReportSettings } from './report-settings.js';

type ReadReport = Pick<ReportRecord, 'owner_id' | 'settings' | 'share_mode'>;

export const savedReportDefinitions: StoredDefinitions = {
  entityType: 'Report',
  label: 'the saved report',
  members: ['owner_id', 'settings', 'share_mode'],
  searched: ['settings'],
  canRun: (catalog, record, now) =>
    isAccepted(() => {
      const { settings } = record as unknown as ReadReport;
      const alone = { settings, sync_enabled: false, sync_entity: null, sync_entity_id: null };
      const report = parseReportSettings(alone, 'report');
      const items = report.items.map((item) => ({ ...item, profileId: null }));
      checkReport(catalog, { ...report, items }, new Map(), now);
    }),
  // With whom a private one is shared by name is not looked at.
  maySee: (record, client) => maySee(record as unknown as ReadReport, client),
};
