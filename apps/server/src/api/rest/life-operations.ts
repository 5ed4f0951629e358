/**
 * The operations on the lifecycle of leads and opportunities: qualify, back to lead, reactivate.
 */
import type { V100Handlers } from '@headwater/openapi-types';
import { readOptionalJsonBody } from '../../http/read-json-body.js';
import { type LifeRequest, qualifyLead, reactivateRecord, sendBack } from '../../records/convert/life-actions.js';
import type { RecordText } from '../../records/read/record-page.js';
import type { RecordStore } from '../../records/record-store.js';
import type { RecordBody } from '../../request/write-request.js';
import { answerWrite } from './answer-write.js';
import { type Handler, type RestRequest, written } from './handler.js';
import { parseIfMatch, parseValidationLevel } from './parse-write-query.js';
import { recordAnswer } from './render-records.js';

type LifeOperation = V100Handlers['qualifyLead' | 'sendOpportunityBack'];

type Act = (
  store: RecordStore,
  request: RestRequest<LifeOperation>,
  life: LifeRequest & { readonly body: RecordBody },
) => Promise<RecordText>;

export const qualify = lifeOperation((store, { call }, life) => qualifyLead(store, call, life));

export const backToLead = lifeOperation((store, { call }, life) => sendBack(store, call, life));

/** It takes nothing from the body. */
export const reactivate = lifeOperation((store, { call, entityType }, { body: _, ...life }) =>
  reactivateRecord(store, call, entityType.name, life),
);

function lifeOperation(act: Act): Handler<LifeOperation> {
  return async (request) => {
    const { ctx, deps, params, query } = request;
    const options = { id: params.id, validationLevel: parseValidationLevel(query), ...parseIfMatch(ctx) };
    // The form of a body is checked even where there is none: a page elsewhere could send such a request from a browser.
    const body = await readOptionalJsonBody(ctx.req, deps.limits.maxBodyBytes);
    const life = { ...options, body, selection: written };
    return answerWrite(request, body, async (store) => recordAnswer(200, await act(store, request, life)));
  };
}
