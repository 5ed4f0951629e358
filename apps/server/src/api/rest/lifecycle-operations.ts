/**
 * The operations on the lifecycle of leads and opportunities: qualify, back to lead, reactivate.
 */
import type { V100Handlers } from '@headwater/openapi-types';
import { whenSent } from '../../http/api-middleware.js';
import { readOptionalJsonBody } from '../../http/content/read-json-body.js';
import {
  type ConvertRequest,
  qualifyLead,
  reactivateRecord,
  sendBack,
} from '../../records/convert/lifecycle-actions.js';
import type { RecordText } from '../../records/read/record-page.js';
import type { Work } from '../../records/write/run-write.js';
import { answerWrite } from './answer-write.js';
import { type Handler, written } from './handler.js';
import { parseIfMatch, parseValidationLevel } from './parse-write-query.js';
import { recordAnswer } from './render-records.js';

type LifecycleOperation = V100Handlers['qualifyLead' | 'sendOpportunityBack'];

type Act = Work<ConvertRequest & { readonly entityType: string }, RecordText>;

export const qualify = lifecycleOperation((context, { entityType: _, ...request }) => qualifyLead(context, request));

export const backToLead = lifecycleOperation((context, { entityType: _, ...request }) => sendBack(context, request));

/** It takes nothing from the body. */
export const reactivate = lifecycleOperation((context, { body: _, ...request }) => reactivateRecord(context, request));

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
