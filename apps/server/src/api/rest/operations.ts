/**
 * What each operation of REST v100 does: a request becomes a request of the core, its result an answer in the envelope of the interface.
 */
import type { V100Handlers } from '@headwater/openapi-types';
import { ApiError } from '../../errors/api-error.js';
import { readItems, whenSent } from '../../http/api-middleware.js';
import { unlessKnown } from '../../http/content/etag.js';
import { readOptionalJsonBody } from '../../http/content/read-json-body.js';
import type { BodyMembers } from '../../http/handler-types.js';
import { getDefaultType } from '../../metadata/custom-entities/default-type.js';
import { readHistory } from '../../records/changes/read-changes.js';
import { recordAtRevision } from '../../records/changes/record-at-revision.js';
import {
  type ConvertRequest,
  qualifyLead,
  reactivateRecord,
  sendBack,
} from '../../records/convert/lifecycle-actions.js';
import { findDuplicates } from '../../records/duplicates/find-duplicates.js';
import { mergeRecords, previewMerge } from '../../records/merge/merge-records.js';
import { getRecord } from '../../records/read/get-record.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordText } from '../../records/read/record-page.js';
import { runWrite, type Work } from '../../records/write/run-write.js';
import { upsertRecord } from '../../records/write/upsert-record.js';
import { writeBatch } from '../../records/write/write-batch.js';
import { createRecord, deleteRecord, updateRecord } from '../../records/write/write-records.js';
import type { BatchRequest } from '../../request/batch-request.js';
import type { MergeRequest } from '../../request/merge-request.js';
import { isRecordBody } from '../../request/write-request.js';
import { answerWrite } from './answer-write.js';
import { changeOperations } from './change-operations.js';
import { downloadContent, uploadContent } from './content-operations.js';
import { type Handler, type Handlers, type RestRequest, readMembers, written } from './handler.js';
import { keyOperations } from './key-operations.js';
import { parseDuplicatesQuery, parseGetQuery, parseListQuery } from './parse-list-query.js';
import {
  parseAlsoDeletes,
  parseBatchQuery,
  parseIfMatch,
  parseValidationLevel,
  parseWanted,
} from './parse-write-query.js';
import {
  deletedAnswer,
  duplicatesAnswer,
  listAnswer,
  outcomesAnswer,
  previewAnswer,
  recordAnswer,
  recordWithHistory,
} from './render-records.js';
import { webhookOperations } from './webhook-operations.js';

type LifecycleOperation = V100Handlers['qualifyLead' | 'sendOpportunityBack'];

/** Changes of a record that are answered with it; its own list has them all. */
const maxHistory = 100;

type Act = Work<ConvertRequest & { readonly entityType: string }, RecordText>;

const qualify = lifecycleOperation((context, { entityType: _, ...request }) => qualifyLead(context, request));

const backToLead = lifecycleOperation((context, { entityType: _, ...request }) => sendBack(context, request));

/** It takes nothing from the body. */
const reactivate = lifecycleOperation((context, { body: _, ...request }) => reactivateRecord(context, request));

export const operations: Handlers = {
  list(request) {
    const { deps, call, entityType, query } = request;
    const list = query.once(() => ({ entityType: entityType.name, ...parseListQuery(query), isCached: true }));
    request.ctx.set('Space-Revision', String(request.revision));
    return unlessKnown(request, async () =>
      listAnswer(await listRecords(deps, call, list), list.window.kind === 'cursor'),
    );
  },

  async get(request) {
    const {
      deps,
      call,
      entityType,
      params: { id },
      query,
    } = request;
    const { atRevision, withHistory, ...wanted } = query.once(() => parseGetQuery(query));
    const get = { entityType: entityType.name, id, ...wanted };
    if (withHistory) {
      const record = await getRecord(deps, call, get);
      const choice = { record: record.id, after: undefined, isNewestFirst: true, first: maxHistory };
      const { changes } = await readHistory(deps, call, choice);
      return recordWithHistory(record, changes);
    }
    if (atRevision !== undefined) {
      return recordAnswer(200, await recordAtRevision(deps, call, { ...get, revision: atRevision }));
    }
    return unlessKnown(request, async () => recordAnswer(200, await getRecord(deps, call, get)), { bringsTag: true });
  },

  'default-type'(request) {
    const { deps, call, entityType, query } = request;
    const wanted = parseGetQuery(query);
    return unlessKnown(request, async () => recordAnswer(200, await getDefaultType(deps, call, entityType, wanted)), {
      bringsTag: true,
    });
  },

  async create(request) {
    const { entityType, query } = request;
    const validationLevel = parseValidationLevel(query);
    const body = await readMembers(request);
    const creation = { entityType: entityType.name, body, validationLevel, selection: written };
    return answerWrite(request, body, creation, async (context, ready) =>
      recordAnswer(201, await createRecord(context, ready)),
    );
  },

  async update(request) {
    const { ctx, deps, call, entityType, params, query } = request;
    const change = {
      entityType: entityType.name,
      id: params.id,
      validationLevel: parseValidationLevel(query),
      ...parseIfMatch(ctx),
      body: await readMembers(request),
      selection: written,
    };
    return recordAnswer(200, await runWrite(deps, call, change, updateRecord));
  },

  async delete({ ctx, deps, call, entityType, params: { id }, query }) {
    const alsoDeletes = parseAlsoDeletes(query);
    const deletion = {
      entityType: entityType.name,
      id,
      validationLevel: parseValidationLevel(query),
      ...parseIfMatch(ctx),
      alsoDeletes,
      deletesOne: alsoDeletes.length === 0,
    };
    const deleted = await runWrite(deps, call, deletion, deleteRecord);
    return deletedAnswer(deleted.id);
  },

  async upsert(request) {
    const { ctx, deps, call, entityType, params, query } = request;
    const upsert = {
      entityType: entityType.name,
      ...params,
      validationLevel: parseValidationLevel(query),
      wanted: parseWanted(ctx),
      ...parseIfMatch(ctx),
      body: await readMembers(request),
      selection: written,
    };
    const { record, isNew } = await runWrite(deps, call, upsert, upsertRecord);
    return isNew ? recordAnswer(201, record) : recordAnswer(200, record);
  },

  'batch-modify': batchOperation('modify'),
  'batch-delete': batchOperation('delete'),
  'batch-restore': batchOperation('restore'),

  merge,

  async duplicates({ deps, call, entityType, query }) {
    const request = { entityType: entityType.name, ...parseDuplicatesQuery(query) };
    return duplicatesAnswer(await findDuplicates(deps, call, request));
  },

  ...changeOperations,
  ...keyOperations,
  ...webhookOperations,

  uploadCloudObject: uploadContent,
  getCloudObjectContent: downloadContent,
  qualifyLead: qualify,
  sendOpportunityBack: backToLead,
  reactivateLead: reactivate,
  reactivateOpportunity: reactivate,
};

// The operations of REST v100 that write many records at once.

/** @spec openapi#/components/responses/BatchDone */
function batchOperation(operation: BatchRequest['operation']): Handler<V100Handlers['batch-modify']> {
  return async (request) => {
    const { entityType, query } = request;
    const options = parseBatchQuery(query);
    const items = await readItems(request, 1);
    const batch = { operation, entityType: entityType.name, items, ...options };
    return answerWrite(request, items, batch, async (context, ready) =>
      outcomesAnswer(await writeBatch(context, ready)),
    );
  };
}

// The operations on the lifecycle of leads and opportunities: qualify, back to lead, reactivate.

function lifecycleOperation(act: Act): Handler<LifecycleOperation> {
  return async (request) => {
    const { ctx, deps, bytes, entityType, params, query } = request;
    const options = { id: params.id, validationLevel: parseValidationLevel(query), ...parseIfMatch(ctx) };
    // The form of a body is checked even where there is none: a page elsewhere could send such a request from a browser.
    const read = () => readOptionalJsonBody(ctx.req, deps.limits.maxBodyBytes, bytes.hold);
    const body = await whenSent(request, read);
    const life = { entityType: entityType.name, ...options, body, selection: written };
    return answerWrite(request, body, life, async (context, ready) => recordAnswer(200, await act(context, ready)));
  };
}

// The operation of REST v100 that makes one record of several.

type MergeOperation = V100Handlers['merge'];

/** @spec openapi#/paths/~1entities~1Accounts~1merge */
async function merge(request: RestRequest<MergeOperation>) {
  const { ctx, call, entityType, query } = request;
  const options = { validationLevel: parseValidationLevel(query), ...parseIfMatch(ctx) };
  const body = await readMembers(request);
  const merging = { ...parseMergeBody(body), entityType: entityType.name, ...options, selection: written };
  return answerWrite(request, body, merging, async (context, ready) => {
    if (!call.isDryRun) return recordAnswer(200, await mergeRecords(context, ready));
    const { record, preview } = await previewMerge(context, ready);
    return previewAnswer(record, preview);
  });
}

/** Unknown members that are listed one by one. */
const mostUnknown = 20;

/** @throws ApiError `ERROR_PARAMETER_INVALID` with the errors of the shape; which ids may be merged is not its business */
function parseMergeBody({
  master,
  secondary_ids: ids,
  ...others
}: BodyMembers<MergeOperation>): Pick<MergeRequest, 'master' | 'secondaryIds'> {
  const unknown = Object.keys(others);
  const problems = unknown
    .slice(0, mostUnknown)
    .map((name) => `${name}: is not a member of a merge; they are master and secondary_ids.`);
  if (unknown.length > mostUnknown) problems.push(`There are ${unknown.length - mostUnknown} more unknown members.`);
  const record = isRecordBody(master) ? master : undefined;
  if (typeof record?.id !== 'string') problems.push('master: must be an object with the id of the record to keep.');
  const isListOfTexts = Array.isArray(ids) && ids.every((id) => typeof id === 'string');
  if (!isListOfTexts) problems.push('secondary_ids: must be an array of ids.');
  if (record === undefined || !isListOfTexts || problems.length > 0) {
    throw new ApiError('ERROR_PARAMETER_INVALID', problems.join(' '));
  }
  return { master: record, secondaryIds: ids };
}
