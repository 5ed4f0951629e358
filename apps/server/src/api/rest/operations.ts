/**
 * What each operation of REST v100 does: a request becomes a request of the core, its answer an envelope.
 */
import type { Context } from 'koa';
import { isKnownTag } from '../../http/etag.js';
import { readJsonBody } from '../../http/read-json-body.js';
import { getDefaultType } from '../../metadata/custom-entities/default-type.js';
import { withContent } from '../../records/content/with-content.js';
import { getRecord } from '../../records/read/get-record.js';
import { listRecords } from '../../records/read/list-records.js';
import type { RecordText } from '../../records/read/record-page.js';
import { createReady } from '../../records/write/create-record.js';
import { deleteRecord } from '../../records/write/delete-record.js';
import { updateRecord } from '../../records/write/update-record.js';
import { upsertRecord } from '../../records/write/upsert-record.js';
import { answerWrite } from './answer-write.js';
import { batchOperation } from './batch-operations.js';
import { listDuplicates } from './duplicates-operation.js';
import { type Operate, written } from './entity-request.js';
import { merge } from './merge-operation.js';
import { parseGetQuery, parseListQuery } from './parse-list-query.js';
import { parseAlsoDeletes, parseIfMatch, parseValidationLevel, parseWanted } from './parse-write-query.js';
import type { RestOperation } from './places.js';
import { renderDeleted, renderETag, renderRecord } from './render-records.js';
import { specialOperations } from './special-operations.js';
import { plainAnswer, recordAnswer, writeAnswer, writePage } from './write-answer.js';

export const operations = {
  async list(deps, { ctx, call, entityType }) {
    const query = parseListQuery(ctx.querystring);
    const page = await listRecords(deps, call, { entityType: entityType.name, ...query });
    writePage(ctx, page, query.window.kind === 'cursor');
  },

  async get(deps, { ctx, call, entityType, id }) {
    const query = parseGetQuery(ctx.querystring);
    answerRecord(ctx, await getRecord(deps, call, { entityType: entityType.name, id, ...query }));
  },

  async 'default-type'(deps, { ctx, call, entityType }) {
    answerRecord(ctx, await getDefaultType(deps, call, entityType, parseGetQuery(ctx.querystring)));
  },

  async create(deps, request) {
    const { ctx, call, entityType } = request;
    const validationLevel = parseValidationLevel(ctx.querystring);
    const body = await readJsonBody(ctx.req, deps.limits.maxBodyBytes);
    const creation = { entityType: entityType.name, body, validationLevel, selection: written };
    await withContent(deps, call, creation, (ready) =>
      answerWrite(deps, request, body, async (store) => recordAnswer(201, await createReady(store, call, ready))),
    );
  },

  async update(deps, { ctx, call, entityType, id }) {
    const validationLevel = parseValidationLevel(ctx.querystring);
    const expectedRevision = parseIfMatch(ctx.get('If-Match') || undefined);
    const body = await readJsonBody(ctx.req, deps.limits.maxBodyBytes);
    const request = {
      entityType: entityType.name,
      id,
      body,
      validationLevel,
      selection: written,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    };
    writeAnswer(ctx, recordAnswer(200, await updateRecord(deps, call, request)));
  },

  async delete(deps, { ctx, call, entityType, id }) {
    const validationLevel = parseValidationLevel(ctx.querystring);
    const expectedRevision = parseIfMatch(ctx.get('If-Match') || undefined);
    const deleted = await deleteRecord(deps, call, {
      entityType: entityType.name,
      id,
      validationLevel,
      alsoDeletes: parseAlsoDeletes(ctx.querystring),
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    });
    writeAnswer(ctx, plainAnswer(200, renderDeleted(deleted.id)));
  },

  async upsert(deps, { ctx, call, entityType, params }) {
    const validationLevel = parseValidationLevel(ctx.querystring);
    const wanted = parseWanted(ctx.get('If-Match'), ctx.get('If-None-Match'));
    const expectedRevision = parseIfMatch(ctx.get('If-Match') || undefined);
    const body = await readJsonBody(ctx.req, deps.limits.maxBodyBytes);
    const { record, isNew } = await upsertRecord(deps, call, {
      entityType: entityType.name,
      field: params.field ?? '',
      value: params.value ?? '',
      body,
      validationLevel,
      wanted,
      selection: written,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    });
    writeAnswer(ctx, recordAnswer(isNew ? 201 : 200, record));
  },

  'batch-modify': batchOperation('modify'),
  'batch-delete': batchOperation('delete'),
  'batch-restore': batchOperation('restore'),

  merge,
  duplicates: listDuplicates,

  ...specialOperations,
} satisfies Record<RestOperation, Operate>;

/** Without a body when the caller has the record as it is. */
function answerRecord(ctx: Context, record: RecordText): void {
  const tag = renderETag(record);
  ctx.set('ETag', tag);
  if (isKnownTag(ctx.get('If-None-Match'), tag)) ctx.status = 304;
  else writeAnswer(ctx, plainAnswer(200, renderRecord(record)));
}
