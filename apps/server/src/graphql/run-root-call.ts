/**
 * Runs what one root field asks for: one call of the core, its JSON parsed once and put into the shape of the answer.
 */
import type { Call } from '../records/call.js';
import { createRecord } from '../records/create-record.js';
import { deleteRecord } from '../records/delete-record.js';
import { listRecords } from '../records/list-records.js';
import type { RecordPage } from '../records/record-page.js';
import type { RowPage } from '../records/row-page.js';
import { updateRecord } from '../records/update-record.js';
import type { ServerDeps } from '../server-deps.js';
import { findRecord } from './find-record.js';
import type { RootCall } from './parse-operation.js';
import { type JsonObject, renderObject, renderPage } from './render-answer.js';

/**
 * @returns the value of the root field; null when the record asked for is not there
 * @throws ApiError, ValidationError as the core does
 */
export async function runRootCall(deps: ServerDeps, call: Call, root: RootCall): Promise<unknown> {
  switch (root.kind) {
    case 'list':
      return renderPage(root.shape, rowPage(await listRecords(deps, call, root.request)));
    case 'get': {
      const found = await findRecord(deps, call, root.request);
      return found === undefined ? null : renderObject(root.shape, found);
    }
    case 'create':
      return renderObject(root.shape, parseObject((await createRecord(deps, call, root.request)).text));
    case 'update':
      return renderObject(root.shape, parseObject((await updateRecord(deps, call, root.request)).text));
    case 'delete':
      return (await deleteRecord(deps, call, root.request)).id;
    case 'own':
      return root.run(deps, call);
  }
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

function parseObject(text: string): JsonObject {
  return JSON.parse(text) as JsonObject;
}
