/**
 * The operations on the life of leads and opportunities: qualify, back to lead, reactivate.
 */
import { readOptionalJsonBody } from '../../http/read-json-body.js';
import { type LifeRequest, qualifyLead, reactivateRecord, sendBack } from '../../records/convert/life-actions.js';
import type { RecordText } from '../../records/read/record-page.js';
import type { RecordStore } from '../../records/record-store.js';
import type { RecordBody } from '../../request/write-request.js';
import { answerWrite } from './answer-write.js';
import { type EntityRequest, type Operate, written } from './entity-request.js';
import { parseIfMatch, parseValidationLevel } from './parse-write-query.js';
import { recordAnswer } from './write-answer.js';

type Act = (
  store: RecordStore,
  request: EntityRequest,
  life: LifeRequest & { readonly body: RecordBody },
) => Promise<RecordText>;

export const qualify = lifeOperation((store, { call }, life) => qualifyLead(store, call, life));

export const backToLead = lifeOperation((store, { call }, life) => sendBack(store, call, life));

/** It takes nothing from the body. */
export const reactivate = lifeOperation((store, { call, entityType }, { body: _, ...life }) =>
  reactivateRecord(store, call, entityType.name, life),
);

function lifeOperation(act: Act): Operate {
  return async (deps, request) => {
    const { ctx, id } = request;
    const validationLevel = parseValidationLevel(ctx.querystring);
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
    await answerWrite(deps, request, body, async (store) => recordAnswer(200, await act(store, request, life)));
  };
}
