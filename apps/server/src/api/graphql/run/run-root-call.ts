/**
 * Runs what one root field asks for: one call of the core, its JSON parsed once and put into the shape of the answer.
 */

import type { ServerDeps } from '../../../http/server-deps.js';
import type { Call } from '../../../records/call.js';
import { findDuplicates } from '../../../records/duplicates/find-duplicates.js';
import { listRecords } from '../../../records/read/list-records.js';
import type { RecordPage } from '../../../records/read/record-page.js';
import type { RowPage } from '../../../records/read/row-page.js';
import type { Once } from '../../../records/write/idempotency-records.js';
import { runWrite } from '../../../records/write/run-write.js';
import type { WriteContext } from '../../../records/write/write-context.js';
import type { RootCall } from '../parse/parse-operation.js';
import { memberName } from '../schema/names.js';
import type { SpecialCall, SubscriptionCall } from '../special-field.js';
import { findRecord } from './find-record.js';
import { type JsonObject, renderObject, renderPage } from './render-answer.js';
import { runWriteCall } from './run-write.js';

/**
 * @param revision that the space had when the request began
 * @param once for a request that may come again
 * @returns the value of the root field; null when the record requested is not there
 * @throws ApiError as the core does, LocatedError
 */
export async function runRootCall(
  deps: ServerDeps,
  call: Call,
  root: Exclude<RootCall, SubscriptionCall>,
  revision: number,
  once: Once<unknown> | undefined,
): Promise<unknown> {
  switch (root.kind) {
    case 'list':
      return renderPage(root.shape, rowPage(await listRecords(deps, call, root.request)));
    case 'get': {
      const found = await findRecord(deps, call, root.request);
      return found === undefined ? null : renderObject(root.shape, found);
    }
    case 'duplicates':
      return renderGroups(await findDuplicates(deps, call, root.request));
    case 'special':
      if (once === undefined) {
        return root.run(deps, call, (request, work) => runWrite(deps, call, request, work), revision);
      }
      return runWrite(deps, call, {}, (context) => runInside(context, deps, root, revision), once);
    default:
      return runWriteCall(deps, call, root, once);
  }
}

/** All that the field reads and writes is part of one transaction. */
function runInside(context: WriteContext, deps: ServerDeps, root: SpecialCall, revision: number): Promise<unknown> {
  return root.run({ ...deps, ...context.inside }, context.call, (request, work) => work(context, request), revision);
}

interface GroupText {
  readonly master_id: string;
  readonly secondary_ids: readonly string[];
  readonly reasons: readonly { readonly member: string; readonly value: string }[];
}

/** By the names of members: nothing of it is a record. */
function renderGroups(page: RecordPage) {
  return {
    items: page.texts.map((text) => {
      const { master_id: masterId, secondary_ids: secondaryIds, reasons } = JSON.parse(text) as GroupText;
      return {
        masterId,
        secondaryIds,
        reasons: reasons.map(({ member, value }) => ({ member: memberName(member), value })),
      };
    }),
    hasNextPage: page.hasNextPage,
    endCursor: page.endCursor,
  };
}

function rowPage(page: RecordPage): RowPage {
  const records = JSON.parse(`[${page.texts.join(',')}]`) as JsonObject[];
  const { cursors } = page;
  return {
    rows: records.map((n, index) => ({ c: cursors[index] ?? '', n })),
    more: page.hasNextPage,
    before: page.hasPreviousPage,
    ...(page.total === undefined ? {} : { total: page.total }),
  };
}
