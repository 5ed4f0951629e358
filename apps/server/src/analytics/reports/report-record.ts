/**
 * What saved reports read of Report records. Pure.
 */
import type { MemberSelection } from '../../request/selection.js';

export interface ReportRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly reports_folder_id: string | null;
  readonly owner_id: string | null;
  readonly settings: unknown;
  readonly share_mode: number | null;
  readonly sync_enabled: boolean | null;
  readonly sync_entity: string | null;
  readonly sync_entity_id: string | null;
  readonly created: string;
  readonly modified: string;
  readonly revision: number;
}

const names: readonly (keyof ReportRecord)[] = [
  'id',
  'name',
  'description',
  'reports_folder_id',
  'owner_id',
  'settings',
  'share_mode',
  'sync_enabled',
  'sync_entity',
  'sync_entity_id',
  'created',
  'modified',
  'revision',
];

/** What to ask of a Report. */
export const reportSelection: MemberSelection = {
  kind: 'members',
  members: names.map((name) => ({ kind: 'value', as: name, field: name })),
};

/** @param text a Report as `reportSelection` asks for it */
export function parseReport(text: string): ReportRecord {
  return JSON.parse(text) as ReportRecord;
}
