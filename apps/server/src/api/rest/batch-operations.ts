/**
 * The operations of REST v100 that write many records at once.
 */
import { ApiError } from '../../errors/api-error.js';
import { readJson } from '../../http/read-json-body.js';
import { withBatchContent, writeBatch } from '../../records/write/write-batch.js';
import { type BatchRequest, maxBatchItems } from '../../request/batch-request.js';
import { answerWrite } from './answer-write.js';
import type { Operate } from './entity-request.js';
import { parseBatchQuery } from './parse-write-query.js';
import { renderOutcomes } from './render-records.js';
import { plainAnswer } from './write-answer.js';

/** A batch may be as many times as long as the body of one record. */
const bodyFactor = 4;

/** @spec openapi#/components/responses/BatchDone */
export function batchOperation(operation: BatchRequest['operation']): Operate {
  return async (request) => {
    const { ctx, deps, call, entityType, query } = request;
    const options = parseBatchQuery(query);
    const body = await readJson(ctx.req, deps.limits.maxBodyBytes * bodyFactor);
    const items = requireItems(body);
    const batch = { operation, entityType: entityType.name, items, ...options };
    await withBatchContent(deps, call, batch, (ready) =>
      answerWrite(request, body, async (store) =>
        plainAnswer(200, renderOutcomes(await writeBatch(store, call, ready))),
      ),
    );
  };
}

/** @throws ApiError `ERROR_PARAMETER_INVALID`, `ERROR_BATCH_TOO_LARGE` */
function requireItems(body: unknown): readonly unknown[] {
  if (body === undefined) throw new ApiError('ERROR_PARAMETER_INVALID', 'Missing or invalid JSON data.');
  if (!Array.isArray(body) || body.length === 0) {
    throw new ApiError('ERROR_PARAMETER_INVALID', `The body must be an array of 1 to ${maxBatchItems} items.`);
  }
  if (body.length > maxBatchItems) {
    const message = `The batch has ${body.length} items; at most ${maxBatchItems} are allowed. Send it in parts.`;
    throw new ApiError('ERROR_BATCH_TOO_LARGE', message);
  }
  return body;
}
