/**
 * The operations on the life of leads and opportunities: qualify, back to lead, reactivate.
 */
import { readOptionalJsonBody } from '../http/read-json-body.js';
import { qualifyLead, sendBack, type TurnLifeRequest } from '../records/life/qualify.js';
import type { RecordText } from '../records/record-page.js';
import { updateRecord } from '../records/update-record.js';
import type { ServerDeps } from '../server-deps.js';
import type { EntityRequest } from './operations.js';
import { parseIfMatch, parseValidationLevel } from './parse-list-query.js';
import { renderETag, renderRecord } from './render-records.js';

/** Writes answer links, never expanded records. */
const written = { kind: 'rest', expand: {} } as const;

export async function qualify(deps: ServerDeps, request: EntityRequest): Promise<void> {
  answer(request, await qualifyLead(deps, request.call, await parseTurn(deps, request)));
}

export async function backToLead(deps: ServerDeps, request: EntityRequest): Promise<void> {
  answer(request, await sendBack(deps, request.call, await parseTurn(deps, request)));
}

export async function reactivate(deps: ServerDeps, request: EntityRequest): Promise<void> {
  const { call, ctx, entityType } = request;
  // It says nothing, but whether a program or a strange page sends the request shows in its type.
  await readOptionalJsonBody(ctx.req, deps.limits.maxBodyBytes);
  const update = { ...parseAddress(request), entityType: entityType.name, body: { is_archived: false } };
  answer(request, await updateRecord(deps, call, update));
}

async function parseTurn(deps: ServerDeps, request: EntityRequest): Promise<TurnLifeRequest> {
  return { ...parseAddress(request), body: await readOptionalJsonBody(request.ctx.req, deps.limits.maxBodyBytes) };
}

function parseAddress({ ctx, id }: EntityRequest) {
  const expectedRevision = parseIfMatch(ctx.get('If-Match') || undefined);
  return {
    id,
    validationLevel: parseValidationLevel(ctx.querystring),
    selection: written,
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
  };
}

function answer({ ctx }: EntityRequest, record: RecordText): void {
  ctx.status = 200;
  ctx.set('ETag', renderETag(record));
  ctx.type = 'application/json';
  ctx.body = renderRecord(record);
}
