/**
 * What each operation of REST v100 does: a request becomes a request of the core, its result an answer in the envelope of the interface.
 */
import { unlessKnown } from '../../http/content/unless-known.js';
import { getDefaultType } from '../../metadata/custom-entities/default-type.js';
import { findDuplicates } from '../../records/duplicates/find-duplicates.js';
import { getRecord } from '../../records/read/get-record.js';
import { listRecords } from '../../records/read/list-records.js';
import { runWrite } from '../../records/write/run-write.js';
import { upsertRecord } from '../../records/write/upsert-record.js';
import { createRecord, deleteRecord, updateRecord } from '../../records/write/write-records.js';
import { answerWrite } from './answer-write.js';
import { batchOperation } from './batch-operations.js';
import { downloadContent, uploadContent } from './content-operations.js';
import { type Handlers, readMembers, written } from './handler.js';
import { backToLead, qualify, reactivate } from './lifecycle-operations.js';
import { merge } from './merge-operation.js';
import { parseDuplicatesQuery, parseGetQuery, parseListQuery } from './parse-list-query.js';
import { parseAlsoDeletes, parseIfMatch, parseValidationLevel, parseWanted } from './parse-write-query.js';
import { deletedAnswer, duplicatesAnswer, listAnswer, recordAnswer } from './render-records.js';

export const operations: Handlers = {
  list(request) {
    const { deps, call, entityType, query } = request;
    const list = query.once(() => ({ entityType: entityType.name, ...parseListQuery(query), isCached: true }));
    return unlessKnown(request, async () =>
      listAnswer(await listRecords(deps, call, list), list.window.kind === 'cursor'),
    );
  },

  get(request) {
    const {
      deps,
      call,
      entityType,
      params: { id },
      query,
    } = request;
    const wanted = query.once(() => parseGetQuery(query));
    const get = { entityType: entityType.name, id, ...wanted };
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
    const deletion = {
      entityType: entityType.name,
      id,
      validationLevel: parseValidationLevel(query),
      ...parseIfMatch(ctx),
      alsoDeletes: parseAlsoDeletes(query),
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

  uploadCloudObject: uploadContent,
  getCloudObjectContent: downloadContent,
  qualifyLead: qualify,
  sendOpportunityBack: backToLead,
  reactivateLead: reactivate,
  reactivateOpportunity: reactivate,
};
