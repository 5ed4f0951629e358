/**
 * The operations on the life of leads and opportunities: qualify, back to lead, reactivate.
 */
import { readOptionalJsonBody } from '../../http/read-json-body.js';
import { type LifeRequest, qualifyLead, reactivateRecord, sendBack } from '../../records/convert/life-actions.js';
import type { RecordText } from '../../records/read/record-page.js';
import type { RecordStore } from '../../records/record-store.js';
import type { RecordBody } from '../../request/write-request.js';
import { answerWrite } from './answer-write.js';
import { type Operate, type RestRequest, written } from './entity-request.js';
import { parseIfMatch, parseValidationLevel } from './parse-write-query.js';
import { recordAnswer } from './write-answer.js';

type Act = (
  store: RecordStore,
  request: RestRequest,
  life: LifeRequest & { readonly body: RecordBody },
) => Promise<RecordText>;

export const qualify = lifeOperation((store, { call }, life) => qualifyLead(store, call, life));

export const backToLead = lifeOperation((store, { call }, life) => sendBack(store, call, life));

/** It takes nothing from the body. */
export const reactivate = lifeOperation((store, { call, entityType }, { body: _, ...life }) =>
  reactivateRecord(store, call, entityType.name, life),
);

function lifeOperation(act: Act): Operate {
  return async (request) => {
    const { ctx, deps, id, query } = request;
    const validationLevel = parseValidationLevel(query);
    const expectedRevision = parseIfMatch(ctx.get('If-Match') || undefined);
    // What a body may be is asked even where there is none: a page elsewhere could send such a request from a browser.
    const body = await readOptionalJsonBody(ctx.req, deps.limits.maxBodyBytes);
    const life = {
      id,
      body,
      validationLevel,
      selection: written,
      ...(expectedRevision === undefined ? {} : { expectedRevision }),
    };
    await answerWrite(request, body, async (store) => recordAnswer(200, await act(store, request, life)));
  };
}
