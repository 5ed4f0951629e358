/**
 * Finds Report records that the caller may see or change.
 */

import type { Call } from '../../records/call.js';
import { getRecord } from '../../records/read/get-record.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordPage } from '../../records/read/record-page.js';
import type { RecordStore } from '../../records/record-store.js';
import type { Filter } from '../../request/filter.js';
import type { CursorWindow, OffsetWindow, Sort } from '../../request/list-request.js';
import type { MemberSelection } from '../../request/selection.js';
import { allOf } from '../filters/all-of.js';
import { parseReport, type ReportRecord, reportSelection } from './report-record.js';
import { type Right, reportsFor, type Sharer } from './report-rights.js';

/** @returns undefined when there is none to which the caller has the right */
export async function findReport(
  store: RecordStore,
  call: Call,
  id: string,
  right: Right,
): Promise<ReportRecord | undefined> {
  const isIt: Filter = { kind: 'condition', path: ['id'], operator: 'eq', operands: [id], at: 'reportId' };
  const window = { kind: 'offset', limit: 1, offset: 0 } as const;
  const { texts } = await listReports(store, call, { filter: isIt, sort: [], window, right });
  return texts.map(parseReport)[0];
}

interface ReportsAsked {
  readonly filter: Filter | null;
  readonly sort: readonly Sort[];
  readonly window: CursorWindow | OffsetWindow;
  readonly right: Right;
}

/** One statement, and one more for the units of a user who asks. */
export async function listReports(store: RecordStore, call: Call, asked: ReportsAsked): Promise<RecordPage> {
  const { filter, sort, window, right } = asked;
  const { client } = call.principal;
  const allowed = client === null ? null : reportsFor(await readSharer(store, call, client), right);
  return listRecords(store, call, {
    entityType: 'Report',
    filter: allOf([filter, allowed]),
    sort,
    window,
    includeDeleted: false,
    selection: reportSelection,
    withTotal: false,
  });
}

const unitMembers = ['default_unit_id', 'unit_member_ids', 'unit_manager_ids'] as const;

const sharerSelection: MemberSelection = {
  kind: 'members',
  members: unitMembers.map((name) => ({ kind: 'value', as: name, field: name })),
};

/** A user is of a unit as its member or manager, or because it is the default unit. */
async function readSharer(store: RecordStore, call: Call, client: string): Promise<Sharer> {
  const request = { entityType: 'Client', id: client, selection: sharerSelection, includeDeleted: true };
  const { text } = await getRecord(store, call, request);
  const units = Object.values(JSON.parse(text) as Readonly<Record<string, string | readonly string[] | null>>);
  return { client, units: [...new Set(units.flat().filter((id) => id !== null))] };
}
