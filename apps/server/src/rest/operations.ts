/**
 * What each standard operation of REST v100 does: a request becomes a request of the core, its answer an envelope.
 */
import type { EntityType } from '@headwater/catalog';
import type { StandardOperation } from '@headwater/openapi-types';
import type { Context } from 'koa';
import { isKnownTag } from '../http/etag.js';
import { readJsonBody } from '../http/read-json-body.js';
import type { Call } from '../records/call.js';
import { createRecord } from '../records/create-record.js';
import { deleteRecord } from '../records/delete-record.js';
import { getRecord } from '../records/get-record.js';
import { listRecords } from '../records/list-records.js';
import type { RecordText } from '../records/record-page.js';
import { updateRecord } from '../records/update-record.js';
import type { ServerDeps } from '../server-deps.js';
import { parseGetQuery, parseIfMatch, parseListQuery, parseValidationLevel } from './parse-list-query.js';
import { renderDeleted, renderETag, renderPage, renderRecord } from './render-records.js';

/** A request whose sender and entity type are known. */
export interface EntityRequest {
  readonly ctx: Context;
  readonly call: Call;
  readonly entityType: EntityType;
  /** The id in the address; '' where it has none. */
  readonly id: string;
}

type Operate = (deps: ServerDeps, request: EntityRequest) => Promise<void>;

/** Writes answer links, never expanded records. */
const written = { kind: 'rest', expand: {} } as const;

export const operations = {
  async list(deps, { ctx, call, entityType }) {
    const query = parseListQuery(ctx.querystring);
    const page = await listRecords(deps, call, { entityType: entityType.name, ...query });
    answer(ctx, 200, renderPage(page, query.window.kind === 'cursor'));
  },

  async get(deps, { ctx, call, entityType, id }) {
    const query = parseGetQuery(ctx.querystring);
    const record = await getRecord(deps, call, { entityType: entityType.name, id, ...query });
    const tag = renderETag(record);
    ctx.set('ETag', tag);
    if (isKnownTag(ctx.get('If-None-Match'), tag)) ctx.status = 304;
    else answer(ctx, 200, renderRecord(record));
  },

  async create(deps, { ctx, call, entityType }) {
    const validationLevel = parseValidationLevel(ctx.querystring);
    const body = await readJsonBody(ctx.req, deps.limits.maxBodyBytes);
    const request = { entityType: entityType.name, body, validationLevel, selection: written };
    answerRecord(ctx, 201, await createRecord(deps, call, request));
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
    answerRecord(ctx, 200, await updateRecord(deps, call, request));
  },

  async delete(deps, { ctx, call, entityType, id }) {
    const validationLevel = parseValidationLevel(ctx.querystring);
    const expectedRevision = parseIfMatch(ctx.get('If-Match') || undefined);
    const deleted = await deleteRecord(deps, call, {
      entityType: entityType.name,
      id,
      validationLevel,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    });
    answer(ctx, 200, renderDeleted(deleted.id));
  },
} satisfies Partial<Record<StandardOperation, Operate>>;

/** The standard operations that this door carries out. */
export type KnownOperation = keyof typeof operations;

function answerRecord(ctx: Context, status: number, record: RecordText): void {
  ctx.set('ETag', renderETag(record));
  answer(ctx, status, renderRecord(record));
}

function answer(ctx: Context, status: number, body: string): void {
  ctx.status = status;
  ctx.type = 'application/json';
  ctx.body = body;
}
