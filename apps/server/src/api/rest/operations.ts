/**
 * What each operation of REST v100 does: a request becomes a request of the core, its answer an envelope.
 */
import type { StandardOperation, V100SpecialOperation } from '@headwater/openapi-types';
import type { Context } from 'koa';
import { readBody } from '../../http/api-middleware.js';
import { isKnownTag } from '../../http/etag.js';
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
import { renderDeleted, renderETag, renderRecord } from './render-records.js';
import { specialOperations } from './special-operations.js';
import { plainAnswer, recordAnswer, writeAnswer, writePage } from './write-answer.js';

export const operations = {
  async list({ ctx, deps, call, entityType, query }) {
    const parsed = parseListQuery(query);
    const page = await listRecords(deps, call, { entityType: entityType.name, ...parsed });
    writePage(ctx, page, parsed.window.kind === 'cursor');
  },

  async get({ ctx, deps, call, entityType, id, query }) {
    answerRecord(ctx, await getRecord(deps, call, { entityType: entityType.name, id, ...parseGetQuery(query) }));
  },

  async 'default-type'({ ctx, deps, call, entityType, query }) {
    answerRecord(ctx, await getDefaultType(deps, call, entityType, parseGetQuery(query)));
  },

  async create(request) {
    const { deps, call, entityType, query } = request;
    const validationLevel = parseValidationLevel(query);
    const body = await readBody(request);
    const creation = { entityType: entityType.name, body, validationLevel, selection: written };
    await withContent(deps, call, creation, (ready) =>
      answerWrite(request, body, async (store) => recordAnswer(201, await createReady(store, call, ready))),
    );
  },

  async update(request) {
    const { ctx, deps, call, entityType, id, query } = request;
    const validationLevel = parseValidationLevel(query);
    const expectedRevision = parseIfMatch(ctx.get('If-Match') || undefined);
    const body = await readBody(request);
    const update = {
      entityType: entityType.name,
      id,
      body,
      validationLevel,
      selection: written,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    };
    writeAnswer(ctx, recordAnswer(200, await updateRecord(deps, call, update)));
  },

  async delete({ ctx, deps, call, entityType, id, query }) {
    const validationLevel = parseValidationLevel(query);
    const expectedRevision = parseIfMatch(ctx.get('If-Match') || undefined);
    const deleted = await deleteRecord(deps, call, {
      entityType: entityType.name,
      id,
      validationLevel,
      alsoDeletes: parseAlsoDeletes(query),
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    });
    writeAnswer(ctx, plainAnswer(200, renderDeleted(deleted.id)));
  },

  async upsert(request) {
    const { ctx, deps, call, entityType, params, query } = request;
    const validationLevel = parseValidationLevel(query);
    const wanted = parseWanted(ctx.get('If-Match'), ctx.get('If-None-Match'));
    const expectedRevision = parseIfMatch(ctx.get('If-Match') || undefined);
    const body = await readBody(request);
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

/** A standard operation by its name, a special one by its id; one that only the documents of spaces declare, for custom entities. */
type RestOperation = StandardOperation | V100SpecialOperation | 'default-type';

/** Without a body when the caller has the record as it is. */
function answerRecord(ctx: Context, record: RecordText): void {
  const tag = renderETag(record);
  ctx.set('ETag', tag);
  if (isKnownTag(ctx.get('If-None-Match'), tag)) ctx.status = 304;
  else writeAnswer(ctx, plainAnswer(200, renderRecord(record)));
}
